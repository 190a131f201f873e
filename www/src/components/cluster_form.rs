use crate::hooks::{behind_proxy, keep_cluster, kept_base, kept_namespace, use_desk, use_words};
use crate::state::Act;
use kubeloupe_formats::live::{Base, Namespace};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Reading the cluster whose API is on the page's own origin. Nothing is asked of it before the button is pressed.
#[component]
pub fn ClusterForm() -> Html {
    let (words, desk) = (use_words(), use_desk());
    let (base, namespace, facts) = (use_node_ref(), use_node_ref(), use_node_ref());
    let on_read = {
        let (desk, base, namespace, facts) = (desk.clone(), base.clone(), namespace.clone(), facts.clone());
        move |_| {
            let text_of = |field: &NodeRef| {
                let field = field.cast::<HtmlInputElement>();
                field.map(|field| field.value()).unwrap_or_default()
            };
            let (text, within) = (text_of(&base), text_of(&namespace));
            let facts = facts
                .cast::<HtmlInputElement>()
                .is_some_and(|field| field.checked());
            match (Base::parse(&text), Namespace::parse(&within)) {
                (Ok(base), Ok(namespace)) => {
                    keep_cluster(&text, within.trim());
                    desk.act(Act::Sheet(None));
                    desk.read_cluster(base, namespace, facts);
                }
                (Err(_), _) => desk.act(Act::Problem(Some(words.cluster_bad_base.into()))),
                (_, Err(_)) => desk.act(Act::Problem(Some(words.cluster_bad_namespace.into()))),
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
            <p class="choice noted"><label for="cluster-namespace">{words.cluster_namespace}</label><input id="cluster-namespace" type="text" ref={namespace} value={kept_namespace()} placeholder={words.cluster_namespace_all} aria-describedby="cluster-namespace-about" autocomplete="off" autocapitalize="none" spellcheck="false" /><small id="cluster-namespace-about">{words.cluster_namespace_about}</small></p>
            <p class="choice"><label for="cluster-base">{words.cluster_base}</label><input id="cluster-base" type="text" ref={base} value={kept_base()} autocomplete="off" spellcheck="false" /></p>
            <p><button type="button" class="primary" onclick={on_read}>{words.cluster_read}</button></p>
        </section>
    }
}
