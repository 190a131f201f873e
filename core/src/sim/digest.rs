use crate::object::{Name, Names};

/// Hashes a state to 128 bits: the same for equal states on every machine, whatever order names were interned in.
#[derive(Clone, Debug)]
pub struct Digester {
    low: u64,
    high: u64,
}

impl Default for Digester {
    fn default() -> Self {
        Digester { low: 0xcbf2_9ce4_8422_2325, high: 0x6c62_272e_07bb_0142 }
    }
}

impl Digester {
    /// Adds a number.
    pub fn number(&mut self, value: u64) {
        self.low = (self.low ^ value).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        self.high = (self.high.rotate_left(31) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Adds a signed number.
    pub fn signed(&mut self, value: i64) {
        self.number(value.cast_unsigned());
    }

    /// Adds a string.
    pub fn name(&mut self, names: &Names, name: Name) {
        self.number(names.hash_of(name));
    }

    /// The digest of what was added.
    pub fn finish(&self) -> u128 {
        (u128::from(self.high) << 64) | u128::from(self.low)
    }
}
