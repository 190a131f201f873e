use super::use_say::use_say;
use super::{Change, Deed, Edit, OwnerDraft, Refusal, owner_of};
use crate::components::{Icon, RuleLink, Shape, ThingPicker, owner_because, owner_class};
use crate::hooks::{use_desk, use_words};
use crate::state::{Source, ThingId, ownerships};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Whose references.
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

/// The owner references of a thing, each with what the collector makes of it, its flags, and a way to take it away.
#[component]
pub fn OwnerEditor(props: &Props) -> Html {
    let (say, words, desk) = (use_say(), use_words(), use_desk());
    let refusal = use_state_eq(|| None::<Refusal>);
    let typed = use_state_eq(OwnerDraft::default);
    let source = &props.source;
    let Some(object) = source.catalog.get(props.thing).object.clone() else {
        return Html::default();
    };
    let key = object.key();
    let watching = props.watching;
    let owners = desk
        .with_world(|world| {
            let stored = world
                .api()
                .get(&key)
                .filter(|now| now.meta.uid == object.meta.uid);
            // While something is watched, what is so now counts; else what is open.
            let shown = stored.filter(|_| watching).unwrap_or(&object);
            ownerships(world, &source.catalog, shown)
        })
        .unwrap_or_default();
    let attempt = {
        let (desk, refusal) = (desk.clone(), refusal.setter());
        Callback::from(move |change: Change| {
            refusal.set(desk.draw(&Edit::Change(key, change)).err());
        })
    };
    let on_pick = {
        let (desk, refusal, source) = (desk.clone(), refusal.setter(), source.clone());
        Callback::from(move |thing: ThingId| {
            let owner = owner_of(&source, thing);
            let made = if watching {
                desk.request(&Deed::AddOwner(key, owner))
            } else {
                desk.draw(&Edit::Change(key, Change::AddOwner(owner)))
            };
            refusal.set(made.err());
        })
    };
    let remove = |number: usize, reference: kubeloupe_core::object::OwnerReference| {
        let (desk, refusal, attempt) = (desk.clone(), refusal.setter(), attempt.clone());
        move |_: MouseEvent| {
            if watching {
                refusal.set(desk.request(&Deed::RemoveOwner(key, reference)).err());
            } else {
                attempt.emit(Change::RemoveOwner(number));
            }
        }
    };
    let set = |change: fn(&mut OwnerDraft, String)| {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let mut next = (*typed).clone();
            change(&mut next, field.value());
            typed.set(next);
        })
    };
    let write = {
        let (desk, refusal, typed) = (desk.clone(), refusal.setter(), typed.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match desk.draw(&Edit::Change(key, Change::WriteOwner(None, (*typed).clone()))) {
                Ok(()) => {
                    typed.set(OwnerDraft::default());
                    refusal.set(None);
                }
                Err(why) => refusal.set(Some(why)),
            }
        })
    };
    let text = |name| source.catalog.text(name).to_owned();
    html! {
        <section class="owner-editor" aria-label={say.owners()}>
            <h3>{say.owners()}</h3>
            if owners.is_empty() {
                <p class="none">{words.no_references}</p>
            }
            <ul class="references">
                for (number, owner) in owners.iter().enumerate() {
                    {{
                        let (controller, blocks) = (owner.reference.controller == Some(true), owner.reference.blocks());
                        let (on_controller, on_blocks) = (attempt.clone(), attempt.clone());
                        let name = format!("{} {}", text(owner.reference.kind), text(owner.reference.name));
                        html! {
                            <li key={number}>
                                {owner_class(words, owner)}
                                <div>
                                    <span><em class="kind">{text(owner.reference.kind)}</em><b>{text(owner.reference.name)}</b></span>
                                    <small>{owner_because(words, &source.catalog, owner)}{" "}<RuleLink rule={owner.rule} /></small>
                                    <span class="flags">
                                        <label class="check"><input type="checkbox" checked={controller} disabled={watching} onclick={move |_: MouseEvent| on_controller.emit(Change::Controller(number, !controller))} />{say.controller()}</label>
                                        <label class="check"><input type="checkbox" checked={blocks} disabled={watching} onclick={move |_: MouseEvent| on_blocks.emit(Change::Blocks(number, !blocks))} />{say.blocks()}</label>
                                    </span>
                                </div>
                                <button type="button" class="ghost square" aria-label={format!("{}: {name}", say.remove_owner())} title={say.remove_owner()} onclick={remove(number, owner.reference)}><Icon shape={Shape::Cross} /></button>
                            </li>
                        }
                    }}
                }
            </ul>
            if let Some(refusal) = &*refusal {
                <p class="refusal" role="alert">{say.refusal(refusal)}</p>
            }
            <ThingPicker id="add-owner" source={source.clone()} label={say.add_owner()} placeholder={say.add_owner()} {on_pick} />
            if !watching {
                <details class="by-hand">
                    <summary>{say.write_owner()}</summary>
                    <form onsubmit={write} autocomplete="off">
                        <input type="text" spellcheck="false" aria-label="apiVersion" placeholder="apiVersion" value={typed.api_version.clone()} oninput={set(|typed, text| typed.api_version = text)} />
                        <input type="text" spellcheck="false" aria-label="kind" placeholder="kind" value={typed.kind.clone()} oninput={set(|typed, text| typed.kind = text)} />
                        <input type="text" spellcheck="false" aria-label="name" placeholder="name" value={typed.name.clone()} oninput={set(|typed, text| typed.name = text)} />
                        <input type="text" spellcheck="false" aria-label="uid" placeholder="uid" value={typed.uid.clone()} oninput={set(|typed, text| typed.uid = text)} />
                        <button type="submit" class="ghost">{say.write_this()}</button>
                    </form>
                </details>
            }
        </section>
    }
}
