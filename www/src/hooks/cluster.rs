use super::Desk;
use super::desk::Next;
use crate::state::{Act, Busy, Read};
use gloo_timers::future::TimeoutFuture;
use js_sys::Uint8Array;
use kubeloupe_formats::dump::Epoch;
use kubeloupe_formats::live::{Base, LiveError, LiveOptions, LiveReading, Namespace, Reply, Request};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal, Headers, RequestCache, RequestInit, Response};

/// Where the place of the API is kept for the next visit.
const BASE: &str = "kubeloupe.cluster-base";

/// Where the namespace that was read is kept.
const NAMESPACE: &str = "kubeloupe.cluster-namespace";

/// Requests under way at once: below the six that a browser allows itself for one host.
const AT_ONCE: u32 = 4;

/// The reading of a running cluster, and what its requests share.
struct Run {
    desk: Desk,
    task: u64,
    title: String,
    reading: RefCell<Option<LiveReading>>,
    under_way: Cell<u32>,
    signal: Option<AbortSignal>,
}

impl Desk {
    /// Reads the cluster whose API is on the page's own origin. What is open stays until that has worked.
    pub fn read_cluster(&self, base: Base, namespace: Option<Namespace>, facts: bool) {
        let task = self.begin();
        self.act(Act::Problem(None));
        self.act(Act::Busy(Some(Busy::Asking(Default::default()))));
        // Without one, cancelling lets the requests come back to nobody.
        let controller = AbortController::new().ok();
        let signal = controller.as_ref().map(AbortController::signal);
        if let Some(controller) = controller {
            self.keep_requests(controller);
        }
        let options = LiveOptions {
            base,
            namespace,
            facts,
            now: Some(now()),
            ..LiveOptions::default()
        };
        let run = Rc::new(Run {
            desk: self.clone(),
            task,
            title: host(),
            reading: RefCell::new(Some(LiveReading::new(options))),
            under_way: Cell::new(0),
            signal,
        });
        run.pump();
    }
}

impl Run {
    /// Makes as many requests as may be under way at once; at the end, opens what was read.
    fn pump(self: Rc<Self>) {
        if !self.desk.is_current(self.task) {
            return;
        }
        while self.under_way.get() < AT_ONCE {
            let request = self.reading.borrow_mut().as_mut().and_then(LiveReading::request);
            let Some(request) = request else { break };
            self.under_way.set(self.under_way.get() + 1);
            let run = self.clone();
            spawn_local(async move {
                let ticket = request.ticket;
                let reply = carry_out(&request, run.signal.as_ref()).await;
                run.under_way.set(run.under_way.get() - 1);
                if run.desk.is_current(run.task) {
                    run.answered(ticket, reply);
                }
            });
        }
        if self.reading.borrow().as_ref().is_some_and(LiveReading::is_over) {
            spawn_local(self.clone().open());
        }
    }

    fn answered(self: Rc<Self>, ticket: kubeloupe_formats::live::Ticket, reply: Reply) {
        let taken = match self.reading.borrow_mut().as_mut() {
            None => return,
            Some(reading) => reading.answer(ticket, reply).map(|()| reading.progress()),
        };
        match taken {
            Ok(progress) => {
                self.desk.act(Act::Busy(Some(Busy::Asking(progress))));
                self.pump();
            }
            Err(error) => self.fail(error),
        }
    }

    fn fail(&self, error: LiveError) {
        self.reading.take();
        // Other requests may be under way.
        self.desk.begin();
        let words = self.desk.view().language.words();
        self.desk.act(Act::Busy(None));
        self.desk
            .act(Act::Problem(Some((words.cluster_error)(error).into())));
    }

    async fn open(self: Rc<Self>) {
        let Some(reading) = self.reading.take() else {
            return;
        };
        self.desk.act(Act::Busy(Some(Busy::Reading(0, 0))));
        super::breath::paint().await;
        if !self.desk.is_current(self.task) {
            return;
        }
        let language = self.desk.view().language;
        match Read::of_cluster(self.title.clone(), reading.finish(), language) {
            Err(problem) => {
                self.desk.act(Act::Busy(None));
                self.desk.act(Act::Problem(Some(problem.into())));
            }
            Ok(read) => {
                if let Some(session) = self.desk.arrange(self.task, read).await {
                    self.desk.prepare(self.task, session, Next::Asks(None)).await;
                }
            }
        }
    }
}

async fn carry_out(request: &Request, signal: Option<&AbortSignal>) -> Reply {
    if request.delay_ms > 0 {
        TimeoutFuture::new(request.delay_ms).await;
    }
    fetch(request, signal).await.unwrap_or(Reply::Unreachable)
}

async fn fetch(request: &Request, signal: Option<&AbortSignal>) -> Result<Reply, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let headers = Headers::new()?;
    headers.set("Accept", request.accept)?;
    let init = RequestInit::new();
    init.set_method("GET");
    init.set_headers(&headers);
    init.set_cache(RequestCache::NoStore);
    init.set_signal(signal);
    let response: Response = JsFuture::from(window.fetch_with_str_and_init(&request.path, &init))
        .await?
        .dyn_into()?;
    let retry_after_s = response
        .headers()
        .get("Retry-After")?
        .and_then(|text| text.trim().parse().ok());
    let body = JsFuture::from(response.array_buffer()?).await?;
    Ok(Reply::Answer {
        status: response.status(),
        retry_after_s,
        body: Uint8Array::new(&body).to_vec(),
    })
}

/// Whether this address is the one at which `kubectl proxy --www` shows a folder, unless it is told otherwise. Finding out
/// for sure would take a request, and none is made before somebody wants it.
pub fn behind_proxy() -> bool {
    let Some(location) = web_sys::window().map(|window| window.location()) else {
        return false;
    };
    let local = location
        .hostname()
        .is_ok_and(|name| name == "localhost" || name == "[::1]" || name.starts_with("127."));
    local && location.pathname().is_ok_and(|path| path.starts_with("/static/"))
}

/// The place of the API as it was last used.
pub fn kept_base() -> String {
    super::settings::kept(BASE).unwrap_or_else(|| "/".to_owned())
}

/// The namespace that was last read; empty for all.
pub fn kept_namespace() -> String {
    super::settings::kept(NAMESPACE).unwrap_or_default()
}

/// Keeps the place of the API, and the namespace, for the next visit.
pub fn keep_cluster(base: &str, namespace: &str) {
    super::settings::keep(BASE, base);
    super::settings::keep(NAMESPACE, namespace);
}

fn host() -> String {
    web_sys::window()
        .and_then(|window| window.location().host().ok())
        .unwrap_or_default()
}

fn now() -> Epoch {
    #[expect(clippy::cast_possible_truncation, reason = "the age of the universe fits")]
    let unix_ns = (js_sys::Date::now() * 1e6) as i64;
    Epoch::not_before(unix_ns)
}
