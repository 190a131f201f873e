use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::{BranchView, LONGEST_NAME};
use kubeloupe_core::sim::BranchId;
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

/// One branch in the tree.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The branch.
    pub branch: BranchView,
    /// How deep it stands.
    pub depth: usize,
    /// What it is called.
    pub name: AttrValue,
    /// It is the one that is shown.
    pub shown: bool,
    /// How many branches would go with it.
    pub with: usize,
    /// Its end is to be compared with that of what is shown.
    pub on_compare: Callback<BranchId>,
}

/// What is being done to a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    Renaming,
    Deleting,
}

/// A branch: where it left, how it ends, and what can be done with it.
#[component]
pub fn BranchRow(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let time = words.time_words;
    let doing = use_state_eq(|| Doing::Nothing);
    let field = use_node_ref();
    let (id, name) = (props.branch.id, props.name.clone());
    {
        let field = field.clone();
        use_effect_with(*doing, move |&doing| {
            if let Some(field) = field
                .cast::<HtmlInputElement>()
                .filter(|_| doing == Doing::Renaming)
            {
                // Focus is refused only by what is not on the page.
                let _ = field.focus();
                field.select();
            }
        });
    }
    let begin = |next: Doing| {
        let doing = doing.setter();
        move |_: MouseEvent| doing.set(next)
    };
    let on_show = {
        let desk = desk.clone();
        move |_| desk.switch(id)
    };
    let on_compare = {
        let on_compare = props.on_compare.clone();
        move |_| on_compare.emit(id)
    };
    let on_name = {
        let (desk, doing, field) = (desk.clone(), doing.setter(), field.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.cast::<HtmlInputElement>() {
                desk.rename_branch(id, &field.value());
            }
            doing.set(Doing::Nothing);
        }
    };
    let on_delete = {
        let (desk, doing) = (desk.clone(), doing.setter());
        move |_| {
            doing.set(Doing::Nothing);
            desk.delete_branch(id);
        }
    };
    let branch = &props.branch;
    let own = branch.parent.map_or(branch.length, |(_, at)| branch.length - at);
    let begins = match branch.parent {
        Some((_, at)) => (time.branch_from)(at, own),
        None => (time.branch_length)(own),
    };
    let end = words.spans.clock(branch.end);
    let ends = if branch.complete {
        (time.branch_rests)(&end)
    } else {
        (time.branch_open)(branch.length, &end)
    };
    let indent = format!("--depth:{}", props.depth.min(6));
    html! {
        <li class={classes!(props.shown.then_some("shown"))} data-branch={id.0.to_string()} ~style={indent}>
            if *doing == Doing::Renaming {
                <form class="rename" onsubmit={on_name}>
                    <input ref={field} type="text" maxlength={LONGEST_NAME.to_string()} value={name.clone()} aria-label={time.branch_name} autocomplete="off" />
                    <button type="submit" class="ghost">{time.branch_keep_name}</button>
                </form>
            } else {
                <button type="button" class="way" aria-current={props.shown.then_some("true")} title={(!props.shown).then(|| (time.branch_show)(&name))} disabled={props.shown} onclick={on_show}>
                    <Icon shape={Shape::Branch} /><b>{name.clone()}</b>
                    <small>{begins}{" · "}{ends}</small>
                </button>
            }
            if *doing == Doing::Deleting {
                <span class="sure" role="group">
                    <span>{(time.branch_delete_with)(props.with)}</span>
                    <button type="button" class="ghost danger" onclick={on_delete}>{time.branch_delete_yes}</button>
                    <button type="button" class="ghost" onclick={begin(Doing::Nothing)}>{time.branch_delete_no}</button>
                </span>
            } else {
                <span class="row-deeds">
                    if !props.shown {
                        <button type="button" class="ghost" aria-label={(time.branch_compare)(&name)} title={(time.branch_compare)(&name)} onclick={on_compare}>{time.compare_word}</button>
                    } else {
                        <small class="here">{time.branch_shown}</small>
                    }
                    <button type="button" class="ghost square" aria-label={(time.branch_rename)(&name)} title={(time.branch_rename)(&name)} onclick={begin(Doing::Renaming)}><Icon shape={Shape::Pen} /></button>
                    if branch.parent.is_some() {
                        <button type="button" class="ghost square" aria-label={(time.branch_delete)(&name)} title={(time.branch_delete)(&name)} onclick={begin(Doing::Deleting)}><Icon shape={Shape::Cross} /></button>
                    }
                </span>
            }
        </li>
    }
}
