//! What is left when the program itself fails. `www/boot.js` shows it, and `web/npm/src/crash.ts` in elements, since they
//! still work then; here is what they ask for.

use crate::host::Host;
use crate::state::{Script, Shared, SharedPlace, Source, ThingId, call, scenario};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::Schedule;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// What was open and what was done with it. Nothing in it changes, so it can be read after a failure.
#[derive(Clone, PartialEq)]
pub struct Kept {
    /// What is open.
    pub source: Rc<Source>,
    /// The scenario that is played.
    pub script: Option<Script>,
    /// What is asked.
    pub question: Rc<Vec<ThingId>>,
    /// With which policy.
    pub cascade: Cascade,
    /// How steps are chosen.
    pub schedule: Schedule,
    /// The step that is shown.
    pub position: usize,
    /// The lens that is looked through.
    pub lens: &'static str,
}

thread_local! {
    /// By the numbers of hosts. Kept up to date, because nothing else can be asked after a failure.
    static KEPT: RefCell<BTreeMap<u32, Kept>> = const { RefCell::new(BTreeMap::new()) };
    /// What the last panic said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what is open in a host for the case of a failure.
pub fn keep(host: &Host, kept: Kept) {
    KEPT.with(|place| {
        if let Ok(mut place) = place.try_borrow_mut() {
            place.insert(host.number(), kept);
        }
    });
}

/// Nothing is open in a host any more.
pub fn forget(host: &Host) {
    KEPT.with(|place| {
        if let Ok(mut place) = place.try_borrow_mut() {
            place.remove(&host.number());
        }
    });
}

/// From now on what a panic says is kept too. The trap that follows it brings it onto the page.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        let said = info.to_string();
        web_sys::console::error_1(&said.as_str().into());
        PANIC.with(|place| {
            if let Ok(mut place) = place.try_borrow_mut() {
                *place = said;
            }
        });
    }));
}

/// What can be saved of a host after a failure, as JSON: `report`, a text, and `content`, what a link would carry, or null.
/// A page of its own is the host 0.
#[wasm_bindgen]
pub fn rescue(host: u32) -> String {
    let kept = KEPT.with(|kept| kept.try_borrow().ok().and_then(|kept| kept.get(&host).cloned()));
    let panic = PANIC.with(|panic| panic.try_borrow().map(|panic| panic.clone()).unwrap_or_default());
    rescued(kept.as_ref(), &panic).to_string()
}

/// Whether the program has panicked.
#[wasm_bindgen(js_name = hasPanicked)]
pub fn has_panicked() -> bool {
    PANIC.with(|panic| panic.try_borrow().map_or(true, |panic| !panic.is_empty()))
}

fn rescued(kept: Option<&Kept>, panic: &str) -> Value {
    let mut report = format!("kubeloupe {}\n{panic}\n", env!("CARGO_PKG_VERSION"));
    let content = kept.map(|kept| {
        let catalog = &kept.source.catalog;
        let asked: Vec<String> = kept
            .question
            .iter()
            .map(|&thing| call(catalog, &catalog.get(thing).identity))
            .collect();
        report.push_str(&format!(
            "\n{}\ndelete {} with {:?}\n{:?}, step {}, lens {}\n",
            kept.source.name,
            asked.join(", "),
            kept.cascade,
            kept.schedule,
            kept.position,
            kept.lens,
        ));
        let place = SharedPlace {
            cascade: kept.cascade,
            schedule: kept.schedule,
            // Going there again might fail again.
            step: None,
            chosen: Vec::new(),
        };
        let shared = match &kept.script {
            Some(script) => Shared::of_script(script.clone(), place),
            None => Shared {
                scenario: scenario(&kept.source, &kept.question, kept.cascade),
                script: None,
                epoch: Some(kept.source.epoch),
                place,
            },
        };
        shared.content()
    });
    json!({ "report": report, "content": content })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Sample, opened_sample};

    #[test]
    fn what_is_kept_can_be_opened_again() {
        let source = opened_sample(Sample::SHOP);
        let web = source
            .catalog
            .find("Deployment", "shop", "web")
            .expect("it is there");
        let kept = Kept {
            source: source.clone(),
            script: None,
            question: Rc::new(vec![web]),
            cascade: Cascade::Orphan,
            schedule: Schedule::Fair,
            position: 12,
            lens: "deletion",
        };
        let rescued = rescued(Some(&kept), "it broke at x.rs:7");
        let report = rescued["report"].as_str().expect("there is a report");
        for part in [
            "it broke at x.rs:7",
            "delete Deployment web with Orphan",
            "step 12, lens deletion",
        ] {
            assert!(report.contains(part), "{part} in {report}");
        }
        let shared = Shared::of_content(&rescued["content"].to_string()).expect("it can be opened");
        assert_eq!(shared.place.step, None);
        assert_eq!(shared.place.cascade, Cascade::Orphan);
        let objects = shared.scenario["objects"].as_array().map(Vec::len);
        assert_eq!(objects, Some(source.catalog.object_count()));
    }

    #[test]
    fn with_nothing_open_there_is_a_report_alone() {
        let rescued = rescued(None, "early");
        assert!(rescued["content"].is_null());
        assert!(
            rescued["report"]
                .as_str()
                .is_some_and(|report| report.contains("early"))
        );
    }
}
