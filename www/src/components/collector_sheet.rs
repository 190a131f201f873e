use super::sheet_frame::SheetFrame;
use crate::hooks::{download, read_text, use_desk, use_words};
use crate::state::Source;
use crate::text::{Language, Words};
use kubeloupe_core::gc::{DotForm, DotNode, dot_nodes, write_dot};
use kubeloupe_core::sim::{Metrics, World};
use kubeloupe_formats::dot::{DotGraph, diff, read};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::text::describe_error;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the collector says of itself.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The language.
    pub language: Language,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// Lines of a comparison that are shown.
const SHOWN: usize = 200;

/// The collector's metrics at the present step (GC-61), and its graph: saved as DOT, or compared with a real one (GC-62).
#[component]
pub fn CollectorSheet(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let compared = use_state(|| None::<Vec<AttrValue>>);
    let save = |form: DotForm, name: &'static str| {
        let desk = desk.clone();
        move |_: MouseEvent| {
            if let Some(text) = desk.with_world(|world| dot(world, form)) {
                download(name, "text/vnd.graphviz", &text);
            }
        }
    };
    let on_compare = {
        let (desk, compared, language) = (desk.clone(), compared.clone(), props.language);
        Callback::from(move |event: Event| {
            let field = event.target_dyn_into::<HtmlInputElement>();
            let file = field
                .and_then(|field| field.files())
                .and_then(|files| files.get(0));
            let Some(file) = file else { return };
            let (desk, compared) = (desk.clone(), compared.clone());
            spawn_local(async move {
                let text = read_text(&file).await;
                let lines = desk.with_world(|world| compare(world, &file.name(), &text, language));
                compared.set(lines);
            });
        })
    };
    let metrics = desk.with_world(World::metrics);
    html! {
        <SheetFrame title={words.collector_title} class="notes collector">
            if let Some(metrics) = metrics {
                {queues(words, &metrics)}
                {figures(words, &metrics)}
            }
            <h3>{words.collector_graph}</h3>
            <p>{words.collector_graph_about}</p>
            <p class="saves">
                <button type="button" class="ghost" onclick={save(DotForm::Upstream, "graph.dot")}>{words.collector_save_upstream}</button>
                <button type="button" class="ghost" onclick={save(DotForm::Corrected, "graph-corrected.dot")}>{words.collector_save_corrected}</button>
            </p>
            <p class="saves"><label class="file ghost">{words.collector_compare}<input type="file" accept=".dot,.txt,text/plain" onchange={on_compare} /></label></p>
            <div role="status">
                if let Some(lines) = &*compared {
                    <ul class="facts">
                        for (number, line) in lines.iter().take(SHOWN).enumerate() {
                            <li key={number}>{line}</li>
                        }
                        if lines.len() > SHOWN {
                            <li class="more">{(words.more)(lines.len() - SHOWN)}</li>
                        }
                    </ul>
                }
            </div>
        </SheetFrame>
    }
}

fn queues(words: &Words, metrics: &Metrics) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={words.collector_queue}>
            <table class="metrics">
                <thead><tr>
                    <th scope="col">{words.collector_queue}</th>
                    for head in words.collector_counts {
                        <th scope="col">{*head}</th>
                    }
                </tr></thead>
                <tbody>
                    for one in &metrics.queues {
                        <tr key={one.queue.metric_name()}>
                            <th scope="row">{one.queue.metric_name()}</th>
                            <td>{one.depth}</td><td>{one.delayed}</td><td>{one.counts.adds}</td><td>{one.counts.retries}</td><td>{one.counts.taken}</td>
                        </tr>
                    }
                </tbody>
            </table>
        </div>
    }
}

fn figures(words: &Words, metrics: &Metrics) -> Html {
    let [nodes, absent, monitors, errors, client] = words.collector_figures;
    let rows = [
        (
            nodes,
            (words.collector_nodes)(metrics.graph_nodes, metrics.virtual_nodes),
        ),
        (
            absent,
            (words.collector_absent)(
                metrics.absent_owners,
                metrics.absent_owner_hits,
                metrics.absent_owner_misses,
            ),
        ),
        (monitors, metrics.monitors.to_string()),
        (errors, metrics.resources_sync_errors.to_string()),
        (
            client,
            (words.collector_client)(metrics.delayed_calls, &words.spans.of(metrics.call_delay)),
        ),
    ];
    html! {
        <dl class="metrics">
            for (name, value) in rows {
                <div key={name}><dt>{name}</dt><dd>{value}</dd></div>
            }
        </dl>
    }
}

fn dot(world: &World, form: DotForm) -> String {
    let nodes = dot_nodes(world.gc().graph());
    let nodes: Vec<&DotNode> = nodes.iter().collect();
    write_dot(&world.cluster().names, &nodes, form)
}

/// What tells a real graph from the present one, a line each.
fn compare(world: &World, name: &str, real: &str, language: Language) -> Vec<AttrValue> {
    let lang = language.formats();
    let real = match read(name, real, &Limits::default()) {
        Ok(real) => real,
        Err(error) => return vec![describe_error(&error, lang).into()],
    };
    let nodes = dot_nodes(world.gc().graph());
    let found = diff(&real, &DotGraph::of(&world.cluster().names, &nodes));
    let text = found.text(lang);
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.to_owned().into())
        .collect()
}
