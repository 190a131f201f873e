use super::{Settings, Tape, ZoneRow};
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Duration, Time};
use std::fmt::Write;
use std::rc::Rc;

/// The width and height of every plot in its own units; it is stretched to where it stands.
pub const WIDTH: f64 = 1000.0;
/// See [`WIDTH`].
pub const HEIGHT: f64 = 100.0;

/// What a figure plots, of each zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Ready nodes of all nodes, from 0 to 1.
    Ready,
    /// The zone's state.
    State,
    /// Tokens in the zone's bucket.
    Tokens,
    /// Nodes that wait to be tainted.
    Waiting,
    /// Nodes tainted so far.
    Tainted,
    /// Pods evicted so far.
    Evicted,
}

/// One figure: what is plotted, and how high it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What.
    pub scale: Scale,
    /// The value at its top.
    pub top: f64,
    /// One line for each zone of each run.
    pub lines: Vec<Line>,
    /// The states, for [`Scale::State`].
    pub bands: Vec<Band>,
    /// A value to compare with.
    pub threshold: Option<f64>,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Of this zone.
    pub zone: usize,
    /// Of the second run.
    pub other: bool,
    /// As the `d` of a path.
    pub path: Rc<str>,
}

/// A zone was in a state for some time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The zone.
    pub zone: usize,
    /// Of the second run.
    pub other: bool,
    /// The state; `None` for forgotten.
    pub state: Option<ZoneState>,
    /// From, in the plot's units.
    pub from: f64,
    /// To.
    pub to: f64,
}

/// Where times stand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The time at the right end.
    pub until: Time,
}

impl Scale {
    /// All of them, in the order of the page.
    pub const ALL: [Scale; 6] = [
        Scale::Ready,
        Scale::State,
        Scale::Tokens,
        Scale::Waiting,
        Scale::Tainted,
        Scale::Evicted,
    ];

    /// What a zone reads, `since` after the row; states read as nothing.
    pub fn value(self, zone: &ZoneRow, since: Duration) -> f64 {
        match self {
            Scale::Ready => f64::from(zone.ready) / f64::from(zone.nodes().max(1)),
            Scale::State => 0.0,
            Scale::Tokens => zone.limiter.map_or(0.0, |limiter| limiter.tokens_at(since)),
            Scale::Waiting => f64::from(zone.queue),
            Scale::Tainted => f64::from(zone.tainted),
            Scale::Evicted => f64::from(zone.evicted),
        }
    }

    /// Its name in the document.
    pub fn slug(self) -> &'static str {
        match self {
            Scale::Ready => "ready",
            Scale::State => "state",
            Scale::Tokens => "tokens",
            Scale::Waiting => "waiting",
            Scale::Tainted => "tainted",
            Scale::Evicted => "evicted",
        }
    }
}

impl Axis {
    /// Where a time stands, in the plot's units.
    pub fn x(&self, at: Time) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
        let share = at.0 as f64 / self.until.0.max(1) as f64;
        (share * WIDTH).clamp(0.0, WIDTH)
    }

    /// The time at a share of the width.
    pub fn time(&self, share: f64) -> Time {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            reason = "a place in a plot"
        )]
        let at = (self.until.0 as f64 * share.clamp(0.0, 1.0)) as i64;
        Time(at)
    }
}

/// Times to write at the axis: round ones, six at most.
pub fn ticks(until: Time) -> Vec<Time> {
    const SECOND: i64 = 1_000_000_000;
    let steps = [
        10, 15, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 43200, 86400,
    ];
    let step = steps
        .into_iter()
        .find(|step| until.0 / (step * SECOND) <= 5)
        .unwrap_or(86400);
    (0..=until.0 / (step * SECOND))
        .map(|number| Time(number * step * SECOND))
        .collect()
}

/// All figures of one run, or of two that are compared.
pub fn figures(tapes: &[Option<Rc<Tape>>; 2], settings: &Settings, axis: Axis) -> Vec<Figure> {
    Scale::ALL
        .into_iter()
        .map(|scale| figure(scale, tapes, settings, axis))
        .collect()
}

fn figure(scale: Scale, tapes: &[Option<Rc<Tape>>; 2], settings: &Settings, axis: Axis) -> Figure {
    let runs = || {
        tapes
            .iter()
            .enumerate()
            .filter_map(|(side, tape)| Some((side == 1, tape.as_deref()?)))
    };
    let zones = runs().map(|(_, tape)| zone_count(tape)).max().unwrap_or(0);
    let mut figure = Figure {
        scale,
        top: 1.0,
        lines: Vec::new(),
        bands: Vec::new(),
        threshold: None,
    };
    if scale == Scale::State {
        for (other, tape) in runs() {
            for zone in 0..zones {
                bands(tape, zone, other, axis, &mut figure.bands);
            }
        }
        return figure;
    }
    if scale == Scale::Ready {
        // So few ready nodes make the share of those not ready reach the threshold.
        figure.threshold = Some(1.0 - f64::from(settings.flags.unhealthy_zone_threshold.get()));
    }
    if matches!(scale, Scale::Waiting | Scale::Tainted | Scale::Evicted) {
        let values = runs().flat_map(|(_, tape)| tape.rows.iter());
        let values = values.flat_map(|row| row.zones.iter().map(|zone| scale.value(zone, Duration::ZERO)));
        figure.top = round_up(values.fold(0.0, f64::max));
    }
    for (other, tape) in runs() {
        for zone in 0..zones {
            let path = if scale == Scale::Tokens {
                saw(tape, zone, axis)
            } else {
                stairs(tape, zone, scale, figure.top, axis)
            };
            figure.lines.push(Line {
                zone,
                other,
                path: path.into(),
            });
        }
    }
    figure
}

fn zone_count(tape: &Tape) -> usize {
    tape.rows.last().map_or(0, |row| row.zones.len())
}

/// The next round number: the top of an axis.
fn round_up(value: f64) -> f64 {
    let steps = [1.0, 2.0, 4.0, 5.0, 8.0, 10.0];
    let mut unit = 1.0;
    while unit * 10.0 < value {
        unit *= 10.0;
    }
    steps
        .into_iter()
        .map(|step| step * unit)
        .find(|top| *top >= value)
        .unwrap_or(value)
        .max(1.0)
}

/// A line that stays at a value until the next one.
fn stairs(tape: &Tape, zone: usize, scale: Scale, top: f64, axis: Axis) -> String {
    let mut path = String::new();
    let mut last: Option<f64> = None;
    for row in &tape.rows {
        let Some(zone) = row.zones.get(zone) else { continue };
        let value = scale.value(zone, Duration::ZERO);
        if last.is_some_and(|last| (last - value).abs() < f64::EPSILON) {
            continue;
        }
        let (x, y) = (axis.x(row.at), HEIGHT * (1.0 - value / top));
        // Writing to a string cannot fail.
        let _ = if last.is_none() {
            write!(path, "M{x:.1} {y:.1}")
        } else {
            write!(path, "H{x:.1}V{y:.1}")
        };
        last = Some(value);
    }
    if last.is_some() {
        let _ = write!(path, "H{:.1}", axis.x(tape.end));
    }
    path
}

/// The level of a bucket, which rises between two moments and falls at one.
fn saw(tape: &Tape, zone: usize, axis: Axis) -> String {
    let mut path = String::new();
    let point = |at: Time, level: f64, path: &mut String| {
        let first = path.is_empty();
        let _ = write!(
            path,
            "{}{:.1} {:.1}",
            if first { 'M' } else { 'L' },
            axis.x(at),
            HEIGHT * (1.0 - level.clamp(0.0, 1.0))
        );
    };
    let ends = tape.rows.iter().skip(1).map(|row| row.at).chain([tape.end]);
    let mut last: Option<f64> = None;
    for (row, end) in tape.rows.iter().zip(ends) {
        let limiter = row.zones.get(zone).and_then(|zone| zone.limiter);
        let Some(limiter) = limiter else { continue };
        if last.is_none_or(|last| (last - limiter.tokens).abs() > 1e-6) {
            if let Some(last) = last {
                point(row.at, last, &mut path);
            }
            point(row.at, limiter.tokens, &mut path);
        }
        let level = limiter.tokens_at(end - row.at);
        if (level - limiter.tokens).abs() > 1e-6 {
            // It may have stayed as it was for long.
            point(row.at, limiter.tokens, &mut path);
            if let Some(full) = limiter.next_token.filter(|full| *full < end) {
                point(full, level, &mut path);
            } else {
                point(end, level, &mut path);
            }
        }
        last = Some(level);
    }
    if let Some(last) = last {
        point(tape.end, last, &mut path);
    }
    path
}

fn bands(tape: &Tape, zone: usize, other: bool, axis: Axis, bands: &mut Vec<Band>) {
    let first = bands.len();
    for row in &tape.rows {
        let state = row.zones.get(zone).and_then(|zone| zone.state);
        let from = axis.x(row.at);
        if bands.len() > first
            && let Some(last) = bands.last_mut()
        {
            last.to = from;
            if last.state == state {
                continue;
            }
        }
        bands.push(Band {
            zone,
            other,
            state,
            from,
            to: from,
        });
    }
    if bands.len() > first
        && let Some(last) = bands.last_mut()
    {
        last.to = axis.x(tape.end);
    }
}
