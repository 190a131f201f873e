/// How fast steps follow each other: a notch of a slider on which each four are ten times as fast.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Speed(u8);

/// Steps in a second at the first notch.
const SLOWEST: f64 = 0.25;

/// How often the page is drawn in a second, about.
const FRAMES: f64 = 60.0;

impl Speed {
    /// As fast as the slices of time allow, in which nothing else waits.
    pub const MAX: Speed = Speed(25);

    /// The speed at a notch of the slider.
    pub fn at(notch: u8) -> Self {
        Speed(notch.min(Self::MAX.0))
    }

    /// The notch.
    pub fn notch(self) -> u8 {
        self.0
    }

    /// A notch faster, or slower.
    #[must_use]
    pub fn beside(self, faster: bool) -> Self {
        if faster {
            Speed::at(self.0 + 1)
        } else {
            Speed(self.0.saturating_sub(1))
        }
    }

    /// Steps in a second; `None`: as many as there is time for.
    pub fn steps_per_s(self) -> Option<f64> {
        (self < Self::MAX).then(|| SLOWEST * 10_f64.powf(f64::from(self.0) / 4.0))
    }

    /// Steps in a frame, where that is more than one.
    pub fn steps_per_frame(self) -> Option<f64> {
        self.steps_per_s()
            .map(|steps| steps / FRAMES)
            .filter(|&steps| steps > 1.0)
    }
}

impl Default for Speed {
    /// About two steps a second, at which each can be read.
    fn default() -> Self {
        Speed(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_goes_from_a_step_in_seconds_to_thousands_in_a_frame() {
        assert_eq!(Speed::at(0).steps_per_s(), Some(0.25));
        assert_eq!(Speed::default().steps_per_s(), Some(2.5));
        let fastest = Speed::at(24).steps_per_frame().expect("it has a number");
        assert!((4_000.0..5_000.0).contains(&fastest), "{fastest}");
        assert_eq!(Speed::at(25).steps_per_s(), None);
        assert_eq!(Speed::at(0).steps_per_frame(), None);
        for notch in 1..25 {
            assert!(Speed::at(notch).steps_per_s() > Speed::at(notch - 1).steps_per_s());
        }
    }

    #[test]
    fn the_slider_ends_where_it_ends() {
        assert_eq!(Speed::at(200), Speed::MAX);
        assert_eq!(Speed::MAX.beside(true), Speed::MAX);
        assert_eq!(Speed::at(0).beside(false), Speed::at(0));
        assert_eq!(Speed::at(3).beside(true).beside(false), Speed::at(3));
    }
}
