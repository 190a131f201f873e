use super::choice_list::ChoiceList;
use super::findings_panel::FindingsPanel;
use super::icon::{Icon, Shape};
use super::legend::Legend;
use super::owner_graph::{OwnerGraph, Plans};
use super::segments::{Segment, Segments};
use super::stage_tree::StageTree;
use super::verdict_list::VerdictList;
use crate::draw::{DrawBar, EditToggle, Invite};
use crate::graph::{Subject, Way};
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Grouping, MOST_HOPS, Scope, Source, Stage, ThingId, View};
use kubeloupe_core::sim::Schedule;
use std::rc::Rc;
use yew::prelude::*;

/// What the middle shows.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<View>,
    /// What is open.
    pub source: Rc<Source>,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
    }
}

/// A drawing of no more things than these is seen whole.
const MOST_DRAWN_WHOLE: usize = 60;

fn thing_number(place: usize) -> ThingId {
    ThingId(u32::try_from(place).unwrap_or(u32::MAX))
}

/// The picture, as a graph, a tree, or a list.
#[component]
pub fn StagePanel(
    Props {
        view,
        source,
        revision,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let plans = use_memo((), |()| Plans::default());
    let stages = vec![
        Segment::word(words.stage_graph),
        Segment::word(words.stage_tree),
        Segment::word(words.stage_list),
        Segment::word((words.stage_findings)(
            view.diagnosed
                .as_ref()
                .map_or(0, |diagnosed| diagnosed.list().len()),
        )),
    ];
    let on_stage = {
        let desk = desk.clone();
        Callback::from(move |number: usize| {
            desk.act(Act::Stage(
                [Stage::Graph, Stage::Tree, Stage::List, Stage::Findings][number],
            ))
        })
    };
    let scopes = vec![
        Segment::word(words.around_question),
        Segment::word(words.around_selected),
        Segment::word(words.around_all),
    ];
    let on_scope = {
        let desk = desk.clone();
        Callback::from(move |number: usize| {
            desk.act(Act::Scope([Scope::Question, Scope::Selected, Scope::All][number]))
        })
    };
    let hops = |by: i8| {
        let (desk, hops) = (desk.clone(), view.hops.saturating_add_signed(by));
        move |_| desk.act(Act::Hops(hops))
    };
    let subject = view.subject();
    let is_all = matches!(subject, Subject::All(_));
    let ways = vec![
        Segment::word(words.way_both),
        Segment::word(words.way_down),
        Segment::word(words.way_up),
    ];
    let on_way = {
        let desk = desk.clone();
        Callback::from(move |number: usize| desk.act(Act::Follow([Way::Both, Way::Down, Way::Up][number])))
    };
    let arrangements = vec![
        Segment::word(words.by_owners),
        Segment::word(words.by_namespace),
        Segment::word(words.by_kind),
    ];
    let on_arrange = {
        let desk = desk.clone();
        let all = [Grouping::Owners, Grouping::Namespace, Grouping::Kind];
        Callback::from(move |number: usize| desk.act(Act::Arrange(all[number])))
    };
    // A drawing that is small enough is seen whole: a reference leads to what nothing leads to yet.
    let whole = view.editing && source.catalog.thing_count() <= MOST_DRAWN_WHOLE;
    let subject = if whole && !is_all {
        Subject::Around {
            focus: Rc::new((0..source.catalog.thing_count()).map(thing_number).collect()),
            hops: view.hops,
            way: view.way,
        }
    } else {
        subject
    };
    let picture = match view.stage {
        Stage::Graph => html! {
            <>
                <OwnerGraph
                    source={source.clone()}
                    {subject}
                    answer={view.answer().cloned()}
                    selected={view.selected}
                    question={view.question.clone()}
                    frame={view.frame.clone()}
                    revision={*revision}
                    editing={view.editing}
                    theme={view.theme}
                    lineage={view.lineage}
                    plans={(*plans).clone()}
                />
                <Legend />
            </>
        },
        Stage::Tree => {
            html! { <StageTree source={source.clone()} stopped={view.stopped} answer={view.answer().cloned()} selected={view.selected} revision={*revision} /> }
        }
        Stage::Findings => html! {
            <FindingsPanel source={source.clone()} diagnosed={view.diagnosed.clone()} finding={view.finding} language={view.language} />
        },
        Stage::List => {
            html! { <VerdictList source={source.clone()} stopped={view.stopped} answer={view.answer().cloned()} selected={view.selected} revision={*revision} /> }
        }
    };
    html! {
        <section class="stage" id="picture" tabindex="-1" aria-label={words.stage}>
            <div class="stage-tools">
                <Segments label={words.stage} choices={stages} chosen={view.stage as usize} on_choose={on_stage} />
                if view.stage == Stage::Graph {
                    <Segments class="scope" label={words.around} choices={scopes} chosen={view.scope as usize} on_choose={on_scope} />
                    if is_all {
                        <Segments class="arrangement" label={words.grouping} choices={arrangements} chosen={view.arranged as usize} on_choose={on_arrange} />
                    } else {
                    <Segments class="way" label={words.way} choices={ways} chosen={view.way as usize} on_choose={on_way} />
                    <div class="hops" role="group" aria-label={(words.hops)(view.hops)}>
                        <button type="button" aria-label={words.fewer_hops} title={words.fewer_hops} disabled={view.hops <= 1} onclick={hops(-1)}><Icon shape={Shape::Minus} /></button>
                        <span>{(words.hops)(view.hops)}</span>
                        <button type="button" aria-label={words.more_hops} title={words.more_hops} disabled={view.hops >= MOST_HOPS} onclick={hops(1)}><Icon shape={Shape::Plus} /></button>
                    </div>
                    }
                }
                <EditToggle editing={view.editing} />
            </div>
            if view.editing || view.traces.undo.is_some() || view.traces.redo.is_some() {
                <DrawBar traces={view.traces.clone()} watching={view.frame.is_some()} />
            }
            if view.editing && view.stage == Stage::Graph && source.catalog.object_count() <= 1 {
                <Invite />
            }
            {picture}
            if let Some(frame) = view.frame.clone().filter(|_| view.schedule == Schedule::Manual) {
                <ChoiceList {frame} />
            }
        </section>
    }
}
