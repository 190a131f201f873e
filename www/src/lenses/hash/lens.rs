use super::answer_line::AnswerLine;
use super::lab::{Lab, Looking};
use super::stage_panel::StagePanel;
use super::state::{Busy, Comparison, HashAct, HashView, Other, Stage, Subject, samples};
use super::subject_bar::SubjectBar;
use super::template_panel::TemplatePanel;
use super::text::{HashWords, words};
use super::version_list::VersionList;
use crate::hooks::{use_desk, use_lens_keys, use_main_tag, use_words};
use crate::lenses::LensProps;
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use std::rc::Rc;
use yew::prelude::*;

/// The hash of a pod template: what it is in each version of Kubernetes, and why.
#[component]
pub fn HashLens(LensProps { view: page, hidden }: &LensProps) -> Html {
    let (everywhere, desk) = (use_words(), use_desk());
    let looking = use_reducer(Looking::default);
    let dispatcher = looking.dispatcher();
    let lab = use_memo((), |()| Lab::new(dispatcher));
    let lab = (*lab).clone();
    let view = looking.0.clone();
    lab.look_at(view.clone(), page.language);
    let words = words(page.language);
    {
        let lab = lab.clone();
        use_effect_with((), move |()| lab.open(samples()));
    }
    {
        let lab = lab.clone();
        use_effect_with(page.minor, move |&minor| lab.act(HashAct::Minor(minor)));
    }
    {
        let lab = lab.clone();
        use_effect_with(*hidden, move |&hidden| {
            let receives = !hidden;
            if receives {
                let lab = lab.clone();
                desk.hand_over(Some(Rc::new(move |inputs| lab.open_inputs(inputs))));
            }
            move || {
                if receives {
                    desk.hand_over(None);
                }
            }
        });
    }
    let count = view.collision_count();
    {
        let lab = lab.clone();
        use_effect_with((view.entry().cloned(), count), move |(entry, count)| {
            if let Some(entry) = entry {
                lab.hash(entry.clone(), *count);
            }
        });
    }
    let subject = use_subject(&view);
    let comparison = use_comparison(&view, subject.as_ref());
    {
        let lab = lab.clone();
        use_lens_keys(
            *hidden,
            Callback::from(move |event: KeyboardEvent| press(&lab, &event)),
        );
    }
    let is_current = view
        .hashes
        .as_ref()
        .is_some_and(|hashes| view.entry() == Some(&hashes.entry) && hashes.count == count);
    let main = use_main_tag();
    html! {
        <ContextProvider<&'static HashWords> context={words}>
            <ContextProvider<Lab> context={lab.clone()}>
                <@{main} data-main="" class="lens hash-lens" hidden={*hidden}>
                    <SubjectBar view={view.clone()} />
                    <AnswerLine view={view.clone()} subject={subject.clone()} comparison={comparison.clone()} stale={!is_current} />
                    if let Some(problem) = &view.problem {
                        <div class="hash-problem" role="alert">
                            <i class="mark stuck" aria-hidden="true"></i>
                            <p>{problem.to_string()}</p>
                            <button type="button" class="ghost square" aria-label={everywhere.close} onclick={{
                                let lab = lab.clone();
                                move |_: MouseEvent| lab.act(HashAct::Problem(None))
                            }}>{"×"}</button>
                        </div>
                    }
                    if let Some(busy) = view.busy {
                        <div class="hash-busy" role="status">
                            <progress max={share(busy).1.to_string()} value={share(busy).0.to_string()} aria-hidden="true"></progress>
                            <span>{match busy {
                                Busy::Reading(read, of) => (words.reading)(read, of),
                                Busy::Tracing(done, of) => (words.tracing)(done, of),
                            }}</span>
                            <button type="button" class="ghost" onclick={{
                                let lab = lab.clone();
                                move |_: MouseEvent| lab.cancel()
                            }}>{words.cancel}</button>
                        </div>
                    }
                    <div class="hash-deck">
                        <TemplatePanel entry={view.entry().cloned()} problem={view.edit_problem.clone()} />
                        if let Some(subject) = subject {
                            <StagePanel view={view.clone()} {subject} {comparison} />
                        } else {
                            <section class="hash-stage" aria-busy="true"></section>
                        }
                        <VersionList hashes={view.hashes.clone()} stale={!is_current} minor={view.minor} />
                    </div>
                </@>
            </ContextProvider<Lab>>
        </ContextProvider<&'static HashWords>>
    }
}

fn share(busy: Busy) -> (u64, u64) {
    match busy {
        Busy::Reading(read, of) => (read, of.max(1)),
        Busy::Tracing(done, of) => (done as u64, (of as u64).max(1)),
    }
}

/// What is looked at; where it cannot be computed, what was looked at before.
#[hook]
fn use_subject(view: &HashView) -> Option<Rc<Subject>> {
    let former = use_mut_ref(|| None::<Rc<Subject>>);
    let computed = use_memo(
        (view.entry().cloned(), view.minor, view.collision_count()),
        |(entry, minor, count)| {
            let subject = Subject::new(entry.as_ref()?, *minor, *count);
            subject.ok().map(Rc::new)
        },
    );
    if let Some(subject) = &*computed {
        former.replace(Some(subject.clone()));
    }
    former.borrow().clone()
}

/// The comparison that was chosen; without one, that with the nearest older version that comes to another hash.
#[hook]
fn use_comparison(view: &HashView, subject: Option<&Rc<Subject>>) -> Option<Rc<Comparison>> {
    let other = view.other.unwrap_or_else(|| Other::Minor(view.other_minor()));
    let wanted = view.stage == Stage::Compare || view.other.is_some();
    let second = match other {
        Other::Entry(place) => view.entries.get(place).map(|entry| (entry.clone(), view.minor)),
        Other::Minor(minor) => view.entry().map(|entry| (entry.clone(), minor)),
    };
    let count = view.collision_count();
    let computed = use_memo(
        (subject.cloned(), second.filter(|_| wanted), count),
        |(first, second, count)| {
            let (entry, minor) = second.as_ref()?;
            let second = Subject::new(entry, *minor, *count).ok()?;
            Some(Rc::new(Comparison::new(first.clone()?, Rc::new(second))))
        },
    );
    (*computed).clone()
}

fn press(lab: &Lab, event: &KeyboardEvent) -> bool {
    let view = lab.view();
    match event.key().as_str() {
        "ArrowLeft" if view.minor > OLDEST_MINOR => lab.act(HashAct::Minor(view.minor - 1)),
        "ArrowRight" if view.minor < NEWEST_MINOR => lab.act(HashAct::Minor(view.minor + 1)),
        "Escape" if view.problem.is_some() => lab.act(HashAct::Problem(None)),
        "Escape" if view.part.is_some() => lab.act(HashAct::Part(None)),
        key => {
            let number = key.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let Some(&stage) = number.and_then(|number| Stage::ALL.get(number)) else {
                return false;
            };
            lab.act(HashAct::Stage(stage));
        }
    }
    true
}
