use super::copy_button::CopyButton;
use super::fate_mark::FateMark;
use super::finding_details::FindingDetails;
use super::thing_name::ThingName;
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Diagnosed, Source, mark_of};
use crate::text::{Language, moment};
use kubeloupe_core::analyse::diagnosis::Outcome;
use kubeloupe_formats::text;
use std::rc::Rc;
use yew::prelude::*;

/// The findings.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// What is wrong with it.
    pub diagnosed: Option<Rc<Diagnosed>>,
    /// The finding that is unfolded.
    pub finding: Option<usize>,
    /// The language.
    pub language: Language,
}

/// More findings of one outcome than these are counted; the report has them all.
const SHOWN: usize = 100;

/// Outcomes in the order in which findings are listed.
const OUTCOMES: [Outcome; 7] = [
    Outcome::Stuck,
    Outcome::WillBeDeleted,
    Outcome::Slow,
    Outcome::Uncollectable,
    Outcome::LosesReference,
    Outcome::Stays,
    Outcome::CannotVerify,
];

/// Everything that is wrong, the gravest first: what it is, what comes of it, and one at a time with all it waits for and
/// the ways to put it right.
#[component]
pub fn FindingsPanel(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let Some(diagnosed) = &props.diagnosed else {
        return html! { <div class="findings"><p class="nothing">{words.computing}</p></div> };
    };
    let lang = props.language.formats();
    let diagnosis = diagnosed.findings.diagnosis();
    let report = {
        let diagnosed = diagnosed.clone();
        Callback::from(move |()| diagnosed.findings.markdown(lang))
    };
    let row = |number: usize| {
        let finding = &diagnosis.findings[number];
        let open = props.finding == Some(number);
        let thing = props.source.catalog.by_key(&finding.object.key());
        let onclick = {
            let desk = desk.clone();
            move |_: MouseEvent| {
                desk.act(Act::Finding((!open).then_some(number)));
                if let Some(thing) = thing {
                    desk.choose_seen(thing);
                }
            }
        };
        html! {
            <li key={number} class={classes!(open.then_some("open"))}>
                <button type="button" class="finding" aria-expanded={open.to_string()} {onclick}>
                    <FateMark mark={mark_of(finding.outcome)} />
                    if let Some(thing) = thing {
                        <ThingName source={props.source.clone()} {thing} />
                    }
                    <span class="when">{finding.at.map(|at| moment(&words.spans, at))}</span>
                    <span class="what">{text::problem(finding, diagnosed.findings.cluster(), lang)}</span>
                </button>
                if open {
                    <FindingDetails source={props.source.clone()} diagnosed={diagnosed.clone()} {number} language={props.language} />
                }
            </li>
        }
    };
    html! {
        <div class="findings" tabindex="0" role="region" aria-label={words.findings}>
            <div class="findings-head">
                <p>{(words.findings_of)(diagnosis.findings.len(), diagnosis.objects, diagnosis.references)}</p>
                if !diagnosis.findings.is_empty() {
                    <CopyButton label={words.copy_report} text={report} />
                }
            </div>
            if diagnosis.findings.is_empty() {
                <p class="nothing">{words.findings_none}</p>
            }
            for outcome in OUTCOMES {
                {{
                    let numbers: Vec<usize> = (0..diagnosis.findings.len())
                        .filter(|&number| diagnosis.findings[number].outcome == outcome)
                        .collect();
                    html! {
                        if !numbers.is_empty() {
                            <h3><FateMark mark={mark_of(outcome)} />{text::outcome(outcome, lang)}<span class="count-of">{numbers.len()}</span></h3>
                            <ul class="finding-list">
                                for &number in numbers.iter().take(SHOWN) {
                                    {row(number)}
                                }
                            </ul>
                            if numbers.len() > SHOWN {
                                <p class="nothing">{(words.more)(numbers.len() - SHOWN)}</p>
                            }
                        }
                    }
                }}
            }
        </div>
    }
}
