use super::state::{Fleet, Row, Scale, Tape};
use super::use_desk::use_say;
use kubeloupe_core::object::Duration;
use std::rc::Rc;
use yew::prelude::*;

/// Whose values.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// The run.
    pub tape: Option<Rc<Tape>>,
}

/// The most rows of the table.
const MOST_ROWS: usize = 400;
/// The columns of each zone.
const COLUMNS: [Scale; 6] = [
    Scale::Ready,
    Scale::State,
    Scale::Tokens,
    Scale::Waiting,
    Scale::Tainted,
    Scale::Evicted,
];

/// The charts as a table: a row for each change of what they show, but for tokens that come by themselves.
#[component]
pub fn Values(Props { fleet, tape }: &Props) -> Html {
    let say = use_say();
    let opens = use_state_eq(|| false);
    let onclick = {
        let opens = opens.clone();
        move |_: MouseEvent| opens.set(!*opens)
    };
    let table = opens.then(|| fleet.as_ref().zip(tape.as_ref())).flatten().map(|(fleet, tape)| {
        let rows = changes(tape);
        let more = rows.len().saturating_sub(MOST_ROWS);
        html! {
            <div class="values-frame" tabindex="0" role="region" aria-label={say.values()}>
                <table>
                    <caption class="unseen">{say.values_about()}</caption>
                    <thead>
                        <tr><td></td>for (number, _) in fleet.zones.iter().enumerate() { <th key={number} scope="colgroup" colspan="6">{say.zone_name(fleet, number)}</th> }</tr>
                        <tr><th scope="col">{say.column_time()}</th>for (number, _) in fleet.zones.iter().enumerate() { for scale in COLUMNS { <th key={format!("{number} {}", scale.slug())} scope="col">{say.scale(scale)}</th> } }</tr>
                    </thead>
                    <tbody>
                        for row in rows.iter().take(MOST_ROWS) {
                            <tr key={row.at.0.to_string()} data-at={row.at.0.to_string()}>
                                <th scope="row">{say.time(row.at)}</th>
                                for (number, zone) in row.zones.iter().enumerate() { for scale in COLUMNS {
                                    <td key={format!("{number} {}", scale.slug())}>{if scale == Scale::State { say.state(zone.state).to_owned() } else { say.value(scale, scale.value(zone, Duration::ZERO)) }}</td>
                                } }
                            </tr>
                        }
                    </tbody>
                </table>
                if more > 0 { <p class="more">{say.more(u32::try_from(more).unwrap_or(u32::MAX))}</p> }
            </div>
        }
    });
    html! {
        <section class="values">
            <button type="button" class="ghost" aria-expanded={opens.to_string()} {onclick}>{say.values()}</button>
            {table.unwrap_or_default()}
        </section>
    }
}

/// The rows at which a chart changes.
fn changes(tape: &Tape) -> Vec<&Row> {
    let mut rows: Vec<&Row> = Vec::new();
    for row in &tape.rows {
        let same = rows.last().is_some_and(|last| {
            last.zones.iter().zip(row.zones.iter()).all(|(old, new)| {
                let values = |zone| {
                    [Scale::Ready, Scale::Waiting, Scale::Tainted, Scale::Evicted]
                        .map(|scale: Scale| scale.value(zone, Duration::ZERO).to_bits())
                };
                old.state == new.state && values(old) == values(new)
            })
        });
        if !same {
            rows.push(row);
        }
    }
    rows
}
