use super::Point;
use std::fmt::Write;

/// The path of a reference, drawn from the dependent up to its owner, as the reference points.
pub fn edge_path(from_owner: &[Point]) -> String {
    let mut path = String::new();
    let mut points = from_owner.iter().rev();
    let Some(first) = points.next() else { return path };
    // Writing into a string cannot fail.
    let _ = write!(path, "M{:.1} {:.1}", first.x, first.y);
    let mut last = *first;
    for point in points {
        let middle = f64::midpoint(last.y, point.y);
        let _ = write!(
            path,
            "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
            last.x, point.x, point.x, point.y
        );
        last = *point;
    }
    path
}

/// The path of a reference to the node itself: one curve, whose ends and pulls were found by the routing.
pub fn loop_path(from_owner: &[Point]) -> String {
    let [start, up, out, end] = from_owner else {
        return edge_path(from_owner);
    };
    format!(
        "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
        end.x, end.y, out.x, out.y, up.x, up.y, start.x, start.y
    )
}

#[cfg(test)]
mod tests {
    use super::{Point, edge_path};

    #[test]
    fn an_edge_ends_at_the_owner() {
        let path = edge_path(&[Point { x: 0.0, y: 0.0 }, Point { x: 10.0, y: 40.0 }]);
        assert_eq!(path, "M10.0 40.0C10.0 20.0 0.0 20.0 0.0 0.0");
    }
}
