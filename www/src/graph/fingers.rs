use super::{Camera, Point};

/// The pointers that are held on a picture. One moves it; two keep what is under them under them, which moves and zooms.
#[derive(Clone, Default, Debug)]
pub struct Fingers {
    held: Vec<(i32, Point)>,
    /// Where they were, and the camera, when one came or went.
    start: Option<(Vec<Point>, Camera)>,
    /// The first went farther than a press does, or there were several: letting go is no click.
    dragging: bool,
}

/// Farther than this, in CSS pixels, a press is a drag and no click.
const DRAG: f64 = 4.0;
/// Fingers that are nearer to each other than this are taken for this far apart.
const NEAREST: f64 = 8.0;

impl Fingers {
    /// A pointer comes. Further ones than two do nothing.
    pub fn press(&mut self, pointer: i32, at: Point, camera: Camera) {
        if self.held.is_empty() {
            self.dragging = false;
        }
        self.held.retain(|(held, _)| *held != pointer);
        if self.held.len() < 2 {
            self.held.push((pointer, at));
            self.dragging |= self.held.len() > 1;
            self.begin(camera);
        }
    }

    fn begin(&mut self, camera: Camera) {
        let places = self.held.iter().map(|(_, at)| *at).collect();
        self.start = Some((places, camera));
    }

    /// Whether any pointer is held.
    pub fn are_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// A pointer moves. Returns the camera from then on where that changes it; no scale is smaller than `least`.
    pub fn drag(&mut self, pointer: i32, at: Point, least: f64) -> Option<Camera> {
        let held = self.held.iter_mut().find(|(held, _)| *held == pointer)?;
        held.1 = at;
        let (places, camera) = self.start.as_ref()?;
        match (&places[..], &self.held[..]) {
            (&[from], &[(_, to)]) => {
                let by = away(from, to);
                self.dragging |= by.x.hypot(by.y) > DRAG;
                self.dragging.then(|| camera.pan(by))
            }
            (&[one, other], &[(_, first), (_, second)]) => {
                let apart = |one: Point, other: Point| {
                    let by = away(one, other);
                    by.x.hypot(by.y).max(NEAREST)
                };
                let (from, to) = (middle(one, other), middle(first, second));
                let factor = apart(first, second) / apart(one, other);
                Some(camera.zoom(factor, from, least).pan(away(from, to)))
            }
            _ => None,
        }
    }

    /// A pointer goes; the others go on from here. Returns whether that was a click.
    pub fn release(&mut self, pointer: i32, camera: Option<Camera>) -> bool {
        let held = self.held.len();
        self.held.retain(|(held, _)| *held != pointer);
        let was_held = self.held.len() < held;
        match camera.filter(|_| !self.held.is_empty()) {
            Some(camera) => self.begin(camera),
            None => self.start = None,
        }
        was_held && self.held.is_empty() && !self.dragging
    }

    /// Whether the picture is being moved, or was until the last pointer went.
    pub fn are_dragging(&self) -> bool {
        self.dragging
    }
}

fn away(from: Point, to: Point) -> Point {
    Point {
        x: to.x - from.x,
        y: to.y - from.y,
    }
}

fn middle(one: Point, other: Point) -> Point {
    Point {
        x: f64::midpoint(one.x, other.x),
        y: f64::midpoint(one.y, other.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAMERA: Camera = Camera {
        offset: Point { x: 10.0, y: 20.0 },
        scale: 1.0,
    };

    fn point(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn two_fingers_keep_what_is_under_them() {
        let mut fingers = Fingers::default();
        fingers.press(1, point(100.0, 100.0), CAMERA);
        fingers.press(2, point(200.0, 100.0), CAMERA);
        fingers.drag(1, point(80.0, 150.0), 0.1);
        let camera = fingers.drag(2, point(280.0, 150.0), 0.1).expect("it moves");
        assert!((camera.scale - 2.0).abs() < 1e-9);
        for (before, after) in [
            (point(100.0, 100.0), point(80.0, 150.0)),
            (point(200.0, 100.0), point(280.0, 150.0)),
        ] {
            let was = CAMERA.picture_point(before);
            let is = camera.picture_point(after);
            assert!((was.x - is.x).hypot(was.y - is.y) < 1e-9, "{was:?} {is:?}");
        }
        // One goes: the other moves the picture on from here, and letting go of it is no click.
        assert!(!fingers.release(1, Some(camera)));
        let moved = fingers.drag(2, point(290.0, 155.0), 0.1).expect("it moves");
        assert_eq!(moved, camera.pan(point(10.0, 5.0)));
        assert!(!fingers.release(2, Some(moved)));
        assert!(!fingers.are_held());
    }

    #[test]
    fn a_press_is_a_click_until_it_goes_far() {
        let mut fingers = Fingers::default();
        fingers.press(1, point(100.0, 100.0), CAMERA);
        assert_eq!(fingers.drag(1, point(102.0, 101.0), 0.1), None);
        assert!(fingers.release(1, Some(CAMERA)));
        // Of what was pressed elsewhere, nothing is a click here.
        assert!(!fingers.release(1, Some(CAMERA)));
        fingers.press(1, point(100.0, 100.0), CAMERA);
        assert!(fingers.drag(1, point(100.0, 110.0), 0.1).is_some());
        // Back at its beginning it still is a drag.
        assert_eq!(fingers.drag(1, point(100.0, 100.0), 0.1), Some(CAMERA));
        assert!(!fingers.release(1, Some(CAMERA)));
    }

    #[test]
    fn a_third_finger_does_nothing_and_fingers_on_one_spot_are_no_zoom_to_infinity() {
        let mut fingers = Fingers::default();
        fingers.press(1, point(100.0, 100.0), CAMERA);
        fingers.press(2, point(100.0, 100.0), CAMERA);
        fingers.press(3, point(300.0, 100.0), CAMERA);
        assert_eq!(fingers.drag(3, point(500.0, 100.0), 0.1), None);
        let camera = fingers.drag(2, point(116.0, 100.0), 0.1).expect("it moves");
        assert!((camera.scale - 2.0).abs() < 1e-9);
        assert!(!fingers.release(3, Some(camera)));
        assert!(fingers.are_held());
    }
}
