//! The two 32-bit FNV hashes. `ComputeHash` takes FNV-1a, the history of StatefulSets FNV-1 (HS-2, HS-17).

const OFFSET: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;
/// The multiplicative inverse of [`PRIME`] modulo 2^32.
const PRIME_INVERSE: u32 = 0x359c_449b;

/// FNV-1a: each byte is mixed in before the multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv1a(pub u32);

/// FNV-1: each byte is mixed in after the multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv1(pub u32);

impl Default for Fnv1a {
    fn default() -> Self {
        Fnv1a(OFFSET)
    }
}

impl Default for Fnv1 {
    fn default() -> Self {
        Fnv1(OFFSET)
    }
}

impl Fnv1a {
    /// Takes in bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        let mut state = self.0;
        for &byte in bytes {
            state = (state ^ u32::from(byte)).wrapping_mul(PRIME);
        }
        self.0 = state;
    }

    /// Takes `bytes` out again, the last ones first: the state before [`Self::write`] of them. Every step of FNV can be
    /// undone, which is what makes collisions cheap to find.
    pub fn unwrite(&mut self, bytes: &[u8]) {
        let mut state = self.0;
        for &byte in bytes.iter().rev() {
            state = state.wrapping_mul(PRIME_INVERSE) ^ u32::from(byte);
        }
        self.0 = state;
    }
}

impl Fnv1 {
    /// Takes in bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        let mut state = self.0;
        for &byte in bytes {
            state = state.wrapping_mul(PRIME) ^ u32::from(byte);
        }
        self.0 = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let fnv1a = |bytes: &[u8]| {
            let mut hash = Fnv1a::default();
            hash.write(bytes);
            hash.0
        };
        let fnv1 = |bytes: &[u8]| {
            let mut hash = Fnv1::default();
            hash.write(bytes);
            hash.0
        };
        // From the published test vectors of the two hashes.
        assert_eq!((fnv1a(b""), fnv1(b"")), (0x811c_9dc5, 0x811c_9dc5));
        assert_eq!((fnv1a(b"a"), fnv1(b"a")), (0xe40c_292c, 0x050c_5d7e));
        assert_eq!((fnv1a(b"foobar"), fnv1(b"foobar")), (0xbf9c_f968, 0x31f0_b262));
    }

    #[test]
    fn what_was_taken_in_can_be_taken_out() {
        let mut hash = Fnv1a(12345);
        hash.write(b"a template");
        assert_ne!(hash.0, 12345);
        hash.unwrite(b"a template");
        assert_eq!(hash.0, 12345);
    }
}
