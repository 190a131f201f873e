use super::deed_panel::DeedPanel;
use super::edit_field::EditField;
use super::owner_editor::OwnerEditor;
use super::use_say::use_say;
use super::{Change, Edit, Place, Refusal, Why};
use crate::hooks::use_desk;
use crate::state::{Act, Source, ThingId};
use kubeloupe_core::object::Name;
use std::rc::Rc;
use yew::prelude::*;

/// What is edited.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
    /// A history is watched, so that changes are requests.
    pub watching: bool,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// Everything that can be changed of the chosen thing: at the start its references, its metadata and whether it is
/// there; in the running cluster what requests can do.
#[component]
pub fn ObjectEditor(props: &Props) -> Html {
    let (say, desk) = (use_say(), use_desk());
    let catalog = &props.source.catalog;
    let Some(object) = catalog.get(props.thing).object.clone() else {
        return html! { <p class="note">{say.absent()}</p> };
    };
    let text = |name: Name| AttrValue::from(catalog.text(name).to_owned());
    let key = object.key();
    let commit = |change: fn(String) -> Result<Change, Refusal>| {
        let desk = desk.clone();
        Callback::from(move |text: String| desk.draw(&Edit::Change(key, change(text)?)))
    };
    let act = |edit: Edit| {
        let desk = desk.clone();
        move |_: MouseEvent| {
            if let Err(refusal) = desk.draw(&edit) {
                desk.act(Act::Problem(Some(say.refusal(&refusal).into())));
            }
        }
    };
    let meta = &object.meta;
    let finalizers = lines(meta.finalizers.iter().map(|&name| catalog.text(name).to_owned()));
    let labels = lines(
        meta.labels
            .iter()
            .map(|&(key, value)| format!("{}={}", catalog.text(key), catalog.text(value))),
    );
    let namespaced = catalog.kinds().get(object.kind).is_namespaced();
    html! {
        <div class="object-editor">
            <OwnerEditor source={props.source.clone()} thing={props.thing} watching={props.watching} revision={props.revision} />
            if !props.watching {
                <details class="more-fields" open=true>
                    <summary>{say.more()}</summary>
                    <EditField id="edit-name" label={say.name()} value={text(meta.name)} on_commit={commit(|text| Ok(Change::Name(text)))} />
                    <EditField id="edit-namespace" label={say.namespace()} value={text(meta.namespace)} fixed={!namespaced} about={if namespaced { "" } else { say.no_namespace() }} on_commit={commit(|text| Ok(Change::Namespace(text)))} />
                    <EditField id="edit-uid" label={say.uid()} value={text(meta.uid)} about={say.uid_about()} on_commit={commit(|text| Ok(Change::Uid(text)))} />
                    <EditField id="edit-finalizers" label={say.finalizers()} value={finalizers} about={say.finalizers_about()} lines=true on_commit={commit(|text| Ok(Change::Finalizers(parts(&text))))} />
                    <EditField id="edit-labels" label={say.labels()} value={labels} about={say.labels_about()} lines=true on_commit={commit(|text| read_labels(&text))} />
                </details>
                <div class="deeds">
                    <button type="button" class="ghost" onclick={act(Edit::Duplicate(key))}>{say.duplicate()}</button>
                    <button type="button" class="ghost danger" onclick={act(Edit::Remove(key))}>{say.remove()}</button>
                </div>
            } else {
                <p class="note">{say.immutable()}</p>
            }
            <DeedPanel source={props.source.clone()} thing={props.thing} revision={props.revision} />
        </div>
    }
}

fn lines(parts: impl Iterator<Item = String>) -> AttrValue {
    parts.collect::<Vec<String>>().join("\n").into()
}

fn parts(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn read_labels(text: &str) -> Result<Change, Refusal> {
    let labels = parts(text).into_iter().map(|line| match line.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(Refusal::at(Place::Labels, Why::NotLabel(line))),
    });
    Ok(Change::Labels(labels.collect::<Result<_, Refusal>>()?))
}
