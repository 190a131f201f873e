use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A natural number of any size: 64-bit words, the lowest first, without leading zeros. This is `big.nat` on a 64-bit
/// machine, and its words are what the dump prints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Nat(Vec<u64>);

/// The largest power of ten that fits into a word, and its exponent.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: u32 = 19;

impl Nat {
    /// The number that `digits` (`0` to `9`) are.
    pub(super) fn from_digits(digits: impl Iterator<Item = u8>) -> Nat {
        let mut nat = Nat::default();
        for digit in digits {
            nat.multiply(10);
            nat.add(u64::from(digit - b'0'));
        }
        nat
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The lowest 64 bits.
    pub(super) fn low(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    pub(super) fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for word in &mut self.0 {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
        self.trim();
    }

    pub(super) fn add(&mut self, mut addend: u64) {
        for word in &mut self.0 {
            let (sum, over) = word.overflowing_add(addend);
            *word = sum;
            if !over {
                return;
            }
            addend = 1;
        }
        if addend > 0 {
            self.0.push(addend);
        }
    }

    /// Divides, and gives the remainder.
    pub(super) fn divide(&mut self, divisor: u64) -> u64 {
        let mut rest: u128 = 0;
        for word in self.0.iter_mut().rev() {
            let part = (rest << 64) | u128::from(*word);
            *word = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        self.trim();
        rest as u64
    }

    /// Multiplies by 10 to the power of `exponent`.
    pub(super) fn scale_up(&mut self, mut exponent: u32) {
        while exponent >= CHUNK_DIGITS {
            self.multiply(CHUNK);
            exponent -= CHUNK_DIGITS;
        }
        self.multiply(10_u64.pow(exponent));
    }

    /// Divides by 10 to the power of `exponent`; whether nothing was lost.
    pub(super) fn scale_down(&mut self, mut exponent: u32) -> bool {
        let mut exact = true;
        while exponent > 0 && !self.is_zero() {
            let digits = exponent.min(CHUNK_DIGITS);
            exact &= self.divide(10_u64.pow(digits)) == 0;
            exponent -= digits;
        }
        exact
    }

    /// Takes out all factors `factor`, and counts them.
    pub(super) fn remove_factors(&mut self, factor: u64) -> i32 {
        let mut count = 0;
        if self.is_zero() {
            return 0;
        }
        loop {
            let mut quotient = self.clone();
            if quotient.divide(factor) != 0 {
                return count;
            }
            *self = quotient;
            count += 1;
        }
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// In decimal digits.
    pub(super) fn digits(&self) -> String {
        let mut rest = self.clone();
        let mut digits: Vec<u8> = Vec::new();
        while !rest.is_zero() {
            let mut chunk = rest.divide(CHUNK);
            for _ in 0..CHUNK_DIGITS {
                digits.push(b'0' + (chunk % 10) as u8);
                chunk /= 10;
            }
        }
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits.iter().rev().map(|&digit| char::from(digit)).collect()
    }
}

impl From<u64> for Nat {
    fn from(value: u64) -> Self {
        let mut nat = Nat(alloc::vec![value]);
        nat.trim();
        nat
    }
}

impl PartialOrd for Nat {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nat {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_go_through_text() {
        let text = "340282366920938463463374607431768211456";
        let nat = Nat::from_digits(text.bytes());
        assert_eq!(nat.words(), [0, 0, 1]);
        assert_eq!(nat.digits(), text);
        assert_eq!(Nat::default().digits(), "0");
    }

    #[test]
    fn scaling_up_and_down_is_exact_both_ways() {
        let mut nat = Nat::from(123);
        nat.scale_up(45);
        assert_eq!(nat.digits().len(), 48);
        assert!(nat.scale_down(45));
        assert_eq!(nat, Nat::from(123));
        assert!(!nat.scale_down(1));
        assert_eq!(nat, Nat::from(12));
        let mut thousands = Nat::from(5_000_000);
        assert_eq!((thousands.remove_factors(10), thousands), (6, Nat::from(5)));
    }

    #[test]
    fn order_is_that_of_numbers() {
        let mut large = Nat::from(u64::MAX);
        assert!(Nat::from(3) < large);
        large.add(1);
        assert!(Nat::from(u64::MAX) < large);
        assert_eq!(large.words(), [0, 1]);
    }
}
