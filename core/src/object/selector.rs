use super::{List, Name, Names};

/// A label selector: `matchLabels` and `matchExpressions`, all of which have to hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelSelector {
    /// `matchLabels`, sorted by the text of their keys.
    pub labels: List<(Name, Name)>,
    /// `matchExpressions`, in their order.
    pub expressions: List<Expression>,
}

/// One entry of `matchExpressions`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expression {
    /// `key`.
    pub key: Name,
    /// `operator`.
    pub operator: Operator,
    /// `values`.
    pub values: List<Name>,
}

/// `operator` of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// The label's value is one of the values.
    In,
    /// There is no such label, or its value is none of the values.
    NotIn,
    /// There is such a label.
    Exists,
    /// There is no such label.
    DoesNotExist,
    /// Any other word: the selector does not parse.
    Unknown(Name),
}

impl Operator {
    /// The operator of this word.
    pub fn of_text(names: &mut Names, text: &str) -> Self {
        match text {
            "In" => Operator::In,
            "NotIn" => Operator::NotIn,
            "Exists" => Operator::Exists,
            "DoesNotExist" => Operator::DoesNotExist,
            other => Operator::Unknown(names.intern(other)),
        }
    }

    /// Its word.
    pub fn text(self, names: &Names) -> &str {
        match self {
            Operator::In => "In",
            Operator::NotIn => "NotIn",
            Operator::Exists => "Exists",
            Operator::DoesNotExist => "DoesNotExist",
            Operator::Unknown(word) => names.text(word),
        }
    }
}

impl LabelSelector {
    /// Whether it has no condition at all, and so selects everything.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.expressions.is_empty()
    }

    /// The expression because of which the selector does not parse.
    pub fn invalid(&self) -> Option<&Expression> {
        self.expressions
            .iter()
            .find(|expression| match expression.operator {
                Operator::In | Operator::NotIn => expression.values.is_empty(),
                Operator::Exists | Operator::DoesNotExist => !expression.values.is_empty(),
                Operator::Unknown(_) => true,
            })
    }

    /// Whether it selects what has these labels. To be asked only of a selector that parses.
    pub fn matches(&self, labels: &[(Name, Name)]) -> bool {
        let value_of = |key: Name| {
            labels
                .iter()
                .find(|(other, _)| *other == key)
                .map(|&(_, value)| value)
        };
        self.labels
            .iter()
            .all(|&(key, value)| value_of(key) == Some(value))
            && self.expressions.iter().all(|expression| {
                let value = value_of(expression.key);
                match expression.operator {
                    Operator::In => value.is_some_and(|value| expression.values.contains(&value)),
                    Operator::NotIn => value.is_none_or(|value| !expression.values.contains(&value)),
                    Operator::Exists => value.is_some(),
                    Operator::DoesNotExist => value.is_none(),
                    Operator::Unknown(_) => false,
                }
            })
    }
}
