use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

/// The part that the mouse is on.
pub fn part_under(event: &MouseEvent) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let marked = target.closest("[data-part]").ok()??;
    marked.get_attribute("data-part")?.parse().ok()
}

/// Scrolls a list as little as shows one of its elements; nothing around it moves.
pub fn reveal(list: &Element, selector: &str) {
    let Ok(Some(element)) = list.query_selector(selector) else {
        return;
    };
    let (around, inside) = (
        list.get_bounding_client_rect(),
        element.get_bounding_client_rect(),
    );
    let above = inside.top() - around.top();
    let below = inside.bottom() - around.bottom();
    let by = if above < 0.0 || inside.height() > around.height() {
        above
    } else if below > 0.0 {
        below
    } else {
        return;
    };
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a page")]
    list.set_scroll_top(list.scroll_top() + by as i32);
}
