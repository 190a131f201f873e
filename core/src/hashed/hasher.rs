use core::hash::{Hash, Hasher};

/// The hash of a key, the same on every machine.
pub(super) fn hash_of<Q: Hash + ?Sized>(key: &Q) -> u32 {
    let mut hasher = WordHasher(0);
    key.hash(&mut hasher);
    (hasher.0 >> 32) as u32
}

/// Mixes word by word; most keys are one to four small numbers.
struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, word: u64) {
        // An odd number near 2^64 divided by the golden ratio: the upper half of a product depends on all of a word.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
