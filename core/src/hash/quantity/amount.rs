use super::nat::Nat;
use super::{Amount, write_int};
use core::cmp::Ordering;

/// `inf.Dec`: a number and how many of its digits are decimals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    pub(super) digits: Nat,
    /// Decimals; negative where zeros follow.
    pub(super) scale: i32,
}

impl Decimal {
    /// Gives it `scale` decimals, rounding away from zero; whether nothing was lost.
    pub(super) fn rescale(&mut self, scale: i32) -> bool {
        let exact = if scale >= self.scale {
            self.digits.scale_up(scale.abs_diff(self.scale));
            true
        } else {
            let exact = self.digits.scale_down(self.scale.abs_diff(scale));
            if !exact {
                self.digits.add(1);
            }
            exact
        };
        self.scale = scale;
        exact
    }

    /// `scaledValue`: the number with `decimals` decimals as a 64-bit one. Rounded up, the lowest bits where it is larger;
    /// of a number below the largest of 64 bits, so of every negative one, the lowest bits are taken first.
    pub(super) fn scaled_int64(&self, decimals: i32) -> i64 {
        let low = self.digits.low() as i64;
        let low = if self.negative { low.wrapping_neg() } else { low };
        let down = self.scale - decimals;
        if down <= 0 {
            return (0..down.unsigned_abs()).fold(low, |value, _| value.wrapping_mul(10));
        }
        if self.negative || self.digits < Nat::from(i64::MAX as u64) {
            let divisor = 10_i64.checked_pow(down.unsigned_abs()).unwrap_or(i64::MAX);
            return low / divisor + i64::from(low % divisor != 0);
        }
        let mut scaled = self.clone();
        scaled.rescale(decimals);
        scaled.digits.low() as i64
    }

    /// Compares without the signs.
    pub(super) fn compare_size(&self, other: &Decimal) -> Ordering {
        // Whoever has more digits before the point is larger, and need not be written out in full.
        let whole = |decimal: &Decimal| decimal.digits.digits().len() as i64 - i64::from(decimal.scale);
        if self.digits.is_zero() || other.digits.is_zero() {
            return self.digits.cmp(&other.digits);
        }
        whole(self).cmp(&whole(other)).then_with(|| {
            let scale = self.scale.max(other.scale);
            let scaled = |decimal: &Decimal| {
                let mut decimal = decimal.clone();
                decimal.rescale(scale);
                decimal.digits
            };
            scaled(self).cmp(&scaled(other))
        })
    }

    pub(super) fn dump(&self, write: &mut impl FnMut(&str)) {
        write("{unscaled:(big.Int){neg:(bool)");
        write(if self.negative { "true" } else { "false" });
        write(" abs:(big.nat)");
        if self.digits.is_zero() {
            write("<nil>");
        } else {
            let mut open = "[";
            for &word in self.digits.words() {
                write(open);
                write_word(word, write);
                open = " ";
            }
            write("]");
        }
        write("} scale:(inf.Scale)");
        write_int(i64::from(self.scale), write);
        write("}");
    }
}

fn write_word(word: u64, write: &mut impl FnMut(&str)) {
    match i64::try_from(word) {
        Ok(value) => write_int(value, write),
        Err(_) => {
            write_int((word / 10) as i64, write);
            write_int((word % 10) as i64, write);
        }
    }
}

impl Amount {
    pub(super) fn to_decimal(&self) -> Decimal {
        match self {
            Amount::Small { value, scale } => Decimal {
                negative: *value < 0,
                digits: Nat::from(value.unsigned_abs()),
                scale: scale.saturating_neg(),
            },
            Amount::Large(decimal) => decimal.clone(),
        }
    }
}

/// `value` times ten to the power of `scale`, in units of ten to the power of `to`, rounded away from zero; the second
/// says whether nothing was lost. What does not fit is what the real functions give: the product's lowest bits for the
/// scales that they have a function of their own for, and 0 for all others. The difference of the scales wraps as theirs
/// does.
pub(super) fn scale_int64(value: i64, scale: i32, to: i32) -> (i64, bool) {
    let up = scale.wrapping_sub(to);
    let mut scaled = value;
    if matches!(up, 1 | 2 | 3 | 6 | 9) {
        let factor = 10_i64.pow(up.unsigned_abs());
        return match value.checked_mul(factor) {
            Some(product) => (product, true),
            None if value == i64::MIN => (0, false),
            None => (value.wrapping_mul(factor), false),
        };
    }
    if up >= 0 {
        for _ in 0..up {
            if scaled == 0 {
                break;
            }
            match scaled.checked_mul(10) {
                Some(larger) => scaled = larger,
                None => return (0, false),
            }
        }
        return (scaled, true);
    }
    let mut lost = false;
    for _ in 0..up.unsigned_abs() {
        lost |= scaled % 10 != 0;
        scaled /= 10;
        if scaled == 0 {
            break;
        }
    }
    if lost {
        scaled += value.signum();
    }
    (scaled, !lost)
}
