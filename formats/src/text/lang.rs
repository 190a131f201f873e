/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// The language of a tag such as `en-GB` or `zh-CN`; English for every other.
    pub fn of_tag(tag: &str) -> Lang {
        let tag = tag.to_ascii_lowercase();
        if tag == "zh" || tag.starts_with("zh-") || tag.starts_with("zh_") {
            Lang::Zh
        } else {
            Lang::En
        }
    }

    /// What stands between the members of an enumeration.
    pub(crate) fn comma(self) -> &'static str {
        match self {
            Lang::En => ", ",
            Lang::Zh => "、",
        }
    }

    /// What stands between the parts of a sentence.
    pub(super) fn semicolon(self) -> &'static str {
        match self {
            Lang::En => "; ",
            Lang::Zh => "；",
        }
    }
}
