use super::{now_ms, use_desk};
use crate::state::{Frame, Speed};
use gloo_timers::callback::Interval;
use std::rc::Rc;
use yew::prelude::*;

/// A turn of playing takes about this long where more than a step is taken at once, in milliseconds.
const TURN_MS: u32 = 16;

/// How long the steps of one turn may take; the page is drawn in what is left.
const WORK_MS: f64 = 12.0;

/// Steps in the first turn of the greatest speed.
const FIRST: f64 = 8.0;

/// Takes step after step while the view says so.
#[hook]
pub fn use_playback(playing: bool, speed: Speed, frame: Option<Rc<Frame>>) {
    let desk = use_desk();
    let at_end = frame.as_ref().is_none_or(|frame| frame.position >= frame.length);
    {
        let desk = desk.clone();
        use_effect_with((playing, at_end), move |&(playing, at_end)| {
            if playing && at_end {
                desk.act(crate::state::Act::Play(false));
            }
        });
    }
    use_effect_with((playing && !at_end, speed), move |&(running, speed)| {
        let timer = running.then(|| match speed.steps_per_s() {
            Some(steps) if speed.steps_per_frame().is_none() => {
                Interval::new(interval_ms(steps), move || desk.play_on(1))
            }
            steps => {
                let mut pace = Pace::new(steps);
                Interval::new(TURN_MS, move || {
                    let begun = now_ms();
                    desk.play_on(pace.steps_of_turn(begun));
                    pace.took(now_ms() - begun);
                })
            }
        });
        move || drop(timer)
    });
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between a frame and four seconds"
)]
fn interval_ms(steps_per_s: f64) -> u32 {
    (1000.0 / steps_per_s).round() as u32
}

/// How many steps each turn takes: as many as the speed says, and never more than there is time for.
struct Pace {
    /// Steps in a second; none: as many as there is time for.
    wanted: Option<f64>,
    /// How many steps fit into a turn.
    fit: f64,
    /// Parts of steps that are still to be taken.
    owed: f64,
    last: Option<f64>,
    taken: f64,
}

impl Pace {
    fn new(wanted: Option<f64>) -> Self {
        Pace {
            wanted,
            fit: FIRST,
            owed: 0.0,
            last: None,
            taken: 0.0,
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a turn takes fewer steps than a history may have"
    )]
    fn steps_of_turn(&mut self, now: f64) -> usize {
        let since = self
            .last
            .replace(now)
            .map_or(f64::from(TURN_MS), |last| now - last);
        self.owed = match self.wanted {
            None => self.fit,
            // What could not be taken in time is not made up for.
            Some(wanted) => (self.owed.fract() + wanted * since / 1000.0).min(self.fit),
        };
        self.taken = self.owed.floor();
        self.taken as usize
    }

    /// Learns from how long a turn took.
    fn took(&mut self, ms: f64) {
        if ms > WORK_MS {
            self.fit = (self.fit / 2.0).max(1.0);
        } else if ms < WORK_MS / 2.0 && self.taken >= self.fit.floor() {
            self.fit *= 2.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_what_the_speed_says() {
        let mut pace = Pace::new(Some(100.0));
        let taken: usize = (0..100)
            .map(|turn| pace.steps_of_turn(f64::from(turn) * 16.0))
            .sum();
        assert!((155..=162).contains(&taken), "{taken}");
    }

    #[test]
    fn a_turn_takes_no_more_than_there_is_time_for() {
        let mut pace = Pace::new(None);
        assert_eq!(pace.steps_of_turn(0.0), 8);
        pace.took(1.0);
        assert_eq!(pace.steps_of_turn(16.0), 16);
        pace.took(40.0);
        assert_eq!(pace.steps_of_turn(56.0), 8);
        for turn in 0..20 {
            pace.took(100.0);
            assert!(pace.steps_of_turn(f64::from(turn) * 100.0) >= 1);
        }
        // Where the speed asks for less than fits, what fits is not overrated.
        let mut slow = Pace::new(Some(120.0));
        for turn in 0..50 {
            slow.steps_of_turn(f64::from(turn) * 16.0);
            slow.took(0.1);
        }
        assert!(slow.fit <= 16.0, "{}", slow.fit);
    }
}
