use super::branches_sheet::BranchesSheet;
use super::breakpoint_button::SharedBreakpoints;
use super::breakpoints_sheet::BreakpointsSheet;
use super::busy_strip::BusyStrip;
use super::collector_sheet::CollectorSheet;
use super::deck::Deck;
use super::expected_sheet::ExpectedSheet;
use super::help_sheet::HelpSheet;
use super::moves_sheet::MovesSheet;
use super::notes_sheet::NotesSheet;
use super::open_sheet::OpenSheet;
use super::problem_notice::ProblemNotice;
use super::question_bar::QuestionBar;
use super::rule_sheet::RuleSheet;
use super::script_bar::ScriptBar;
use super::share_sheet::ShareSheet;
use super::tab_bar::TabBar;
use super::time_panel::TimePanel;
use super::top_bar::TopBar;
use super::version_sheet::VersionSheet;
use crate::crash::{self, Kept};
use crate::draw::{AddSheet, use_draw_keys};
use crate::embed::Opening;
use crate::hooks::{use_address, use_desk, use_drop, use_keys, use_main_tag, use_playback, use_words};
use crate::host::Controls;
use crate::lenses::{ExpectationsLens, HashLens, NodesLens};
use crate::state::{Lens, Sheet, Stage, View};
use std::rc::Rc;
use yew::prelude::*;

/// What the workbench shows.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<View>,
    /// What is opened at first.
    pub opening: Opening,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view) && self.opening == other.opening
    }
}

/// The places of the page that never move, and what may lie over them.
#[component]
pub fn Workbench(Props { view, opening }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    use_keys();
    use_draw_keys(view.traces.at_risk);
    use_address(view.lens);
    use_playback(view.playing, view.speed, view.frame.clone());
    let over = use_drop(words.open_pasted_name);
    let host = desk.host().clone();
    use_effect_with(opening.clone(), move |opening| opening.open(&desk));
    {
        // What can be saved if the program failed from here on.
        let kept = view.source.clone().map(|source| Kept {
            source,
            script: view.played().map(|told| told.script.clone()),
            question: view.question.clone(),
            cascade: view.cascade,
            schedule: view.schedule,
            position: view.frame.as_ref().map_or(0, |frame| frame.position),
            lens: view.lens.slug(),
        });
        use_effect_with((host.clone(), kept), |(host, kept)| {
            kept.clone().into_iter().for_each(|kept| crash::keep(host, kept));
        });
        use_effect_with(host, |host| {
            let host = host.clone();
            move || crash::forget(&host)
        });
    }
    // Another source gets another deck: nothing that components remember of things means anything in it.
    let sheet = match view.sheet {
        None | Some(Sheet::Panel(_)) => Html::default(),
        Some(Sheet::Open) => html! { <OpenSheet /> },
        Some(Sheet::Notes) => view.source.clone().map_or_else(Html::default, |source| {
            html! { <NotesSheet {source} language={view.language} /> }
        }),
        Some(Sheet::Share) => {
            html! { <ShareSheet watching={view.frame.is_some()} graph={view.stage == Stage::Graph} asked={!view.question.is_empty()} script={view.played().map(|told| told.script.is_json())} /> }
        }
        Some(Sheet::Collector) => view.source.clone().map_or_else(Html::default, |source| {
            html! { <CollectorSheet {source} language={view.language} revision={view.frame.as_ref().map_or(0, |frame| frame.revision)} /> }
        }),
        Some(Sheet::Add) => view.source.clone().map_or_else(Html::default, |source| {
            html! { <AddSheet {source} watching={view.frame.is_some()} selected={view.selected} /> }
        }),
        Some(Sheet::Help) => html! { <HelpSheet lens={view.lens} /> },
        Some(Sheet::Version) => {
            html! { <VersionSheet minor={view.minor} came_from={view.came_from} language={view.language} /> }
        }
        Some(Sheet::Moves) => {
            html! { <MovesSheet frame={view.frame.clone()} selected={view.selected} breakpoints={view.breakpoints.clone()} /> }
        }
        Some(Sheet::Breakpoints) => {
            html! { <BreakpointsSheet source={view.source.clone()} selected={view.selected} breakpoints={view.breakpoints.clone()} /> }
        }
        Some(Sheet::Branches) => {
            html! { <BranchesSheet source={view.source.clone()} frame={view.frame.clone()} language={view.language} /> }
        }
        Some(Sheet::Expected) => view.told.clone().map_or_else(Html::default, |told| {
            html! { <ExpectedSheet {told} /> }
        }),
        Some(Sheet::Rule(rule)) => html! { <RuleSheet {rule} language={view.language} /> },
    };
    let controls = use_desk()
        .host()
        .wishes()
        .map_or(Controls::Full, |wishes| wishes.controls);
    let hidden = |lens: Lens| view.lens != lens;
    let visited = |lens: Lens| view.visited[lens as usize];
    let main = use_main_tag();
    html! {
        <ContextProvider<SharedBreakpoints> context={view.breakpoints.clone()}>
        <div class="app" data-controls={controls.word()}>
            if view.lens == Lens::Deletion {
                <a class="skip" href="#picture">{words.skip_to_picture}</a>
            }
            <TopBar source={view.source.clone()} lens={view.lens} theme={view.theme} language={view.language} minor={view.minor} sheet={view.sheet} />
            <@{main} data-main="" hidden={hidden(Lens::Deletion)}>
                if let (Some(told), Some(source)) = (view.played().cloned(), view.source.clone()) {
                    <ScriptBar {source} {told} frame={view.frame.clone()} sheet={view.sheet} />
                } else {
                <QuestionBar
                    source={view.source.clone()}
                    question={view.question.clone()}
                    cascade={view.cascade}
                    answers={view.answers.clone()}
                    stopped={view.stopped}
                    watching={view.frame.is_some()}
                    has_script={view.told.is_some()}
                />
                }
                <Deck key={view.lineage} view={view.clone()} />
                <TimePanel view={view.clone()} />
                <TabBar sheet={view.sheet} />
            </@>
            if visited(Lens::Nodes) {
                <NodesLens view={view.clone()} hidden={hidden(Lens::Nodes)} />
            }
            if visited(Lens::Expectations) {
                <ExpectationsLens view={view.clone()} hidden={hidden(Lens::Expectations)} />
            }
            if visited(Lens::Hash) {
                <HashLens view={view.clone()} hidden={hidden(Lens::Hash)} />
            }
            <BusyStrip busy={view.busy} />
            <ProblemNotice problem={view.problem.clone()} />
            {sheet}
            if over {
                <div class="drop-hint">{words.drop_here}</div>
            }
        </div>
        </ContextProvider<SharedBreakpoints>>
    }
}
