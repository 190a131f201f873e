//! What is shown when the program itself fails: words, and a way to take along what was done.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

thread_local! {
    /// What was open and what was done with it, kept up to date because nothing can be asked after a failure.
    static REPORT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Notes what a report should say about the present state.
pub fn note(report: String) {
    REPORT.with(|kept| {
        if let Ok(mut kept) = kept.try_borrow_mut() {
            *kept = report;
        }
    });
}

/// From now on a failure becomes a message on the page.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        // When even this fails, the console has the message.
        let _ = show(info);
    }));
}

fn show(info: &PanicHookInfo<'_>) -> Option<()> {
    let document = web_sys::window()?.document()?;
    if document.get_element_by_id("crash").is_some() {
        return Some(());
    }
    let report = REPORT.with(|kept| kept.try_borrow().map(|kept| kept.clone()).unwrap_or_default());
    let report = format!("kubeloupe {}\n{info}\n\n{report}", env!("CARGO_PKG_VERSION"));
    let notice = element(&document, "div", "")?;
    notice.set_id("crash");
    notice.set_attribute("role", "alert").ok()?;
    let title = "kubeloupe has made a mistake and stopped rather than go on with a wrong state.";
    notice.append_child(&*element(&document, "p", title)?).ok()?;
    let advice = "Reload the page to go on. This text says what happened and what was open; it helps to find the mistake:";
    notice.append_child(&*element(&document, "p", advice)?).ok()?;
    let text = element(&document, "textarea", &report)?;
    text.set_attribute("readonly", "").ok()?;
    text.set_attribute("aria-label", "Report").ok()?;
    notice.append_child(&text).ok()?;
    document.body()?.append_child(&notice).ok()?;
    text.dyn_ref::<HtmlElement>()?.focus().ok()
}

fn element(document: &Document, name: &str, text: &str) -> Option<Element> {
    let element = document.create_element(name).ok()?;
    element.set_text_content(Some(text));
    Some(element)
}
