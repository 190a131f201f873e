use crate::state::{Source, ThingId};
use std::rc::Rc;
use yew::prelude::*;

/// Which thing.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Where it is from.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
}

/// `Deployment shop/web`, with what matters least in the background.
#[component]
pub fn ThingName(Props { source, thing }: &Props) -> Html {
    let catalog = &source.catalog;
    let namespace = catalog.namespace_of(*thing);
    html! {
        <span class="thing-name">
            <em class="kind">{catalog.kind_of(*thing).to_owned()}</em>
            if !namespace.is_empty() {
                <span class="namespace">{format!("{namespace}/")}</span>
            }
            <b>{catalog.name_of(*thing).to_owned()}</b>
        </span>
    }
}
