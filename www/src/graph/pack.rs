use super::{Point, Size};

/// How much wider than high a picture is made.
const ASPECT: f64 = 1.7;

/// The width at which boxes of these sizes, in rows, make up about the shape of a screen.
pub fn good_width(sizes: impl Iterator<Item = Size>, gap: f64) -> f64 {
    let mut widest: f64 = 0.0;
    let area: f64 = sizes
        .map(|size| {
            widest = widest.max(size.width);
            (size.width + gap) * (size.height + gap)
        })
        .sum();
    (area * ASPECT).sqrt().max(widest)
}

/// Boxes in rows, in their order, as many in each as fit into `width`. A box that was in a row before stays in it, and a
/// new one goes to where the one before it is, so that nothing changes places when something grows. Returns where each
/// is, the row of each, and the size of the whole.
pub fn in_rows(sizes: &[Size], rows: &[Option<u32>], width: f64, gap: f64) -> (Vec<Point>, Vec<u32>, Size) {
    let remembers = rows.iter().any(Option::is_some);
    let mut chosen: Vec<u32> = Vec::with_capacity(sizes.len());
    let (mut row, mut filled) = (0_u32, 0.0_f64);
    for (size, known) in sizes.iter().zip(rows) {
        if remembers {
            row = known.unwrap_or(row);
        } else if filled > 0.0 && filled + size.width / 2.0 > width {
            (row, filled) = (row + 1, 0.0);
        }
        filled += size.width + gap;
        chosen.push(row);
    }
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&at| chosen[at]);
    let mut points = vec![Point::default(); sizes.len()];
    let mut whole = Size {
        width: 0.0,
        height: 0.0,
    };
    let (mut x, mut y, mut high) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut last = None;
    for at in order {
        if last.is_some_and(|last| last != chosen[at]) {
            (x, y, high) = (0.0, y + high + gap, 0.0);
        }
        last = Some(chosen[at]);
        points[at] = Point { x, y };
        x += sizes[at].width + gap;
        high = high.max(sizes[at].height);
        whole.width = whole.width.max(x - gap);
        whole.height = whole.height.max(y + high);
    }
    (points, chosen, whole)
}

/// Boxes of about one size in a grid, row by row. Returns where each is, and the size of the whole.
pub fn in_grid(sizes: &[Size], gap: f64) -> (Vec<Point>, Size) {
    let cell = sizes.iter().fold(
        Size {
            width: 0.0,
            height: 0.0,
        },
        |cell, size| Size {
            width: cell.width.max(size.width),
            height: cell.height.max(size.height),
        },
    );
    let step = Size {
        width: cell.width + gap,
        height: cell.height + gap,
    };
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a picture has fewer boxes than a float has digits"
    )]
    let columns = ((sizes.len() as f64 * step.height * ASPECT / step.width)
        .sqrt()
        .ceil() as usize)
        .max(1);
    #[expect(
        clippy::cast_precision_loss,
        reason = "a picture has fewer boxes than a float has digits"
    )]
    let place = |at: usize| Point {
        x: (at % columns) as f64 * step.width,
        y: (at / columns) as f64 * step.height,
    };
    let points: Vec<Point> = (0..sizes.len()).map(place).collect();
    let whole = points.iter().zip(sizes).fold(
        Size {
            width: 0.0,
            height: 0.0,
        },
        |whole, (point, size)| Size {
            width: whole.width.max(point.x + size.width),
            height: whole.height.max(point.y + size.height),
        },
    );
    (points, whole)
}

#[cfg(test)]
mod tests {
    use super::{Size, good_width, in_grid, in_rows};

    const BOX: Size = Size {
        width: 100.0,
        height: 40.0,
    };

    #[test]
    fn rows_are_filled_and_nothing_overlaps() {
        let (points, rows, whole) = in_rows(&[BOX; 5], &[None; 5], 320.0, 10.0);
        assert_eq!(rows, [0, 0, 0, 1, 1]);
        assert_eq!((points[1].x, points[3].x, points[3].y), (110.0, 0.0, 50.0));
        assert_eq!((whole.width, whole.height), (320.0, 90.0));
    }

    #[test]
    fn what_grows_moves_nothing_to_another_row() {
        let (before, rows, _) = in_rows(&[BOX; 5], &[None; 5], 320.0, 10.0);
        let known: Vec<Option<u32>> = rows.iter().copied().map(Some).collect();
        let mut sizes = [BOX; 5];
        sizes[1] = Size {
            width: 900.0,
            height: 300.0,
        };
        let (after, same, _) = in_rows(&sizes, &known, 330.0, 10.0);
        assert_eq!(rows, same);
        assert_eq!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
        assert!(
            (after[3].x - before[3].x).abs() < 1e-9,
            "the row below moves down alone"
        );
    }

    #[test]
    fn a_new_box_stands_where_the_one_before_it_does() {
        let (_, rows, _) = in_rows(&[BOX; 3], &[Some(0), None, Some(1)], 1.0, 10.0);
        assert_eq!(rows, [0, 0, 1]);
    }

    #[test]
    fn many_boxes_make_a_shape_like_a_screen() {
        let (points, whole) = in_grid(&[BOX; 400], 8.0);
        assert_eq!(points.len(), 400);
        let shape = whole.width / whole.height;
        assert!((1.2..2.4).contains(&shape), "{shape}");
        let width = good_width([BOX; 400].into_iter(), 8.0);
        assert!((width / whole.width - 1.0).abs() < 0.2);
    }
}
