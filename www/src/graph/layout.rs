/// A point of a picture.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// How large a node is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Where everything stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Placement {
    /// One per node.
    pub nodes: Vec<Rect>,
    /// One per edge: the points that it passes, from the owner to the dependent.
    pub edges: Vec<Vec<Point>>,
}

/// Places nodes and the edges between them.
pub trait Layout {
    /// Places nodes of these sizes; an edge goes from owner to dependent.
    fn place(&self, sizes: &[Size], edges: &[(usize, usize)]) -> Placement;
}

impl Rect {
    /// Whether a point is in it.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..=self.x + self.width).contains(&point.x)
            && (self.y..=self.y + self.height).contains(&point.y)
    }

    /// Whether it has anything in common with another.
    pub fn meets(&self, other: &Rect) -> bool {
        self.x <= other.x + other.width
            && other.x <= self.x + self.width
            && self.y <= other.y + other.height
            && other.y <= self.y + self.height
    }

    /// Whether all of another is in it.
    pub fn covers(&self, other: &Rect) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.x + other.width <= self.x + self.width
            && other.y + other.height <= self.y + self.height
    }

    /// The smallest rectangle around it and another.
    #[must_use]
    pub fn with(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect {
            x,
            y,
            width: (self.x + self.width).max(other.x + other.width) - x,
            height: (self.y + self.height).max(other.y + other.height) - y,
        }
    }
}

impl Placement {
    /// The smallest rectangle around everything.
    pub fn bounds(&self) -> Rect {
        let mut corners = self
            .nodes
            .iter()
            .flat_map(|node| {
                [
                    Point { x: node.x, y: node.y },
                    Point {
                        x: node.x + node.width,
                        y: node.y + node.height,
                    },
                ]
            })
            .chain(self.edges.iter().flatten().copied());
        let Some(first) = corners.next() else {
            return Rect::default();
        };
        let (low, high) = corners.fold((first, first), |(low, high), point| {
            (
                Point {
                    x: low.x.min(point.x),
                    y: low.y.min(point.y),
                },
                Point {
                    x: high.x.max(point.x),
                    y: high.y.max(point.y),
                },
            )
        });
        Rect {
            x: low.x,
            y: low.y,
            width: high.x - low.x,
            height: high.y - low.y,
        }
    }

    /// Moves everything.
    pub fn shift(&mut self, by: Point) {
        for node in &mut self.nodes {
            node.x += by.x;
            node.y += by.y;
        }
        for point in self.edges.iter_mut().flatten() {
            point.x += by.x;
            point.y += by.y;
        }
    }
}
