use super::arrange::HEAD;
use super::{Look, Point, Rect, Scene, Standing, Tone};
use crate::state::Mark;

/// The colours that a picture is painted with, by their roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Behind everything.
    Bg,
    /// Boxes.
    Panel,
    /// Groups.
    Sunk,
    /// Borders of groups.
    Line,
    /// Borders and references.
    Border,
    /// Names.
    Text,
    /// Headings.
    Heading,
    /// Kinds.
    Kind,
    /// What is chosen.
    Accent,
    /// What is written on strong colours.
    OnAccent,
    /// What goes.
    Deleted,
    /// Behind it.
    DeletedBg,
    /// What is stuck.
    Stuck,
    /// Behind it.
    StuckBg,
    /// What waits.
    Waiting,
    /// Behind it.
    WaitingBg,
    /// What lost its owner.
    Orphaned,
    /// Behind it.
    OrphanedBg,
    /// What stays.
    Kept,
    /// What only references know of.
    Virtual,
}

impl Ink {
    /// All of them, in order.
    pub const ALL: [Ink; 20] = [
        Ink::Bg,
        Ink::Panel,
        Ink::Sunk,
        Ink::Line,
        Ink::Border,
        Ink::Text,
        Ink::Heading,
        Ink::Kind,
        Ink::Accent,
        Ink::OnAccent,
        Ink::Deleted,
        Ink::DeletedBg,
        Ink::Stuck,
        Ink::StuckBg,
        Ink::Waiting,
        Ink::WaitingBg,
        Ink::Orphaned,
        Ink::OrphanedBg,
        Ink::Kept,
        Ink::Virtual,
    ];

    /// What style sheets call it.
    pub fn token(self) -> &'static str {
        match self {
            Ink::Bg => "--bg",
            Ink::Panel => "--panel",
            Ink::Sunk => "--sunk",
            Ink::Line => "--line",
            Ink::Border => "--line-strong",
            Ink::Text => "--ink",
            Ink::Heading => "--ink-soft",
            Ink::Kind => "--ink-faint",
            Ink::Accent => "--accent",
            Ink::OnAccent => "--on-accent",
            Ink::Deleted => "--deleted",
            Ink::DeletedBg => "--deleted-bg",
            Ink::Stuck => "--stuck",
            Ink::StuckBg => "--stuck-bg",
            Ink::Waiting => "--waiting",
            Ink::WaitingBg => "--waiting-bg",
            Ink::Orphaned => "--orphaned",
            Ink::OrphanedBg => "--orphaned-bg",
            Ink::Kept => "--kept",
            Ink::Virtual => "--virtual",
        }
    }
}

/// A line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f64,
    /// Dashes of this length, or 0.
    pub dash: f64,
}

/// A piece of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Piece {
    /// Begins here.
    Move(Point),
    /// Straight to here.
    Line(Point),
    /// A curve with two pulls, to here.
    Curve(Point, Point, Point),
    /// Back to the beginning.
    Close,
}

/// Text of one line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line<'a> {
    /// What it says.
    pub text: &'a str,
    /// Where it begins, on its base line; or its middle.
    pub at: Point,
    /// How high letters are.
    pub size: f64,
    /// Bold.
    pub bold: bool,
    /// `at` is its middle.
    pub centred: bool,
    /// Struck through.
    pub struck: bool,
    /// Its colour.
    pub ink: Ink,
}

/// What paints.
pub trait Pen {
    /// A rectangle with round corners.
    fn rect(&mut self, rect: Rect, radius: f64, fill: Option<Ink>, stroke: Option<Stroke>);
    /// A path.
    fn path(&mut self, pieces: &[Piece], fill: Option<Ink>, stroke: Option<Stroke>);
    /// A text.
    fn text(&mut self, line: Line<'_>);
    /// How opaque everything is from now on.
    fn opacity(&mut self, opacity: f64);
}

/// Which part of a scene is painted, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// The part, in the picture's coordinates.
    pub rect: Rect,
    /// Pixels of the screen for each unit.
    pub scale: f64,
}

/// At this scale and above names can be read.
const READABLE: f64 = 0.5;
/// Below this a box is a spot of colour.
const SPOT: f64 = 0.16;
/// The least height of a heading on the screen, in pixels.
const HEADING: f64 = 11.5;
/// References that are shorter on the screen are left out.
const SHORTEST: f64 = 4.0;

/// Paints the part that is seen of a scene as it stands, as fine as can be made out. `look` tells what a box is like, and `broken`
/// whether a reference is no more.
pub fn draw(
    standing: &Standing<'_>,
    part: Part,
    look: &dyn Fn(usize) -> Look,
    broken: &dyn Fn(usize) -> bool,
    pen: &mut dyn Pen,
) {
    let scene = standing.scene;
    let seen = standing.visible(&part.rect);
    let open = &scene.picture.open;
    for &at in seen.iter().filter(|&&at| open[at]) {
        frame(standing, at, &look(at), part, pen);
    }
    for number in standing.visible_edges(&part.rect) {
        let line = &standing.line(number);
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            continue;
        };
        if (first.x - last.x).hypot(first.y - last.y) * part.scale < SHORTEST {
            continue;
        }
        edge((scene, number), line, broken(number), part, pen);
    }
    for &at in seen.iter().filter(|&&at| !open[at]) {
        let rect = standing.rects[at];
        if part.scale < SPOT {
            let (_, stroke) = colours(&look(at));
            pen.rect(rect, 0.0, Some(stroke), None);
        } else {
            node((scene, at), rect, &look(at), part, pen);
        }
    }
    // What a group is called is read at any scale that leaves room for it.
    for &at in seen.iter().filter(|&&at| open[at]) {
        heading(standing, at, part, pen);
    }
}

/// The fill and the border of a box.
fn colours(look: &Look) -> (Option<Ink>, Ink) {
    match look.tone {
        Tone::Plain => (Some(Ink::Panel), Ink::Border),
        Tone::Doomed => (Some(Ink::Panel), Ink::Deleted),
        Tone::Waiting => (Some(Ink::WaitingBg), Ink::Waiting),
        Tone::Stopping => (Some(Ink::DeletedBg), Ink::Deleted),
        Tone::Stuck => (Some(Ink::StuckBg), Ink::Stuck),
        Tone::Orphaned => (Some(Ink::OrphanedBg), Ink::Orphaned),
        Tone::Gone => (None, Ink::Deleted),
        Tone::Virtual => (None, Ink::Virtual),
        Tone::Group => (Some(Ink::Sunk), Ink::Border),
    }
}

fn border(look: &Look, scale: f64) -> Stroke {
    let (_, ink) = colours(look);
    let width: f64 = match look {
        Look { current: true, .. } => 3.0,
        Look { selected: true, .. } => 2.4,
        Look { asked: true, .. } => 2.0,
        _ => 1.0,
    };
    Stroke {
        ink: if look.selected { Ink::Accent } else { ink },
        // A border is never thinner than a pixel, and what is chosen is seen from afar.
        width: if look.selected || look.current {
            width.max(2.4 / scale)
        } else {
            width.max(1.0 / scale)
        },
        dash: match look.tone {
            Tone::Gone => 3.0,
            Tone::Virtual => 4.0,
            _ => 0.0,
        },
    }
}

fn frame(standing: &Standing<'_>, at: usize, look: &Look, part: Part, pen: &mut dyn Pen) {
    let stroke = Stroke {
        ink: if look.selected { Ink::Accent } else { Ink::Line },
        width: if look.selected {
            2.4_f64.max(2.0 / part.scale)
        } else {
            1.0 / part.scale
        },
        dash: 0.0,
    };
    // Groups in groups are told apart by their ground.
    let ground = if depth(standing.scene, at).is_multiple_of(2) {
        Ink::Sunk
    } else {
        Ink::Bg
    };
    pen.rect(standing.rects[at], 12.0, Some(ground), Some(stroke));
}

/// How many groups are around a box.
pub fn depth(scene: &Scene, at: usize) -> usize {
    std::iter::successors(scene.picture.inside[at], |&outer| scene.picture.inside[outer]).count()
}

fn heading(standing: &Standing<'_>, at: usize, part: Part, pen: &mut dyn Pen) {
    let (scene, rect) = (standing.scene, standing.rects[at]);
    let label = &scene.labels[at];
    let size = 12.5_f64.max(HEADING / part.scale);
    let text = format!("− {}  {}", label.kind, label.name);
    // About how wide the text becomes, in a font of the usual width.
    #[expect(clippy::cast_precision_loss, reason = "labels are short")]
    let wide = text.chars().count() as f64 * size * 0.56;
    let (text, wide) = if wide > rect.width - 16.0 {
        #[expect(clippy::cast_precision_loss, reason = "labels are short")]
        let short = (label.kind.chars().count() as f64) * size * 0.58;
        (label.kind.clone(), short)
    } else {
        (text, wide)
    };
    if wide > rect.width - 4.0 / part.scale || size > rect.height * 0.6 {
        return;
    }
    // Two headings one over the other are none.
    let above = scene.picture.inside[at].map(|outer| rect.y - standing.rects[outer].y);
    if size > 12.5 && above.is_some_and(|above| above < size * 1.7) {
        return;
    }
    // The heading of a large group stays in sight while its beginning is not.
    let left = rect
        .x
        .max(part.rect.x)
        .min(rect.x + rect.width - wide - 16.0)
        .max(rect.x);
    let middle = rect.y + (HEAD / 2.0).max(size * 0.8);
    if size > 12.5 {
        let ground = Rect {
            x: left + size * 0.3,
            y: middle - size * 0.7,
            width: wide + size * 0.5,
            height: size * 1.4,
        };
        pen.rect(ground, size * 0.3, Some(Ink::Panel), None);
    }
    pen.text(Line {
        text: &text,
        at: Point {
            x: left + if size > 12.5 { size * 0.55 } else { 14.0 },
            y: middle + size * 0.35,
        },
        size,
        bold: true,
        centred: false,
        struck: false,
        ink: Ink::Heading,
    });
}

fn edge((scene, number): (&Scene, usize), line: &[Point], broken: bool, part: Part, pen: &mut dyn Pen) {
    let edge = &scene.picture.edges[number];
    let width = if edge.blocks { 2.2 } else { 1.4 };
    let stroke = Stroke {
        ink: if edge.blocks { Ink::Kind } else { Ink::Border },
        width: f64::max(width, 0.7 / part.scale),
        dash: if broken { 4.0 } else { 0.0 },
    };
    let pieces = if part.scale < SPOT {
        let (first, last) = (line[0], line[line.len() - 1]);
        vec![Piece::Move(last), Piece::Line(first)]
    } else if edge.owner == edge.dependent {
        loop_pieces(line)
    } else {
        edge_pieces(line)
    };
    if broken {
        pen.opacity(0.5);
    }
    pen.path(&pieces, None, Some(stroke));
    if part.scale >= READABLE / 2.0 {
        pen.path(
            &arrow(&pieces, if edge.blocks { 11.0 } else { 8.0 }),
            Some(stroke.ink),
            None,
        );
    }
    if broken {
        pen.opacity(1.0);
    }
}

fn node((scene, at): (&Scene, usize), rect: Rect, look: &Look, part: Part, pen: &mut dyn Pen) {
    let label = &scene.labels[at];
    let (fill, _) = colours(look);
    let faded = look.tone == Tone::Gone;
    let is_group = look.tone == Tone::Group;
    if faded {
        pen.opacity(0.5);
    }
    let stroke = border(look, part.scale);
    if is_group {
        // Several sheets, one behind the other.
        for away in [6.0, 3.0] {
            let behind = Rect {
                x: rect.x + away,
                y: rect.y + away,
                ..rect
            };
            let thin = Stroke {
                ink: Ink::Border,
                width: 1.0_f64.max(0.7 / part.scale),
                dash: 0.0,
            };
            pen.rect(behind, 8.0, Some(Ink::Sunk), Some(thin));
        }
    }
    pen.rect(rect, 8.0, fill, Some(stroke));
    let text = |at: Point, size: f64, bold: bool, ink: Ink, struck: bool| Line {
        text: "",
        at,
        size,
        bold,
        centred: false,
        struck,
        ink,
    };
    if part.scale >= READABLE {
        let point = |x: f64, y: f64| Point {
            x: rect.x + x,
            y: rect.y + y,
        };
        if label.compact {
            pen.text(Line {
                text: &label.name,
                ..text(point(10.0, 18.5), 12.0, false, Ink::Text, faded)
            });
        } else {
            pen.text(Line {
                text: &label.kind,
                ..text(point(13.0, 18.0), 10.5, false, Ink::Kind, false)
            });
            pen.text(Line {
                text: &label.name,
                ..text(point(13.0, 36.0), 13.0, true, Ink::Text, faded)
            });
        }
    }
    if let Some(tally) = &look.tally {
        bar(rect, tally, pen);
        if let Some((_, count)) = tally.largest().filter(|_| part.scale >= READABLE) {
            let said = count.to_string();
            let at = Point {
                x: rect.x + rect.width - 22.0 - 6.0 * f64::from(u32::try_from(said.len()).unwrap_or(0)),
                y: rect.y + 18.0,
            };
            pen.text(Line {
                text: &said,
                ..text(at, 10.5, false, Ink::Kind, false)
            });
        }
    }
    if let Some(mark) = look.mark {
        // From afar the shape is larger than the box has room for beside its text, and the text is not there.
        let (grow, x) = if part.scale >= READABLE {
            (1.0, rect.width - 14.0)
        } else {
            (
                1.0_f64.max(0.45 / part.scale).min(rect.height / 12.0),
                rect.width / 2.0,
            )
        };
        let y = if label.compact || part.scale < READABLE {
            rect.height / 2.0
        } else {
            14.0
        };
        shape(
            mark,
            Point {
                x: rect.x + x,
                y: rect.y + y,
            },
            grow,
            pen,
        );
    }
    if let Some(percent) = look.percent {
        let whole = rect.width - 20.0;
        let y = rect.y + rect.height - 4.0;
        let mut grace = |share: f64, opacity: f64| {
            pen.opacity(opacity);
            let from = Point { x: rect.x + 10.0, y };
            let to = Point {
                x: from.x + whole * share,
                y,
            };
            let stroke = Stroke {
                ink: Ink::Deleted,
                width: 3.0,
                dash: 0.0,
            };
            pen.path(&[Piece::Move(from), Piece::Line(to)], None, Some(stroke));
        };
        grace(1.0, 0.22);
        grace(f64::from(percent.max(2)) / 100.0, 1.0);
    }
    if let Some(tag) = look.tag.filter(|_| part.scale >= READABLE) {
        let ground = Rect {
            x: rect.x + rect.width - 64.0,
            y: rect.y - 9.0,
            width: 56.0,
            height: 18.0,
        };
        pen.rect(ground, 9.0, Some(Ink::Waiting), None);
        pen.text(Line {
            text: tag,
            centred: true,
            ..text(
                Point {
                    x: ground.x + 28.0,
                    y: ground.y + 12.5,
                },
                10.0,
                true,
                Ink::OnAccent,
                false,
            )
        });
    }
    if faded {
        pen.opacity(1.0);
    }
}

/// How many of a group have which fate, as shares of its lower border.
fn bar(rect: Rect, tally: &super::Tally, pen: &mut dyn Pen) {
    for (share, ink, from) in shares(tally) {
        let piece = Rect {
            x: rect.x + 10.0 + from * (rect.width - 20.0),
            y: rect.y + rect.height - 5.5,
            width: (share * (rect.width - 20.0)).max(2.0),
            height: 3.0,
        };
        pen.rect(piece, 0.0, Some(ink), None);
    }
}

/// The shares of a group's fates: how large, in which colour, and where each begins.
pub fn shares(tally: &super::Tally) -> Vec<(f64, Ink, f64)> {
    let all = f64::from(tally.all.max(1));
    let mut from = 0.0;
    tally
        .shown()
        .map(|(mark, count)| {
            let share = f64::from(count) / all;
            let ink = match mark {
                Mark::Deleted => Ink::Deleted,
                Mark::Stuck => Ink::Stuck,
                Mark::Orphaned => Ink::Orphaned,
                _ => Ink::Waiting,
            };
            let begin = from;
            from += share;
            (share, ink, begin)
        })
        .collect()
}

/// The shape of a fate, around a point.
fn shape(mark: Mark, at: Point, grow: f64, pen: &mut dyn Pen) {
    let point = |x: f64, y: f64| Point {
        x: at.x + x * grow,
        y: at.y + y * grow,
    };
    let polygon = |corners: &[(f64, f64)]| {
        let mut pieces: Vec<Piece> = corners
            .iter()
            .enumerate()
            .map(|(number, &(x, y))| {
                if number == 0 {
                    Piece::Move(point(x, y))
                } else {
                    Piece::Line(point(x, y))
                }
            })
            .collect();
        pieces.push(Piece::Close);
        pieces
    };
    match mark {
        Mark::Deleted => {
            let cross = [
                Piece::Move(point(-4.0, -4.0)),
                Piece::Line(point(4.0, 4.0)),
                Piece::Move(point(4.0, -4.0)),
                Piece::Line(point(-4.0, 4.0)),
            ];
            let stroke = Stroke {
                ink: Ink::Deleted,
                width: 2.0 * grow,
                dash: 0.0,
            };
            pen.path(&cross, None, Some(stroke));
        }
        Mark::Stuck => pen.path(
            &polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
            Some(Ink::Stuck),
            None,
        ),
        Mark::Orphaned => pen.path(
            &polygon(&[(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)]),
            Some(Ink::Orphaned),
            None,
        ),
        Mark::Changed => pen.path(
            &polygon(&[(0.0, -4.5), (5.0, 4.0), (-5.0, 4.0)]),
            Some(Ink::Waiting),
            None,
        ),
        Mark::Waiting => pen.path(&half(&point, 1.0), Some(Ink::Waiting), None),
        Mark::Kept | Mark::Untouched => {
            let mut whole = half(&point, 1.0);
            whole.extend(half(&point, -1.0));
            let ink = if mark == Mark::Kept { Ink::Kept } else { Ink::Kind };
            pen.path(&whole, Some(ink), None);
        }
    }
}

/// Half of a disc, to one side.
fn half(point: &dyn Fn(f64, f64) -> Point, side: f64) -> Vec<Piece> {
    // How far the pulls of a curve are for a quarter of a circle.
    let (r, pull) = (4.5, 4.5 * 0.5523);
    vec![
        Piece::Move(point(0.0, -r)),
        Piece::Curve(
            point(side * pull, -r),
            point(side * r, -pull),
            point(side * r, 0.0),
        ),
        Piece::Curve(point(side * r, pull), point(side * pull, r), point(0.0, r)),
        Piece::Close,
    ]
}

/// The path of a reference, drawn from the dependent up to its owner, as the reference points.
pub fn edge_pieces(from_owner: &[Point]) -> Vec<Piece> {
    let mut points = from_owner.iter().rev();
    let Some(&first) = points.next() else {
        return Vec::new();
    };
    let mut pieces = vec![Piece::Move(first)];
    let mut last = first;
    for &point in points {
        let middle = f64::midpoint(last.y, point.y);
        pieces.push(Piece::Curve(
            Point { x: last.x, y: middle },
            Point {
                x: point.x,
                y: middle,
            },
            point,
        ));
        last = point;
    }
    pieces
}

/// The path of a reference to the node itself: one curve, whose ends and pulls were found by the routing.
pub fn loop_pieces(from_owner: &[Point]) -> Vec<Piece> {
    let &[start, up, out, end] = from_owner else {
        return edge_pieces(from_owner);
    };
    vec![Piece::Move(end), Piece::Curve(out, up, start)]
}

/// The head of an arrow at the end of a path.
fn arrow(pieces: &[Piece], size: f64) -> Vec<Piece> {
    let Some(&Piece::Curve(_, pull, tip)) = pieces.last() else {
        return Vec::new();
    };
    let (x, y) = (tip.x - pull.x, tip.y - pull.y);
    let long = x.hypot(y).max(1e-9);
    let (x, y) = (x / long * size, y / long * size);
    let base = Point {
        x: tip.x - x,
        y: tip.y - y,
    };
    vec![
        Piece::Move(tip),
        Piece::Line(Point {
            x: base.x - y / 2.0,
            y: base.y + x / 2.0,
        }),
        Piece::Line(Point {
            x: base.x + y / 2.0,
            y: base.y - x / 2.0,
        }),
        Piece::Close,
    ]
}
