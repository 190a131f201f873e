use crate::components::{App, AppProps};
use yew::prelude::*;

/// What is in the slot, and the how manieth that is.
#[derive(Properties, Clone, PartialEq, Default)]
pub struct Props {
    /// Everything that the app is given, while there is one.
    #[prop_or_default]
    pub app: Option<AppProps>,
    /// Another number is another app, which remembers nothing of the one before.
    #[prop_or_default]
    pub number: u32,
}

/// A place where an app can stand. Yew never takes away the listeners of a place that was drawn into once, so a place is
/// kept for the next element when the one before it is gone.
#[component]
pub fn Slot(Props { app, number }: &Props) -> Html {
    html! {
        if let Some(AppProps { host, opening, listener }) = app.clone() {
            <App key={*number} {host} {opening} {listener} />
        }
    }
}
