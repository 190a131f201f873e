/// `status` of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConditionStatus {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Nobody knows, or the word is none of the three.
    Unknown,
}

impl ConditionStatus {
    /// The status of this word.
    pub fn of_text(text: &str) -> Self {
        match text {
            "True" => ConditionStatus::True,
            "False" => ConditionStatus::False,
            _ => ConditionStatus::Unknown,
        }
    }

    /// Its word.
    pub fn text(self) -> &'static str {
        match self {
            ConditionStatus::True => "True",
            ConditionStatus::False => "False",
            ConditionStatus::Unknown => "Unknown",
        }
    }
}
