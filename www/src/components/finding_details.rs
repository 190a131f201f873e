use super::copy_button::CopyButton;
use super::finalizer_card::FinalizerCard;
use super::rule_link::RuleLink;
use crate::hooks::{Desk, use_desk, use_words};
use crate::state::{Act, Diagnosed, Scope, Source, Stage};
use crate::text::{Language, moment};
use kubeloupe_core::analyse::diagnosis::{Blocker, Fix, Link};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::Identity;
use kubeloupe_formats::text;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// One finding.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// What is wrong with it.
    pub diagnosed: Rc<Diagnosed>,
    /// Which finding.
    pub number: usize,
    /// The language.
    pub language: Language,
}

/// What an object waits for, down to what has to be dealt with; who would deal with it; and what can be done.
#[component]
pub fn FindingDetails(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let lang = props.language.formats();
    let findings = &props.diagnosed.findings;
    let cluster = findings.cluster();
    let Some(finding) = props.diagnosed.list().get(props.number) else {
        return Html::default();
    };
    let thing = props.source.catalog.by_key(&finding.object.key());
    let to_thing = |identity: &Identity| to_thing(&desk, cluster, &props.source, identity);
    let around = thing.map(|thing| {
        let desk = desk.clone();
        let onclick = move |_: MouseEvent| {
            desk.act(Act::Select(Some(thing)));
            desk.act(Act::Scope(Scope::Selected));
            desk.act(Act::Stage(Stage::Graph));
        };
        html! { <button type="button" class="ghost" {onclick}>{words.show_neighbours}</button> }
    });
    let finalizers: BTreeSet<&str> = finding
        .causes()
        .filter_map(|link| match link.blocker {
            Blocker::Finalizer(finalizer) => Some(cluster.names.text(finalizer)),
            _ => None,
        })
        .collect();
    let link = |(number, link): (usize, &Link)| {
        let same = number > 0 && finding.chain[number - 1].of == link.of;
        html! {
            <li key={number} class={classes!("hold", link.is_cause.then_some("cause"))} ~style={format!("--depth:{}", link.depth)}>
                if !same {
                    <p class="of">{to_thing(&link.of)}</p>
                }
                <p class="for">
                    {text::blocker(&link.blocker, cluster, lang)}
                    if let Some(at) = link.at {
                        <small>{moment(&words.spans, at)}</small>
                    }
                    if link.is_cause {
                        <b class="root">{words.root_cause}</b>
                    }
                </p>
            </li>
        }
    };
    let fix = |(number, fix): (usize, &Fix)| {
        let apply = {
            let (desk, diagnosed, finding) = (desk.clone(), props.diagnosed.clone(), props.number);
            move |_: MouseEvent| desk.apply_fix(&diagnosed, finding, number)
        };
        let commands: Vec<String> = fix
            .edits
            .iter()
            .map(|edit| findings.command(edit, lang))
            .collect();
        let all = commands.join("\n");
        html! {
            <li key={number} class="fix">
                <p class="aim">{if number == 0 { words.least_fix } else { words.other_fix }}{" "}<span>{text::aim(fix.aim, lang)}</span></p>
                <pre tabindex="0" aria-label={words.commands}><code>{all.clone()}</code></pre>
                <p class="deeds">
                    <CopyButton label={words.copy_command} text={Callback::from(move |()| all.clone())} />
                    <button type="button" class="primary" onclick={apply}>{words.apply_fix}</button>
                </p>
            </li>
        }
    };
    html! {
        <div class="finding-details">
            if !finding.chain.is_empty() {
                <h4>{words.waits_chain}</h4>
                <ol class="chain-of">
                    for numbered in finding.chain.iter().enumerate() {
                        {link(numbered)}
                    }
                    if finding.more_links > 0 {
                        <li class="more">{(words.more)(finding.more_links)}</li>
                    }
                </ol>
            }
            if !finding.others.is_empty() {
                <h4>{words.others}</h4>
                <ul class="others">
                    for (number, other) in finding.others.iter().enumerate() {
                        <li key={number}>{to_thing(other)}</li>
                    }
                </ul>
            }
            if let Some(missing) = &finding.missing {
                <p class="note">{format!("{} {}", words.missing, text::missing(missing, cluster, lang))}</p>
            }
            for finalizer in finalizers {
                <FinalizerCard key={finalizer} finalizer={finalizer.to_owned()} language={props.language} />
            }
            if !finding.fixes.is_empty() {
                <h4>{words.fixes}</h4>
                <ol class="fixes">
                    for numbered in finding.fixes.iter().enumerate() {
                        {fix(numbered)}
                    }
                </ol>
            }
            if !finding.assumes.is_empty() {
                <h4>{words.assumes}</h4>
                <ul class="facts">
                    for (number, one) in finding.assumes.iter().enumerate() {
                        <li key={number}>{text::assumption(one, &cluster.names, &cluster.kinds, lang)}</li>
                    }
                </ul>
            }
            <p class="deeds"><RuleLink rule={finding.rule.0} />{around}</p>
        </div>
    }
}

/// The name of an object, as a button where the source has it.
fn to_thing(desk: &Desk, cluster: &Cluster, source: &Source, identity: &Identity) -> Html {
    let text = |name| cluster.names.text(name);
    let text = match text(identity.namespace) {
        "" => format!("{} {}", text(identity.kind), text(identity.name)),
        namespace => format!("{} {namespace}/{}", text(identity.kind), text(identity.name)),
    };
    match source.catalog.by_identity(identity) {
        None => html! { <span class="thing">{text}</span> },
        Some(thing) => {
            let desk = desk.clone();
            let onclick = move |_: MouseEvent| desk.choose_seen(thing);
            html! { <button type="button" class="thing" {onclick}>{text}</button> }
        }
    }
}
