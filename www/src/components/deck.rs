use super::inspector::Inspector;
use super::object_panel::ObjectPanel;
use super::splitter::Splitter;
use super::stage_panel::StagePanel;
use crate::hooks::use_words;
use crate::state::{Panel, Sheet, View};
use std::rc::Rc;
use yew::prelude::*;

/// What the deck shows.
#[derive(Properties, Clone)]
pub struct Props {
    /// The view.
    pub view: Rc<View>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
    }
}

/// The objects, the picture, and the chosen thing, side by side; the outer two can be resized and folded.
#[component]
pub fn Deck(Props { view }: &Props) -> Html {
    let words = use_words();
    let Some(source) = &view.source else {
        return html! { <div class="deck empty" aria-busy="true"></div> };
    };
    let revision = view.frame.as_ref().map_or(0, |frame| frame.revision);
    let width = |panel: Panel| {
        let place = view.panels[panel as usize];
        if place.folded { 0 } else { place.size }
    };
    let style = format!(
        "--left:{}px;--right:{}px",
        width(Panel::Objects),
        width(Panel::Inspector)
    );
    let sheet = match view.sheet {
        Some(Sheet::Panel(Panel::Objects)) => "objects",
        Some(Sheet::Panel(Panel::Inspector)) => "inspector",
        _ => "none",
    };
    let [left, right, _] = view.panels;
    html! {
        <div class="deck" data-sheet={sheet} ~style={style}>
            <ObjectPanel
                source={source.clone()}
                answer={view.answer().cloned()}
                grouping={view.grouping}
                filter={view.filter.clone()}
                opened={view.opened.clone()}
                selected={view.selected}
                question={view.question.clone()}
                scripted={view.played().is_some()}
                folded={left.folded}
                {revision}
            />
            <Splitter panel={Panel::Objects} place={left} name={words.objects_title} />
            <StagePanel view={view.clone()} source={source.clone()} {revision} />
            <Splitter panel={Panel::Inspector} place={right} name={words.inspector} />
            <Inspector
                source={source.clone()}
                thing={view.selected}
                answer={view.answer().cloned()}
                stopped={view.stopped}
                diagnosed={view.diagnosed.clone()}
                question={view.question.clone()}
                frame={view.frame.clone()}
                folded={right.folded}
                editing={view.editing}
                language={view.language}
            />
        </div>
    }
}
