use crate::hooks::{behind_proxy, keep_base, kept_base, use_desk, use_words};
use crate::state::Act;
use kubeloupe_formats::live::Base;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Reading the cluster whose API is on the page's own origin. Nothing is asked of it before the button is pressed.
#[component]
pub fn ClusterForm() -> Html {
    let (words, desk) = (use_words(), use_desk());
    let (base, facts) = (use_node_ref(), use_node_ref());
    let on_read = {
        let (desk, base, facts) = (desk.clone(), base.clone(), facts.clone());
        move |_| {
            let text = base
                .cast::<HtmlInputElement>()
                .map(|field| field.value())
                .unwrap_or_default();
            let facts = facts
                .cast::<HtmlInputElement>()
                .is_some_and(|field| field.checked());
            match Base::parse(&text) {
                Ok(base) => {
                    keep_base(&text);
                    desk.act(Act::Sheet(None));
                    desk.read_cluster(base, facts);
                }
                Err(_) => desk.act(Act::Problem(Some(words.cluster_bad_base.into()))),
            }
        }
    };
    html! {
        <section class="cluster" aria-labelledby="cluster-title">
            <h3 id="cluster-title">{words.cluster_title}</h3>
            if behind_proxy() {
                <p><b>{words.cluster_here}</b>{" "}{words.cluster_lead}</p>
            } else {
                <p>{words.cluster_lead}</p>
                <p><code>{"kubectl proxy --www=dist/app --www-prefix=/loupe/"}</code></p>
            }
            <p class="choice"><input id="cluster-facts" type="checkbox" ref={facts} /><label for="cluster-facts">{words.cluster_facts}<small>{words.cluster_facts_about}</small></label></p>
            <p class="choice"><label for="cluster-base">{words.cluster_base}</label><input id="cluster-base" type="text" ref={base} value={kept_base()} autocomplete="off" spellcheck="false" /></p>
            <p><button type="button" class="primary" onclick={on_read}>{words.cluster_read}</button></p>
        </section>
    }
}
