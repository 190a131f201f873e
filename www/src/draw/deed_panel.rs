use super::use_say::use_say;
use super::{Deed, Refusal};
use crate::hooks::{use_desk, use_words};
use crate::state::{Live, Source, ThingId};
use kubeloupe_core::analyse::Cascade;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// About what.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// What can be asked of the running cluster about an object: delete it, force a finalizer off, create it again.
#[component]
pub fn DeedPanel(props: &Props) -> Html {
    let (say, words, desk) = (use_say(), use_words(), use_desk());
    let refusal = use_state_eq(|| None::<Refusal>);
    let cascade = use_state_eq(|| Cascade::Background);
    let Some(object) = props.source.catalog.get(props.thing).object.clone() else {
        return Html::default();
    };
    let key = object.key();
    let live = desk.live(props.thing);
    let here = !matches!(live, Live::Gone | Live::Absent | Live::NotYet);
    let held = desk
        .with_world(|world| {
            let names = &world.cluster().names;
            let stored = world.api().get(&key).filter(|_| here);
            let finalizers = stored
                .map(|stored| stored.meta.finalizers.to_vec())
                .unwrap_or_default();
            finalizers
                .into_iter()
                .map(|name| (name, names.text(name).to_owned()))
                .collect::<Vec<_>>()
        })
        .unwrap_or_default();
    let free = desk
        .with_world(|world| world.api().get(&key).is_none())
        .unwrap_or(false);
    let ask = |deed: Deed| {
        let (desk, refusal) = (desk.clone(), refusal.setter());
        move |_: MouseEvent| refusal.set(desk.request(&deed).err())
    };
    let onchange = {
        let cascade = cascade.setter();
        Callback::from(move |event: Event| {
            let field: HtmlSelectElement = event.target_unchecked_into();
            let number = usize::try_from(field.selected_index()).unwrap_or(0);
            cascade.set(Cascade::ALL[number.min(Cascade::ALL.len() - 1)]);
        })
    };
    html! {
        <section class="deed-panel" aria-label={say.deeds()}>
            <h3>{say.deeds()}</h3>
            <p class="note">{say.deeds_about()}</p>
            <div class="deed-row">
                <select aria-label={words.policy} disabled={!here} {onchange}>
                    for one in Cascade::ALL {
                        <option selected={one == *cascade}>{(words.cascade)(one)}</option>
                    }
                </select>
                <button type="button" class="ghost danger" disabled={!here} onclick={ask(Deed::Delete(key, *cascade))}>{say.delete()}</button>
            </div>
            for (finalizer, text) in held {
                <div class="deed-row">
                    <code>{text.clone()}</code>
                    <button type="button" class="ghost danger" aria-label={format!("{}: {text}", say.force())} onclick={ask(Deed::RemoveFinalizer(key, finalizer))}>{say.force()}</button>
                </div>
            }
            <div class="deed-row">
                <button type="button" class="ghost" disabled={!free} onclick={ask(Deed::Recreate(Box::new((*object).clone())))}>{say.recreate()}</button>
                if !free {
                    <small>{say.recreate_about()}</small>
                }
            </div>
            if let Some(refusal) = &*refusal {
                <p class="refusal" role="alert">{say.refusal(refusal)}</p>
            }
        </section>
    }
}
