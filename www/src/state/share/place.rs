use super::deed;
use crate::state::{Diagnosed, Player};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::{Action, Schedule};
use kubeloupe_formats::dump::Epoch;
use serde_json::{Value, json};

/// Where in a history somebody stands, and how that place is come to: by the schedule, but for the steps that were
/// chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct SharedPlace {
    /// The policy of the deletion.
    pub cascade: Cascade,
    /// How steps are chosen.
    pub schedule: Schedule,
    /// How many steps were taken; `None` where nothing is watched.
    pub step: Option<usize>,
    /// Steps that the schedule would not have taken: after how many steps, and which.
    pub chosen: Vec<(usize, Chosen)>,
}

/// A step that somebody chose.
#[derive(Clone, PartialEq, Debug)]
pub enum Chosen {
    /// The candidate with this number.
    Candidate(usize),
    /// A request, as scenario files write it.
    Request(Value),
}

const SCHEDULES: [(Schedule, &str); 3] = [
    (Schedule::Fair, "fair"),
    (Schedule::Random, "random"),
    (Schedule::Manual, "manual"),
];

const CASCADES: [(Cascade, &str); 4] = [
    (Cascade::Background, "background"),
    (Cascade::Foreground, "foreground"),
    (Cascade::Orphan, "orphan"),
    (Cascade::ApiDefault, "default"),
];

/// What may be chosen where the player stands: its choices, then what the fixes of the findings would do, each in its
/// order.
pub fn candidates(player: &Player, diagnosed: Option<&Diagnosed>) -> Vec<Action> {
    let mut candidates = player.choices();
    let findings = diagnosed.map_or(&[][..], Diagnosed::list);
    for fix in findings.iter().flat_map(|finding| &finding.fixes) {
        candidates.extend(fix.actions(player.world()));
    }
    candidates
}

impl SharedPlace {
    /// The place at which a player stands; `None` if a step on the way there cannot be told.
    pub fn of(
        cascade: Cascade,
        schedule: Schedule,
        epoch: Epoch,
        player: Option<&Player>,
        diagnosed: Option<&Diagnosed>,
    ) -> Option<Self> {
        let mut place = SharedPlace {
            cascade,
            schedule,
            step: player.map(Player::position),
            chosen: Vec::new(),
        };
        if let Some(player) = player {
            place.chosen = player.chosen(schedule, |player, taken| {
                let mut among = candidates(player, diagnosed).into_iter();
                let candidate = among.position(|action| action == *taken).map(Chosen::Candidate);
                candidate.or_else(|| deed(player.world(), epoch, taken).map(Chosen::Request))
            })?;
        }
        Some(place)
    }

    pub(super) fn to_json(&self) -> Value {
        let word = SCHEDULES.iter().find(|(one, _)| *one == self.schedule);
        let cascade = CASCADES.iter().find(|(one, _)| *one == self.cascade);
        json!({
            "cascade": cascade.map(|(_, word)| word),
            "schedule": word.map(|(_, word)| word),
            "step": self.step,
            "chosen": self.chosen.iter().map(|(at, chosen)| match chosen {
                Chosen::Candidate(number) => json!([at, number]),
                Chosen::Request(request) => json!([at, request]),
            }).collect::<Vec<Value>>(),
        })
    }

    pub(super) fn of_json(value: &Value) -> Option<Self> {
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let schedule = value["schedule"].as_str()?;
        let cascade = value["cascade"].as_str()?;
        let mut chosen = Vec::new();
        for pair in value["chosen"].as_array()? {
            let what = match &pair[1] {
                request @ Value::Object(_) => Chosen::Request(request.clone()),
                candidate => Chosen::Candidate(number(candidate)?),
            };
            chosen.push((number(&pair[0])?, what));
        }
        Some(SharedPlace {
            schedule: SCHEDULES.iter().find(|(_, word)| *word == schedule)?.0,
            cascade: CASCADES.iter().find(|(_, word)| *word == cascade)?.0,
            step: number(&value["step"]),
            chosen,
        })
    }
}
