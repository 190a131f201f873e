use super::amount::Decimal;
use super::nat::Nat;
use super::{Format, Quantity};
use alloc::string::String;
use core::fmt::Write as _;

impl Quantity {
    /// The canonical text: `String()` (QT-7).
    pub fn canonical(&self) -> String {
        if !self.text.is_empty() {
            return self.text.clone();
        }
        if self.is_zero() {
            return String::from("0");
        }
        if self.format == Format::BinarySi
            && let Some(text) = self.binary()
        {
            return text;
        }
        let exponent_format = matches!(self.format, Format::DecimalExponent | Format::Unset);
        self.decimal(exponent_format)
    }

    /// The number, whatever format it was given in: digits and a power of ten; nothing for zero.
    pub(in crate::hash) fn plain(&self) -> String {
        let mut decimal = self.amount.to_decimal();
        if decimal.digits.is_zero() {
            return String::new();
        }
        let zeros = decimal.digits.remove_factors(10);
        let exponent = i64::from(zeros) - i64::from(decimal.scale);
        decimal.scale = 0;
        let mut written = text(&decimal, "");
        // Writing into a string cannot fail.
        let _ = write!(written, "e{exponent}");
        written
    }

    /// The number with powers of 1024 taken out; `None` where it is small or has a fraction.
    fn binary(&self) -> Option<String> {
        let mut decimal = self.amount.to_decimal();
        let limit = Decimal {
            negative: false,
            digits: Nat::from(1024),
            scale: 0,
        };
        if decimal.compare_size(&limit).is_lt() || !decimal.rescale(0) {
            return None;
        }
        let powers = decimal.digits.remove_factors(1024);
        let suffix = match powers {
            1 => "Ki",
            2 => "Mi",
            3 => "Gi",
            4 => "Ti",
            5 => "Pi",
            6 => "Ei",
            _ => "",
        };
        Some(text(&decimal, suffix))
    }

    /// The number with powers of 1000 taken out.
    fn decimal(&self, exponent_format: bool) -> String {
        let mut decimal = self.amount.to_decimal();
        let mut exponent = decimal.scale.wrapping_neg();
        exponent = exponent.wrapping_add(decimal.digits.remove_factors(10));
        while exponent % 3 != 0 {
            decimal.digits.multiply(10);
            exponent = exponent.wrapping_sub(1);
        }
        if exponent_format {
            let mut written = text(&decimal, "");
            if exponent != 0 {
                write!(written, "e{exponent}").expect("a string takes everything");
            }
            return written;
        }
        let suffix = match exponent {
            -9 => "n",
            -6 => "u",
            -3 => "m",
            3 => "k",
            6 => "M",
            9 => "G",
            12 => "T",
            15 => "P",
            18 => "E",
            _ => "",
        };
        text(&decimal, suffix)
    }
}

fn text(decimal: &Decimal, suffix: &str) -> String {
    let mut text = String::new();
    if decimal.negative {
        text.push('-');
    }
    text.push_str(&decimal.digits.digits());
    text.push_str(suffix);
    text
}
