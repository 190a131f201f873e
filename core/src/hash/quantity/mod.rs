//! Quantities as `apimachinery/pkg/api/resource` holds them: the dump prints their inner state, so it matters which of
//! the two representations a number got and whether its text was kept (QT-1 … QT-11).

mod amount;
mod canonical;
mod nat;
mod parse;

pub use parse::{MAX_QUANTITY_BYTES, MAX_QUANTITY_EXPONENT, QuantityError};

use alloc::string::String;
use amount::{Decimal, scale_int64};
use core::cmp::Ordering;

/// A quantity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Quantity {
    amount: Amount,
    /// The text that was kept, or empty.
    text: String,
    format: Format,
}

/// The two representations of a number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Amount {
    /// `int64Amount`: a value and a power of ten.
    Small { value: i64, scale: i32 },
    /// `inf.Dec`: any number.
    Large(Decimal),
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Small { value: 0, scale: 0 }
    }
}

/// How a quantity is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// No format: a quantity that was never set.
    #[default]
    Unset,
    /// `12M`.
    DecimalSi,
    /// `12Mi`.
    BinarySi,
    /// `12e6`.
    DecimalExponent,
}

impl Format {
    /// Its name, as the dump prints it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Unset => "",
            Format::DecimalSi => "DecimalSI",
            Format::BinarySi => "BinarySI",
            Format::DecimalExponent => "DecimalExponent",
        }
    }
}

impl Quantity {
    /// Whether its number is 0.
    pub fn is_zero(&self) -> bool {
        match &self.amount {
            Amount::Small { value, .. } => *value == 0,
            Amount::Large(decimal) => decimal.digits.is_zero(),
        }
    }

    /// Keeps the canonical text, as encoding an object does for the quantities that it has pointers to (QT-10).
    pub fn keep_text(&mut self) {
        self.text = self.canonical();
    }

    /// Rounds up to thousandths, away from zero, as API defaulting does in resource lists (QT-11); whether nothing was
    /// lost.
    pub fn round_up_to_milli(&mut self) -> bool {
        match &mut self.amount {
            Amount::Large(decimal) => {
                self.text.clear();
                decimal.rescale(3)
            }
            Amount::Small { value, scale } if *scale < -3 => {
                self.text.clear();
                let (rounded, exact) = scale_int64(*value, *scale, -3);
                (*value, *scale) = (rounded, -3);
                exact
            }
            Amount::Small { .. } => true,
        }
    }

    /// The number as a whole one: `Value()`. Rounded away from zero, as far as the real function manages that, and
    /// nonsense where it gives nonsense.
    pub fn value(&self) -> i64 {
        self.scaled(0)
    }

    /// The number in thousandths: `MilliValue()`.
    pub fn milli_value(&self) -> i64 {
        self.scaled(-3)
    }

    fn scaled(&self, to: i32) -> i64 {
        match &self.amount {
            Amount::Small { value, scale } => scale_int64(*value, *scale, to).0,
            Amount::Large(decimal) => decimal.scaled_int64(-to),
        }
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match &self.amount {
            Amount::Small { value, .. } => value.signum() as i32,
            Amount::Large(decimal) if decimal.digits.is_zero() => 0,
            Amount::Large(decimal) if decimal.negative => -1,
            Amount::Large(_) => 1,
        }
    }

    /// Compares by number, whatever the formats and texts.
    pub fn compare(&self, other: &Quantity) -> Ordering {
        match self.sign().cmp(&other.sign()) {
            Ordering::Equal => {}
            order => return order,
        }
        let (ours, theirs) = (self.amount.to_decimal(), other.amount.to_decimal());
        match ours.compare_size(&theirs) {
            order if self.sign() < 0 => order.reverse(),
            order => order,
        }
    }

    /// Hands the text of its state to `write` in pieces, as the dump prints it.
    pub fn dump(&self, write: &mut impl FnMut(&str)) {
        write("{i:(resource.int64Amount){value:(int64)");
        let (value, scale) = match &self.amount {
            Amount::Small { value, scale } => (*value, *scale),
            Amount::Large(_) => (0, 0),
        };
        write_int(value, write);
        write(" scale:(resource.Scale)");
        write_int(i64::from(scale), write);
        write("} d:(resource.infDecAmount){Dec:(*inf.Dec)");
        match &self.amount {
            Amount::Small { .. } => write("<nil>"),
            Amount::Large(decimal) => decimal.dump(write),
        }
        write("} s:(string)");
        write(&self.text);
        write(" Format:(resource.Format)");
        write(self.format.name());
        write("}");
    }
}

/// Writes a number in decimal digits.
pub(super) fn write_int(value: i64, write: &mut impl FnMut(&str)) {
    let mut buffer = [0_u8; 20];
    let mut at = buffer.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    // Digits and a sign are ASCII, so this never falls back.
    write(core::str::from_utf8(&buffer[at..]).unwrap_or_default());
}
