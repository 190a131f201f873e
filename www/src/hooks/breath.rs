use gloo_timers::future::TimeoutFuture;

/// How long work goes on before the page gets its turn, in milliseconds: well below what a frame may wait.
const SLICE_MS: f64 = 14.0;

/// Divides long work into slices between which the page stays alive.
pub struct Breath {
    since: f64,
}

impl Breath {
    /// Begins a slice.
    pub fn new() -> Self {
        Breath { since: now_ms() }
    }

    /// Lets the page have its turn when the slice is over. Returns whether it was.
    pub async fn take(&mut self) -> bool {
        if now_ms() - self.since < SLICE_MS {
            return false;
        }
        TimeoutFuture::new(0).await;
        self.since = now_ms();
        true
    }
}

/// Lets the page paint what has changed before work begins that cannot be divided.
pub(super) async fn paint() {
    TimeoutFuture::new(20).await;
}

/// Milliseconds since the page began.
pub fn now_ms() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}
