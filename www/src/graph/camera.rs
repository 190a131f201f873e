use super::{Point, Rect, Size};

/// Which part of the picture is seen: the picture is scaled, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// Where the picture's origin is on the screen.
    pub offset: Point,
    /// Pixels of the screen for each unit of the picture.
    pub scale: f64,
}

/// The smallest scale of a picture that is not large.
const SMALLEST: f64 = 0.15;
/// The smallest scale of any.
const SMALLEST_OF_ALL: f64 = 0.002;
const LARGEST: f64 = 3.0;
/// The largest scale that is chosen by itself, on a screen of the usual width; wider ones get more.
const LIFE_SIZE: f64 = 1.3;
const USUAL_WIDTH: f64 = 1400.0;
/// The smallest scale at which names can be read.
const READABLE: f64 = 0.62;
/// Left free around a picture that is shown whole.
const MARGIN: f64 = 26.0;

impl Camera {
    /// Shows all of `bounds` in the middle, no larger than life.
    pub fn fit(bounds: Rect, screen: Size) -> Self {
        let room = |whole: f64| (whole - 2.0 * MARGIN).max(1.0);
        let scale = (room(screen.width) / bounds.width.max(1.0))
            .min(room(screen.height) / bounds.height.max(1.0))
            .clamp(
                SMALLEST_OF_ALL,
                LIFE_SIZE * (screen.width / USUAL_WIDTH).clamp(1.0, 1.7),
            );
        Camera {
            offset: Point {
                x: (screen.width - bounds.width * scale) / 2.0 - bounds.x * scale,
                y: (screen.height - bounds.height * scale) / 2.0 - bounds.y * scale,
            },
            scale,
        }
    }

    /// The smallest scale at which a picture is looked at: a little smaller than the whole.
    pub fn least(bounds: Rect, screen: Size) -> f64 {
        (Camera::fit(bounds, screen).scale * 0.6).clamp(SMALLEST_OF_ALL, SMALLEST)
    }

    /// Shows all of `bounds` in the middle with so much room around it, at whatever scale.
    pub fn whole(bounds: Rect, screen: Size, margin: f64) -> Self {
        let room = |whole: f64| (whole - 2.0 * margin).max(1.0);
        let scale =
            (room(screen.width) / bounds.width.max(1.0)).min(room(screen.height) / bounds.height.max(1.0));
        Camera {
            offset: Point {
                x: (screen.width - bounds.width * scale) / 2.0 - bounds.x * scale,
                y: (screen.height - bounds.height * scale) / 2.0 - bounds.y * scale,
            },
            scale,
        }
    }

    /// The same in SVG's own words.
    pub fn transform(self) -> String {
        let Point { x, y } = self.offset;
        format!("translate({x:.2} {y:.2}) scale({:.4})", self.scale)
    }

    /// The part of the picture that is seen.
    pub fn seen(&self, screen: Size) -> Rect {
        let corner = self.picture_point(Point::default());
        Rect {
            x: corner.x,
            y: corner.y,
            width: screen.width / self.scale,
            height: screen.height / self.scale,
        }
    }

    /// What is at a point of the screen, in the picture's coordinates.
    pub fn picture_point(&self, at: Point) -> Point {
        Point {
            x: (at.x - self.offset.x) / self.scale,
            y: (at.y - self.offset.y) / self.scale,
        }
    }

    /// Where a part of the picture is on the screen.
    pub fn screen_rect(&self, rect: Rect) -> Rect {
        Rect {
            x: rect.x * self.scale + self.offset.x,
            y: rect.y * self.scale + self.offset.y,
            width: rect.width * self.scale,
            height: rect.height * self.scale,
        }
    }

    /// Moves as little as is needed for a part of the picture to be seen, at this scale or larger. What is far away comes
    /// to the middle.
    #[must_use]
    pub fn bring(self, rect: Rect, screen: Size, least: f64) -> Self {
        let scale = self.scale.max(least);
        let at = Camera { scale, ..self }.screen_rect(rect);
        let is_seen = scale <= self.scale
            && at.x >= MARGIN
            && at.y >= MARGIN
            && at.x + at.width <= screen.width - MARGIN
            && at.y + at.height <= screen.height - MARGIN;
        if is_seen {
            return self;
        }
        // The beginning of what is larger than the screen is what is seen of it.
        let middle = |low: f64, size: f64, room: f64| {
            let free = room - size * scale;
            if free >= 2.0 * MARGIN {
                free / 2.0 - low * scale
            } else {
                MARGIN - low * scale
            }
        };
        Camera {
            offset: Point {
                x: middle(rect.x, rect.width, screen.width),
                y: middle(rect.y, rect.height, screen.height),
            },
            scale,
        }
    }

    /// Between this camera and another, the more of the other the larger `share` is; slow at both ends.
    #[must_use]
    pub fn towards(self, to: Camera, share: f64) -> Self {
        let eased = share * share * (3.0 - 2.0 * share);
        let between = |from: f64, to: f64| from + (to - from) * eased;
        Camera {
            offset: Point {
                x: between(self.offset.x, to.offset.x),
                y: between(self.offset.y, to.offset.y),
            },
            scale: between(self.scale, to.scale),
        }
    }

    /// Zooms so that what is at `at` on the screen stays there, to no smaller scale than `least`.
    #[must_use]
    pub fn zoom(self, factor: f64, at: Point, least: f64) -> Self {
        let scale = (self.scale * factor).clamp(least, LARGEST);
        let ratio = scale / self.scale;
        Camera {
            offset: Point {
                x: at.x - (at.x - self.offset.x) * ratio,
                y: at.y - (at.y - self.offset.y) * ratio,
            },
            scale,
        }
    }

    /// Moves the picture on the screen.
    #[must_use]
    pub fn pan(self, by: Point) -> Self {
        Camera {
            offset: Point {
                x: self.offset.x + by.x,
                y: self.offset.y + by.y,
            },
            scale: self.scale,
        }
    }

    /// Shows all of `bounds` if it can still be read then, else the part around `focus`.
    pub fn open(bounds: Rect, focus: Rect, screen: Size) -> Self {
        let whole = Camera::fit(bounds, screen);
        if whole.scale >= READABLE {
            return whole;
        }
        // As far to the middle as the picture's edges allow; what is too high begins at its top.
        let place = |low: f64, size: f64, wanted: f64, room: f64| {
            let (low, size) = (low * READABLE, size * READABLE);
            let free = room - size;
            if free >= 2.0 * MARGIN {
                free / 2.0 - low
            } else {
                (room / 2.0 - wanted * READABLE).clamp(free - MARGIN - low, MARGIN - low)
            }
        };
        Camera {
            offset: Point {
                x: place(bounds.x, bounds.width, focus.x + focus.width / 2.0, screen.width),
                y: place(bounds.y, bounds.height, bounds.y, screen.height),
            },
            scale: READABLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Camera, Point, Rect, Size};

    const SCREEN: Size = Size {
        width: 800.0,
        height: 600.0,
    };

    #[test]
    fn everything_is_seen_after_fitting() {
        let bounds = Rect {
            x: -50.0,
            y: 10.0,
            width: 2000.0,
            height: 300.0,
        };
        let camera = Camera::fit(bounds, SCREEN);
        let left = camera.offset.x + bounds.x * camera.scale;
        let right = left + bounds.width * camera.scale;
        assert!(left >= 0.0 && right <= SCREEN.width, "{left} to {right}");
    }

    #[test]
    fn a_wide_picture_opens_readable_around_its_focus() {
        let bounds = Rect {
            x: 0.0,
            y: 0.0,
            width: 9000.0,
            height: 300.0,
        };
        let focus = Rect {
            x: 4000.0,
            y: 0.0,
            width: 100.0,
            height: 46.0,
        };
        let camera = Camera::open(bounds, focus, SCREEN);
        assert!(camera.scale > 0.5);
        let middle = camera.offset.x + 4050.0 * camera.scale;
        assert!((middle - SCREEN.width / 2.0).abs() < 1.0, "{middle}");
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let camera = Camera {
            offset: Point { x: 10.0, y: 20.0 },
            scale: 1.0,
        };
        let at = Point { x: 110.0, y: 70.0 };
        let zoomed = camera.zoom(2.0, at, 0.15);
        assert!((zoomed.offset.x + 100.0 * zoomed.scale - at.x).abs() < 1e-9);
        assert!((zoomed.offset.y + 50.0 * zoomed.scale - at.y).abs() < 1e-9);
    }

    #[test]
    fn what_is_out_of_sight_is_brought_and_what_is_in_sight_moves_nothing() {
        let camera = Camera {
            offset: Point { x: 0.0, y: 0.0 },
            scale: 0.5,
        };
        let rect = |x: f64| Rect {
            x,
            y: 300.0,
            width: 100.0,
            height: 46.0,
        };
        assert_eq!(camera.bring(rect(300.0), SCREEN, 0.0), camera);
        let far = camera.bring(rect(90_000.0), SCREEN, 0.7);
        let seen = far.seen(SCREEN);
        let wanted = rect(90_000.0);
        assert!(seen.x <= wanted.x && wanted.x + wanted.width <= seen.x + seen.width && far.scale >= 0.7);
        assert_eq!(camera.towards(far, 0.0), camera);
        assert_eq!(camera.towards(far, 1.0), far);
    }

    #[test]
    fn a_picture_of_a_whole_cluster_fits_on_the_screen() {
        let bounds = Rect {
            x: 0.0,
            y: 0.0,
            width: 90_000.0,
            height: 60_000.0,
        };
        let camera = Camera::fit(bounds, SCREEN);
        assert!(camera.seen(SCREEN).covers(&bounds));
        assert!(Camera::least(bounds, SCREEN) < camera.scale);
    }
}
