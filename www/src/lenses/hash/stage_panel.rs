use super::code_stage::CodeStage;
use super::collide_stage::CollideStage;
use super::compare_stage::CompareStage;
use super::dump_stage::DumpStage;
use super::lab::{use_hash_words, use_lab};
use super::makers_stage::MakersStage;
use super::state::{Comparison, HashAct, HashView, Stage, Subject};
use crate::components::{Segment, Segments};
use std::rc::Rc;
use yew::prelude::*;

/// What the middle shows.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<HashView>,
    /// What is looked at.
    pub subject: Rc<Subject>,
    /// What it is compared with.
    pub comparison: Option<Rc<Comparison>>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
            && self.subject == other.subject
            && self.comparison == other.comparison
    }
}

/// The middle: one of the questions.
#[component]
pub fn StagePanel(
    Props {
        view,
        subject,
        comparison,
    }: &Props,
) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let choices = Stage::ALL
        .iter()
        .map(|&stage| Segment::explained((words.stage)(stage), (words.stage_about)(stage)))
        .collect::<Vec<_>>();
    let on_choose = Callback::from(move |number: usize| lab.act(HashAct::Stage(Stage::ALL[number])));
    let content = match view.stage {
        Stage::Dump => html! {
            <DumpStage
                subject={subject.clone()}
                comparison={comparison.clone().filter(|_| view.other.is_some())}
                part={view.part}
                all={view.all_fields}
                broken={view.broken}
            />
        },
        Stage::Compare => html! { <CompareStage comparison={comparison.clone()} /> },
        Stage::Makers => html! {
            <MakersStage makers={view.makers.clone()} subject={subject.clone()} label={view.label.clone()} made={view.made.clone()} entries={view.entries.clone()} chosen={view.chosen} />
        },
        Stage::Collide => html! { <CollideStage search={view.search.clone()} image={view.wanted_image()} /> },
        Stage::Code => html! { <CodeStage sum={subject.row.sum} /> },
    };
    html! {
        <section class="hash-stage" aria-label={(words.stage)(view.stage)}>
            <div class="hash-stage-tools">
                <Segments label={words.stages} {choices} chosen={view.stage as usize} {on_choose} />
            </div>
            {content}
        </section>
    }
}
