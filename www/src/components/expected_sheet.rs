use super::sheet_frame::SheetFrame;
use crate::hooks::use_words;
use crate::state::Told;
use std::rc::Rc;
use yew::prelude::*;

/// Of which scenario.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The scenario.
    pub told: Rc<Told>,
}

/// What a scenario expects of each object, and what there is, in the words of scenario files.
#[component]
pub fn ExpectedSheet(Props { told }: &Props) -> Html {
    let words = use_words().script_words;
    html! {
        <SheetFrame title={(words.as_expected)(told.as_expected(), told.expectations.len())} class="expected">
            <div class="scroll" tabindex="0" role="region" aria-label={words.expectations}>
                <table>
                    <thead><tr><th scope="col">{words.object}</th><th scope="col">{words.expected}</th><th scope="col">{words.actual}</th><th scope="col"><span class="unseen">{words.verdict}</span></th></tr></thead>
                    <tbody>
                        for (number, one) in told.expectations.iter().enumerate() {
                            <tr key={number} class={if one.ok { "ok" } else { "bad" }}>
                                <th scope="row">{one.reference.clone()}</th>
                                <td>{one.expected.clone()}</td>
                                <td>{one.actual.clone()}</td>
                                <td>{if one.ok { words.holds } else { words.fails }}</td>
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
        </SheetFrame>
    }
}
