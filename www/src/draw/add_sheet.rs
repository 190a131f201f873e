use super::kind_picker::KindPicker;
use super::use_say::use_say;
use super::{
    CustomDraft, Deed, Draft, Edit, KindChoice, KindDraft, Place, Refusal, Why, kind_choices, owner_of,
};
use crate::components::{SheetFrame, ThingName, ThingPicker};
use crate::hooks::{Desk, use_desk, use_words};
use crate::state::{Act, Source, ThingId};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// To what something is added.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// A history is watched, so that adding is a request.
    pub watching: bool,
    /// The chosen thing, in whose namespace the new one begins.
    pub selected: Option<ThingId>,
}

/// What is typed for a new object.
#[derive(Clone, PartialEq, Default)]
struct Typed {
    kind: Option<KindChoice>,
    own: bool,
    custom: CustomDraft,
    namespace: String,
    name: String,
    node: String,
    owner: Option<ThingId>,
}

/// A new object: its kind out of those that are known, or one of the user's own, its name and its namespace.
#[component]
pub fn AddSheet(props: &Props) -> Html {
    let (say, words, desk) = (use_say(), use_words(), use_desk());
    let catalog = &props.source.catalog;
    let typed = use_state_eq(|| {
        let namespace = props
            .selected
            .map(|thing| match catalog.kind_of(thing) {
                "Namespace" => catalog.name_of(thing),
                _ => catalog.namespace_of(thing),
            })
            .filter(|namespace| !namespace.is_empty());
        Typed {
            kind: kind_choices(&props.source.cluster, "").into_iter().next(),
            namespace: namespace.unwrap_or("default").to_owned(),
            node: "node-1".to_owned(),
            custom: CustomDraft {
                namespaced: true,
                ..CustomDraft::default()
            },
            ..Typed::default()
        }
    });
    let refusal = use_state_eq(|| None::<Refusal>);
    let namespaced = if typed.own {
        typed.custom.namespaced
    } else {
        typed.kind.as_ref().is_some_and(|kind| kind.namespaced)
    };
    let set = |change: fn(&mut Typed, String)| {
        let (typed, refusal) = (typed.clone(), refusal.setter());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let mut next = (*typed).clone();
            change(&mut next, field.value());
            typed.set(next);
            refusal.set(None);
        })
    };
    let update = |change: fn(&mut Typed)| {
        let typed = typed.clone();
        move |_: MouseEvent| {
            let mut next = (*typed).clone();
            change(&mut next);
            typed.set(next);
        }
    };
    let on_kind = {
        let (typed, refusal, desk) = (typed.clone(), refusal.setter(), desk.clone());
        Callback::from(move |kind: KindChoice| {
            typed.set(Typed {
                kind: Some(kind),
                ..(*typed).clone()
            });
            refusal.set(None);
            focus(&desk, "#new-name");
        })
    };
    let on_owner = {
        let typed = typed.clone();
        Callback::from(move |owner: ThingId| {
            typed.set(Typed {
                owner: Some(owner),
                ..(*typed).clone()
            });
        })
    };
    let add = {
        let (typed, refusal, desk) = (typed.clone(), refusal.setter(), desk.clone());
        let (source, watching) = (props.source.clone(), props.watching);
        move |makes_namespace: bool| {
            let kind = match (&typed.kind, typed.own) {
                (_, true) => KindDraft::Custom(typed.custom.clone()),
                (Some(kind), false) => KindDraft::Known(kind.id),
                (None, false) => return refusal.set(Some(Refusal::at(Place::Kind, Why::Gone))),
            };
            let is_pod = !typed.own && typed.kind.as_ref().is_some_and(is_pod);
            let draft = Box::new(Draft {
                kind,
                namespace: if namespaced {
                    typed.namespace.trim().to_owned()
                } else {
                    String::new()
                },
                name: typed.name.trim().to_owned(),
                node: if is_pod {
                    typed.node.trim().to_owned()
                } else {
                    String::new()
                },
                owner: typed.owner.map(|owner| owner_of(&source, owner)),
                makes_namespace,
            });
            let added = if watching {
                desk.request(&Deed::Create(draft))
            } else {
                desk.draw(&Edit::Add(draft))
            };
            match added {
                Ok(()) => desk.act(Act::Sheet(None)),
                Err(why) => refusal.set(Some(why)),
            }
        }
    };
    let onsubmit = {
        let add = add.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            add(false);
        })
    };
    let make_both = move |_: MouseEvent| add(true);
    let wrong = |place: Place| {
        let about = refusal.as_ref().filter(|refusal| at(refusal) == place);
        about.map(|refusal| html! { <p id={wrong_id(place)} class="refusal" role="alert">{say.refusal(refusal)}</p> })
    };
    let described = |place: Place| {
        refusal
            .as_ref()
            .filter(|refusal| at(refusal) == place)
            .map(|_| wrong_id(place))
    };
    let no_namespace = !props.watching
        && refusal
            .as_ref()
            .is_some_and(|refusal| matches!(refusal.why, Why::NoNamespace(_)));
    let namespaces: Vec<String> = catalog
        .objects()
        .filter(|&thing| catalog.kind_of(thing) == "Namespace")
        .map(|thing| catalog.name_of(thing).to_owned())
        .collect();
    html! {
        <SheetFrame title={say.add()} class="add-sheet">
            <form {onsubmit} autocomplete="off">
                if props.watching {
                    <p class="note">{say.in_world()}</p>
                }
                if typed.own {
                    <div class="own-kind">
                        <div class="edit-field"><label for="new-version">{say.api_version()}</label><input id="new-version" type="text" spellcheck="false" placeholder="example.com/v1" value={typed.custom.api_version.clone()} aria-describedby={described(Place::ApiVersion)} oninput={set(|typed, text| typed.custom.api_version = text)} />{wrong(Place::ApiVersion)}</div>
                        <div class="edit-field"><label for="new-kind">{say.kind()}</label><input id="new-kind" type="text" spellcheck="false" placeholder="Database" value={typed.custom.kind.clone()} aria-describedby={described(Place::Kind)} oninput={set(|typed, text| { typed.custom.resource = plural(&text, &typed.custom); typed.custom.kind = text; })} />{wrong(Place::Kind)}</div>
                        <div class="edit-field"><label for="new-resource">{say.resource()}</label><input id="new-resource" type="text" spellcheck="false" placeholder="databases" value={typed.custom.resource.clone()} aria-describedby={described(Place::Resource)} oninput={set(|typed, text| typed.custom.resource = text)} />{wrong(Place::Resource)}</div>
                        <label class="check"><input type="checkbox" checked={typed.custom.namespaced} onclick={update(|typed| typed.custom.namespaced = !typed.custom.namespaced)} />{say.namespaced()}</label>
                        <button type="button" class="link" onclick={update(|typed| typed.own = false)}>{say.known_kind()}</button>
                    </div>
                } else {
                    <KindPicker source={props.source.clone()} chosen={typed.kind.clone()} on_pick={on_kind} />
                    {wrong(Place::Kind)}
                    if !props.watching {
                        <button type="button" class="link own" onclick={update(|typed| typed.own = true)}>{say.own_kind()}</button>
                    }
                }
                <div class="edit-field">
                    <label for="new-name">{say.name()}</label>
                    <input id="new-name" type="text" spellcheck="false" value={typed.name.clone()} aria-invalid={described(Place::Name).map(|_| "true")} aria-describedby={described(Place::Name)} oninput={set(|typed, text| typed.name = text)} />
                    {wrong(Place::Name)}
                </div>
                <div class="edit-field">
                    <label for="new-namespace">{say.namespace()}</label>
                    if namespaced {
                        <input id="new-namespace" type="text" spellcheck="false" list="namespaces" value={typed.namespace.clone()} aria-invalid={described(Place::Namespace).map(|_| "true")} aria-describedby={described(Place::Namespace)} oninput={set(|typed, text| typed.namespace = text)} />
                        <datalist id="namespaces">
                            for namespace in namespaces {
                                <option value={namespace} />
                            }
                        </datalist>
                    } else {
                        <input id="new-namespace" type="text" disabled=true value="" placeholder={say.no_namespace()} />
                    }
                    {wrong(Place::Namespace)}
                    if no_namespace {
                        <button type="button" class="ghost make-namespace" onclick={make_both}>{say.make_namespace()}</button>
                    }
                </div>
                if !typed.own && typed.kind.as_ref().is_some_and(is_pod) && !props.watching {
                    <div class="edit-field"><label for="new-node">{say.node()}</label><input id="new-node" type="text" spellcheck="false" value={typed.node.clone()} aria-describedby="node-about" oninput={set(|typed, text| typed.node = text)} /><small id="node-about">{say.node_about()}</small></div>
                }
                if !props.watching {
                    <div class="edit-field">
                        <span class="label">{say.owner()}</span>
                        if let Some(owner) = typed.owner {
                            <span class="picked-owner"><ThingName source={props.source.clone()} thing={owner} /><button type="button" class="ghost" aria-label={(words.take_away)(catalog.name_of(owner))} onclick={update(|typed| typed.owner = None)}>{say.no_owner()}</button></span>
                        } else {
                            <ThingPicker id="new-owner" source={props.source.clone()} label={say.add_owner()} placeholder={say.no_owner()} on_pick={on_owner} />
                        }
                        {wrong(Place::Owners(None))}
                    </div>
                }
                <p class="submit"><button type="submit" class="primary">{say.add_this()}</button></p>
            </form>
        </SheetFrame>
    }
}

fn is_pod(kind: &KindChoice) -> bool {
    kind.kind == "Pod" && kind.api_version == "v1"
}

/// At which field a refusal is shown.
fn at(refusal: &Refusal) -> Place {
    match refusal.place {
        Some(place @ (Place::Kind | Place::Resource | Place::ApiVersion | Place::Namespace)) => place,
        Some(Place::Owners(_)) => Place::Owners(None),
        _ => Place::Name,
    }
}

fn wrong_id(place: Place) -> &'static str {
    match place {
        Place::Kind => "wrong-kind",
        Place::Resource => "wrong-resource",
        Place::ApiVersion => "wrong-version",
        Place::Namespace => "wrong-namespace",
        Place::Owners(_) => "wrong-owner",
        _ => "wrong-name",
    }
}

/// The resource follows the kind until it is typed otherwise.
fn plural(kind: &str, custom: &CustomDraft) -> String {
    let usual = |kind: &str| match kind.to_lowercase() {
        word if word.is_empty() => word,
        word if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") => {
            format!("{word}es")
        }
        word => match word.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{word}s"),
        },
    };
    if custom.resource == usual(&custom.kind) {
        usual(kind)
    } else {
        custom.resource.clone()
    }
}

fn focus(desk: &Desk, selector: &str) {
    let element = desk.host().find(selector);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Focus is refused only by what is not on the page.
        let _ = element.focus();
    }
}
