use super::branch_comparison::BranchComparison;
use super::branch_name::branch_name;
use super::branch_row::BranchRow;
use super::sheet_frame::SheetFrame;
use crate::hooks::{use_desk, use_words};
use crate::state::{Differences, Frame, Source, descendants, in_order};
use crate::text::Language;
use kubeloupe_core::sim::BranchId;
use std::rc::Rc;
use yew::prelude::*;

/// The branches.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// The present step.
    pub frame: Option<Rc<Frame>>,
    /// The language.
    pub language: Language,
}

/// A comparison as it was asked for: with which branch, of how many steps each then was, and what came of it.
#[derive(Clone, PartialEq)]
struct Compared {
    other: BranchId,
    of: (BranchId, usize),
    differences: Rc<Differences>,
    complete: bool,
}

/// The branches as a tree: to switch, rename, delete, and to compare the ends of two.
#[component]
pub fn BranchesSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let time = words.time_words;
    let compared = use_state_eq(|| None::<Compared>);
    let Some(frame) = &props.frame else {
        return html! { <SheetFrame title={time.branches} class="branches"><p>{time.branches_not_watched}</p></SheetFrame> };
    };
    let branches = &frame.branches;
    let on_compare = {
        let (desk, compared, of) = (desk.clone(), compared.setter(), (frame.branch, branches.len()));
        Callback::from(move |other: BranchId| {
            let found = desk.compare_with(other);
            compared.set(found.map(|(differences, complete)| Compared {
                other,
                of,
                differences,
                complete,
            }));
        })
    };
    let on_close = {
        let compared = compared.setter();
        Callback::from(move |()| compared.set(None))
    };
    // A comparison is of two branches as they were; once they change it is no longer shown.
    let present = (frame.branch, branches.len());
    let shown = (*compared).clone().filter(|compared| compared.of == present);
    let other = shown
        .as_ref()
        .and_then(|compared| branches.iter().find(|branch| branch.id == compared.other));
    if let (Some(compared), Some(other), Some(source)) = (&shown, other, &props.source) {
        let name = branch_name(words, props.language, other);
        return html! {
            <SheetFrame title={time.branches} class="branches comparing">
                <BranchComparison source={source.clone()} frame={frame.clone()} {name} differences={compared.differences.clone()} complete={compared.complete} language={props.language} {on_close} />
            </SheetFrame>
        };
    }
    html! {
        <SheetFrame title={time.branches} class="branches">
            <p class="about">{time.branches_about}</p>
            <ul class="branch-tree" aria-label={time.branches}>
                for (depth, branch) in in_order(branches) {
                    <BranchRow
                        key={branch.id.0}
                        branch={branch.clone()}
                        {depth}
                        name={branch_name(words, props.language, branch)}
                        shown={branch.id == frame.branch}
                        with={descendants(branches, branch.id)}
                        on_compare={on_compare.clone()}
                    />
                }
            </ul>
        </SheetFrame>
    }
}
