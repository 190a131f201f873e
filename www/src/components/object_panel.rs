use super::icon::{Icon, Shape};
use super::object_row::ObjectRow;
use super::segments::{Segment, Segments};
use crate::hooks::{use_desk, use_size, use_words};
use crate::state::{Act, Answer, Filter, Grouping, Opened, Outline, Row, RowId, Source, ThingId};
use std::rc::Rc;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// What the list shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The answer whose fates are marked.
    pub answer: Option<Rc<Answer>>,
    /// How the list is arranged.
    pub grouping: Grouping,
    /// The filter as typed.
    pub filter: Rc<str>,
    /// What is unfolded.
    pub opened: Rc<Opened>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// The objects asked about.
    pub question: Rc<Vec<ThingId>>,
    /// The panel is folded away.
    pub folded: bool,
    /// What is open is a scenario that is played.
    pub scripted: bool,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// The height of a row in CSS pixels, as the style sheet has it.
const ROW: f64 = 26.0;
/// Rows kept beyond what is seen, so that scrolling never shows a gap.
const SPARE: usize = 8;

/// All objects, in the arrangement and with the filter that the user wants. Only the rows in sight are on the page.
#[component]
pub fn ObjectPanel(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let scroller = use_node_ref();
    let top = use_state_eq(|| 0.0_f64);
    let size = use_size(scroller.clone());
    let active = use_state_eq(|| None::<RowId>);
    let outline = {
        let deps = (
            props.source.clone(),
            props.answer.clone(),
            props.grouping,
            props.opened.clone(),
            props.filter.clone(),
        );
        use_memo(deps, |(source, answer, grouping, opened, filter)| {
            let filter = Filter::parse(filter);
            let accepts = |thing: ThingId| filter.accepts(&source.catalog, answer.as_deref(), thing);
            let accepts = (!filter.is_empty()).then_some(&accepts as &dyn Fn(ThingId) -> bool);
            Outline::new(&source.catalog, &source.forest, *grouping, opened, accepts)
        })
    };
    // The chosen thing is brought into sight when it was chosen elsewhere.
    {
        let (scroller, active, outline) = (scroller.clone(), active.setter(), outline.clone());
        use_effect_with((props.selected, props.source.clone()), move |(selected, _)| {
            let Some(id) = selected.map(RowId::Thing) else {
                return;
            };
            active.set(Some(id));
            if let Some(position) = outline.position(id) {
                reveal(&scroller, position, true);
            }
        });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows in sight are few"
    )]
    let (first, seen) = ((*top / ROW) as usize, (size.height / ROW) as usize + 1);
    let first = first.saturating_sub(SPARE).min(outline.rows.len());
    let last = (first + seen + 2 * SPARE).min(outline.rows.len());
    let onscroll = {
        let top = top.setter();
        Callback::from(move |event: Event| {
            let element: Element = event.target_unchecked_into();
            // Only every fourth row moves the window; between, the browser scrolls what is there.
            let rows = f64::from(element.scroll_top()) / ROW;
            top.set((rows / 4.0).floor() * 4.0 * ROW);
        })
    };
    let choose = {
        let (desk, active) = (desk.clone(), active.setter());
        Callback::from(move |row: Row| {
            active.set(Some(row.id));
            match row.id {
                RowId::Thing(thing) => desk.act(Act::Select(Some(thing))),
                RowId::Namespace(_) | RowId::Kind(_) => desk.act(Act::Unfold(row.id, row.open != Some(true))),
            }
        })
    };
    let unfold = {
        let desk = desk.clone();
        Callback::from(move |row: Row| desk.act(Act::Unfold(row.id, row.open != Some(true))))
    };
    let onkeydown = {
        let (outline, active, scroller, desk, choose) = (
            outline.clone(),
            active.clone(),
            scroller.clone(),
            desk.clone(),
            choose.clone(),
        );
        let page = seen.saturating_sub(2).max(1);
        Callback::from(move |event: KeyboardEvent| {
            let Some(last) = outline.rows.len().checked_sub(1) else {
                return;
            };
            let at = active.and_then(|id| outline.position(id));
            let row = at.map(|at| outline.rows[at]);
            let parent = at.and_then(|at| {
                let depth = outline.rows[at].depth;
                outline.rows[..at].iter().rposition(|row| row.depth < depth)
            });
            let to = match event.key().as_str() {
                "ArrowDown" => at.map_or(0, |at| (at + 1).min(last)),
                "ArrowUp" => at.map_or(0, |at| at.saturating_sub(1)),
                "PageDown" => at.map_or(0, |at| (at + page).min(last)),
                "PageUp" => at.map_or(0, |at| at.saturating_sub(page)),
                "Home" => 0,
                "End" => last,
                "ArrowRight" => match row {
                    Some(row) if row.open == Some(false) => {
                        desk.act(Act::Unfold(row.id, true));
                        at.unwrap_or(0)
                    }
                    Some(row) if row.open == Some(true) => at.map_or(0, |at| (at + 1).min(last)),
                    _ => at.unwrap_or(0),
                },
                "ArrowLeft" => match row {
                    Some(row) if row.open == Some(true) => {
                        desk.act(Act::Unfold(row.id, false));
                        at.unwrap_or(0)
                    }
                    _ => parent.or(at).unwrap_or(0),
                },
                "Enter" | " " => {
                    if let Some(row) = row {
                        choose.emit(row);
                    }
                    at.unwrap_or(0)
                }
                "Delete" => {
                    if let Some(Row {
                        id: RowId::Thing(thing),
                        ..
                    }) = row
                    {
                        desk.ask(vec![thing]);
                    }
                    at.unwrap_or(0)
                }
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            active.set(Some(outline.rows[to].id));
            reveal(&scroller, to, false);
        })
    };
    let oninput = {
        let desk = desk.clone();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            desk.act(Act::Filter(field.value().into()));
        })
    };
    let clear = {
        let desk = desk.clone();
        move |_| desk.act(Act::Filter("".into()))
    };
    let on_group = {
        let desk = desk.clone();
        Callback::from(move |number: usize| {
            desk.act(Act::Group(
                [Grouping::Owners, Grouping::Namespace, Grouping::Kind][number],
            ));
        })
    };
    let close = {
        let desk = desk.clone();
        move |_| desk.act(Act::Sheet(None))
    };
    let groupings = vec![
        Segment::word(words.by_owners),
        Segment::word(words.by_namespace),
        Segment::word(words.by_kind),
    ];
    let active_place = active.and_then(|id| outline.rows[first..last].iter().position(|row| row.id == id));
    let active_id = active_place.map(|place| row_id(first + place));
    let (goes, stuck) = props.answer.as_ref().map_or((0, 0), |answer| {
        (answer.counts.anyway, answer.counts.stuck_anyway)
    });
    let opened = props.source.catalog.opened().len();
    let show_anyway = {
        let desk = desk.clone();
        move |_| desk.act(Act::Stage(crate::state::Stage::List))
    };
    html! {
        <section class={classes!("objects", props.folded.then_some("folded"))} aria-label={words.objects_title}>
            <div class="filter">
                <div class="field">
                    <input id="filter" type="text" autocomplete="off" spellcheck="false" aria-label={words.filter_label} placeholder={words.filter} value={props.filter.to_string()} {oninput} />
                    if !props.filter.is_empty() {
                        <button type="button" class="clear" aria-label={words.filter_clear} title={words.filter_clear} onclick={clear}><Icon shape={Shape::Cross} /></button>
                    }
                    <button type="button" class="close-sheet" aria-label={words.close} onclick={close}><Icon shape={Shape::Cross} /></button>
                </div>
                <Segments label={words.grouping} choices={groupings} chosen={props.grouping as usize} on_choose={on_group} />
            </div>
            <div
                ref={scroller}
                class="tree"
                role="tree"
                tabindex="0"
                aria-label={words.objects_title}
                aria-activedescendant={active_id}
                {onscroll} {onkeydown}
            >
                <div class="tree-height" role="presentation" ~style={format!("height:{}px", outline.rows.len() as f64 * ROW)}>
                    <div class="tree-window" role="presentation" ~style={format!("transform:translateY({}px)", first as f64 * ROW)}>
                        for (place, &row) in outline.rows[first..last].iter().enumerate() {
                            <ObjectRow
                                key={key_of(row.id)}
                                id={row_id(first + place)}
                                source={props.source.clone()}
                                answer={props.answer.clone()}
                                {row}
                                chosen={matches!(row.id, RowId::Thing(thing) if Some(thing) == props.selected)}
                                asked={matches!(row.id, RowId::Thing(thing) if props.question.contains(&thing))}
                                active={Some(row.id) == *active}
                                live={match row.id { RowId::Thing(thing) if props.revision > 0 => Some(desk.live(thing)), _ => None }}
                                on_choose={choose.clone()}
                                on_unfold={unfold.clone()}
                            />
                        }
                    </div>
                </div>
                if outline.rows.is_empty() {
                    <p class="nothing">{words.no_match}</p>
                }
            </div>
            <footer>
                if !props.filter.is_empty() {
                    <span>{(words.matches)(outline.matches, props.source.catalog.object_count())}</span>
                } else if props.scripted {
                    <span>{(words.script_words.objects)(opened, props.source.catalog.object_count() - opened)}</span>
                } else if goes + stuck > 0 {
                    <span class="lint">{(words.anyway)(goes, stuck)}</span>
                    <button type="button" class="link" onclick={show_anyway}>{words.show_them}</button>
                } else {
                    <span>{words.nothing_anyway}</span>
                }
            </footer>
        </section>
    }
}

fn row_id(number: usize) -> String {
    format!("row-{number}")
}

fn key_of(id: RowId) -> String {
    match id {
        RowId::Namespace(name) => format!("n{name:?}"),
        RowId::Kind(name) => format!("k{name:?}"),
        RowId::Thing(thing) => format!("t{}", thing.0),
    }
}

/// Scrolls as little as needed for a row to be seen; `with_room`, a row that was out of sight comes to where what is
/// above and below it can be seen too.
fn reveal(scroller: &NodeRef, position: usize, with_room: bool) {
    let Some(element) = scroller.cast::<Element>() else {
        return;
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a browser scrolls less than four billion pixels"
    )]
    let (upper, row) = (position as i32 * ROW as i32, ROW as i32);
    let (top, height) = (element.scroll_top(), element.client_height());
    let (too_high, too_low) = (upper < top + row, upper + 2 * row > top + height);
    if with_room && (too_high || too_low) {
        element.set_scroll_top((upper - height / 3).max(0));
    } else if too_high {
        element.set_scroll_top((upper - row).max(0));
    } else if too_low {
        element.set_scroll_top(upper + 2 * row - height);
    }
}
