/// A rate or a share as a flag gives it: a 32-bit float, compared by its bits so that a configuration can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate(u32);

impl Rate {
    /// This number.
    pub const fn new(value: f32) -> Self {
        Rate(value.to_bits())
    }

    /// The number.
    pub const fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl core::fmt::Debug for Rate {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.get())
    }
}
