use super::lab::use_hash_words;
use kubeloupe_core::hash::{safe_decode, safe_encode};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Where it begins.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The sum of what is looked at.
    pub sum: u32,
}

/// How sums are written as hashes, and read back.
#[component]
pub fn CodeStage(Props { sum }: &Props) -> Html {
    let words = use_hash_words();
    let number = use_state_eq(|| sum.to_string());
    let written = use_state_eq(|| safe_encode(&sum.to_string()));
    {
        let (number, written) = (number.setter(), written.setter());
        use_effect_with(*sum, move |sum| {
            number.set(sum.to_string());
            written.set(safe_encode(&sum.to_string()));
        });
    }
    let on_number = {
        let (number, written) = (number.setter(), written.setter());
        move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let text = field.value().trim().to_owned();
            if text.parse::<u32>().is_ok() {
                written.set(safe_encode(&text));
            }
            number.set(text);
        }
    };
    let on_written = {
        let (number, written) = (number.setter(), written.setter());
        move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let text = field.value().trim().to_owned();
            if let Some(sum) = safe_decode(&text) {
                number.set(sum.to_string());
            }
            written.set(text);
        }
    };
    let is_sum = number.parse::<u32>().is_ok();
    let is_hash = safe_decode(&written).is_some();
    let digits: Vec<(char, String)> = ('0'..='9')
        .map(|digit| (digit, safe_encode(&digit.to_string())))
        .collect();
    let used = |digit: char| is_sum && is_hash && number.contains(digit);
    html! {
        <div class="hash-scroll" tabindex="0" role="region" aria-label={words.sum}>
            <form class="hash-form" onsubmit={|event: SubmitEvent| event.prevent_default()}>
                <label class="hash-pick"><span>{words.sum}</span>
                    <input id="hash-sum" type="text" inputmode="numeric" autocomplete="off" maxlength="10" value={(*number).clone()} oninput={on_number} aria-invalid={(!is_sum).to_string()} aria-describedby="hash-code-problem" />
                </label>
                <label class="hash-pick"><span>{words.written}</span>
                    <input id="hash-written" type="text" autocomplete="off" spellcheck="false" maxlength="10" value={(*written).clone()} oninput={on_written} aria-invalid={(!is_hash).to_string()} aria-describedby="hash-code-problem" />
                </label>
                <p id="hash-code-problem" class="hash-wrong" aria-live="polite">
                    if !is_sum {
                        {words.not_a_sum}
                    } else if !is_hash {
                        {words.not_a_hash}
                    }
                </p>
            </form>
            <table class="hash-alphabet">
                <tbody>
                    <tr><th scope="row">{words.digit}</th>
                        for (digit, _) in &digits {
                            <td class={classes!(used(*digit).then_some("used"))}>{*digit}</td>
                        }
                    </tr>
                    <tr><th scope="row">{words.letter}</th>
                        for (digit, letter) in &digits {
                            <td class={classes!(used(*digit).then_some("used"))}>{letter.clone()}</td>
                        }
                    </tr>
                </tbody>
            </table>
            <p class="note">{words.alphabet_about}</p>
        </div>
    }
}
