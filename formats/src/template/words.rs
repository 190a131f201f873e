//! What is told about hashes, for people.

use super::collision::CollisionReport;
use super::report::{Comparison, HashReport, HashRow, LabelReport, MakerRow, TemplateReport, version};
use crate::text::Lang;
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use kubeloupe_core::hash::{
    Expected, HashError, MAX_DEPTH, MAX_QUANTITY_BYTES, MAX_QUANTITY_EXPONENT, MAX_TEXT_BYTES, MAX_VALUES,
    QuantityError, Shape, TemplateLimit,
};
use kubeloupe_core::sorted::sort;

/// Characters of a dumped text that are shown of a field.
const SHOWN: usize = 100;

impl HashReport {
    /// For people, in `lang`.
    pub fn text(&self, lang: Lang) -> String {
        let mut lines = Vec::new();
        for template in &self.templates {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            template.lines(lang, &mut lines);
        }
        if let Some(comparison) = &self.comparison {
            lines.push(String::new());
            comparison.lines(lang, &mut lines);
        }
        lines.join("\n")
    }

    /// What else people should know, each remark once.
    pub fn remarks(&self, lang: Lang) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        let mut say = |remark: String| {
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        };
        for template in &self.templates {
            let reference = &template.reference;
            let unsure = template.hashes.iter().filter(|row| !row.certain);
            let unsure = minors(unsure.map(|row| row.minor));
            if !unsure.is_empty() {
                say(match lang {
                    Lang::En => format!(
                        "{reference} is taken for a manifest. What the API server of {unsure} makes of one was not recorded: only the hash of the stored object is certain there."
                    ),
                    Lang::Zh => format!(
                        "{reference} 按清单处理。没有 {unsure} 的 API 服务器如何处理清单的记录：那里只有已存储对象的哈希是确定的。"
                    ),
                });
            }
            if template.hashes.iter().any(|row| row.depends_on_zone) {
                say(match lang {
                    Lang::En => format!(
                        "{reference} has a time in its template's metadata: its hash depends on the time zone of the controller-manager, and is given for one without zone data."
                    ),
                    Lang::Zh => format!(
                        "{reference} 的模板元数据里有时间：它的哈希取决于 controller-manager 的时区，这里按没有时区数据计算。"
                    ),
                });
            }
            for row in &template.hashes {
                if template.hashes.len() > 1 {
                    continue;
                }
                if !row.unknown_fields.is_empty() {
                    let fields = row.unknown_fields.join(lang.comma());
                    say(match lang {
                        Lang::En => format!(
                            "{reference}: {} does not know {fields}; it is left out there.",
                            row.kubernetes
                        ),
                        Lang::Zh => format!(
                            "{reference}：{} 不认识 {fields}，在那里会被略去。",
                            row.kubernetes
                        ),
                    });
                }
                if !row.dropped_fields.is_empty() {
                    let fields = row.dropped_fields.join(lang.comma());
                    say(match lang {
                        Lang::En => format!(
                            "{reference}: the API server of {} drops or rewrites {fields}, since the feature gate is off by default.",
                            row.kubernetes
                        ),
                        Lang::Zh => format!(
                            "{reference}：{} 的 API 服务器会丢弃或改写 {fields}，因为特性门控默认关闭。",
                            row.kubernetes
                        ),
                    });
                }
            }
        }
        remarks
    }
}

impl CollisionReport {
    /// For people, in `lang`.
    pub fn text(&self, lang: Lang) -> String {
        let CollisionReport {
            kubernetes,
            reference,
            hash,
            annotation,
            value,
            image,
            first,
            second,
            ..
        } = self;
        match lang {
            Lang::En => format!(
                "{reference} has the hash {hash} in {kubernetes}, and so has the template with the image {image} and the annotation {annotation}: {value}\n  first ReplicaSet   {first}\n  second ReplicaSet  {first} is taken, so collisionCount becomes 1 and it is called {second}"
            ),
            Lang::Zh => format!(
                "{reference} 在 {kubernetes} 中的哈希是 {hash}；把镜像换成 {image} 并加上注解 {annotation}: {value} 的模板哈希也是它\n  第一个 ReplicaSet  {first}\n  第二个 ReplicaSet  {first} 已被占用，于是 collisionCount 变为 1，名称为 {second}"
            ),
        }
    }
}

impl TemplateReport {
    fn lines(&self, lang: Lang, lines: &mut Vec<String>) {
        lines.push(self.heading(lang));
        if let Some(error) = &self.error {
            lines.push(format!("  {}", describe_hash_error(error, lang)));
            return;
        }
        let mut rows = self.hashes.iter().peekable();
        while let Some(row) = rows.next() {
            // Versions that agree share a line.
            let mut oldest = row.minor;
            while let Some(next) =
                rows.next_if(|next| next.hash == row.hash && next.label == row.label && next.name == row.name)
            {
                oldest = next.minor;
            }
            lines.push(hash_line(row, oldest));
        }
        if let Some(label) = &self.label {
            label.lines(lang, lines);
        }
        for comparison in &self.versions_differ {
            comparison.lines(lang, lines);
        }
        if let Some(dump) = &self.dump
            && self.versions_differ.is_empty()
        {
            lines.push(match lang {
                Lang::En => format!(
                    "  hashed in {}: {} bytes, of which these say something (every other field is zero or nil)",
                    dump.kubernetes,
                    dump.text.len()
                ),
                Lang::Zh => format!(
                    "  {} 的哈希文本：{} 字节，其中有内容的是（其余字段都是零值或 nil）",
                    dump.kubernetes,
                    dump.text.len()
                ),
            });
            for part in dump
                .parts
                .iter()
                .filter(|part| part.is_leaf && part.origin != "zero")
            {
                let text = cut(&dump.text[part.start..part.end]);
                lines.push(format!(
                    "    {:<9} {}  {text}",
                    origin(part.origin, lang),
                    part.field
                ));
            }
        }
    }

    fn heading(&self, lang: Lang) -> String {
        let form = match (self.form, lang) {
            ("manifest", Lang::En) => "a manifest",
            ("manifest", Lang::Zh) => "清单",
            (_, Lang::En) => "as stored",
            (_, Lang::Zh) => "已存储",
        };
        match (self.collision_count, lang) {
            (None, Lang::En) => format!("{} ({form})", self.reference),
            (Some(count), Lang::En) => format!("{} ({form}, collisionCount {count})", self.reference),
            (None, Lang::Zh) => format!("{}（{form}）", self.reference),
            (Some(count), Lang::Zh) => format!("{}（{form}，collisionCount {count}）", self.reference),
        }
    }
}

fn hash_line(row: &HashRow, oldest: u32) -> String {
    let versions = if oldest == row.minor {
        row.kubernetes.clone()
    } else {
        format!("{} – {}", version(oldest), row.kubernetes)
    };
    let name = row.name.as_deref().unwrap_or_default();
    let label = if row.label == row.hash { "" } else { &row.label };
    let line = format!("  {versions:<12} {:<10}  {name}  {label}", row.hash);
    line.trim_end().to_owned()
}

impl LabelReport {
    fn lines(&self, lang: Lang, lines: &mut Vec<String>) {
        let (label, most) = (&self.label, self.tried_counts);
        if self.made_by.is_empty() {
            lines.push(match lang {
                Lang::En => format!(
                    "  label {label}: no version from {} to {} makes it of this template, with a collisionCount up to {most} or without: the template was changed, or somebody else made the ReplicaSet",
                    version(OLDEST_MINOR),
                    version(NEWEST_MINOR)
                ),
                Lang::Zh => format!(
                    "  标签 {label}：从 {} 到 {}，不论没有 collisionCount 还是不超过 {most}，都不会由这个模板得到它：模板被改过，或者这个 ReplicaSet 是别人创建的",
                    version(OLDEST_MINOR),
                    version(NEWEST_MINOR)
                ),
            });
            return;
        }
        let mut rest: Vec<&MakerRow> = self.made_by.iter().collect();
        while let Some(first) = rest.first() {
            let count = first.collision_count;
            let (same, others): (Vec<&MakerRow>, Vec<&MakerRow>) = rest
                .iter()
                .copied()
                .partition(|maker| maker.collision_count == count);
            let versions = minors(same.iter().map(|maker| maker.minor));
            lines.push(match (count, lang) {
                (None, Lang::En) => format!("  label {label}: made by the controller-manager of {versions}, without a collisionCount"),
                (Some(count), Lang::En) => format!("  label {label}: made by the controller-manager of {versions}, with collisionCount {count}"),
                (None, Lang::Zh) => format!("  标签 {label}：由 {versions} 的 controller-manager 得出，没有 collisionCount"),
                (Some(count), Lang::Zh) => format!("  标签 {label}：由 {versions} 的 controller-manager 得出，collisionCount 为 {count}"),
            });
            rest = others;
        }
    }
}

impl Comparison {
    fn lines(&self, lang: Lang, lines: &mut Vec<String>) {
        let verdict = match (self.same_hash, self.equal_for_api, lang) {
            (Some(true), Some(true), Lang::En) => ": the same hash, and equal for the API",
            (Some(true), Some(false), Lang::En) => {
                ": the same hash though they are not equal, which is a collision"
            }
            (Some(false), Some(true), Lang::En) => {
                ": different hashes though they are equal for the API, so no new ReplicaSet is made"
            }
            (Some(false), Some(false), Lang::En) => ": different hashes, and not equal for the API",
            (Some(true), Some(true), Lang::Zh) => "：哈希相同，API 也认为相等",
            (Some(true), Some(false), Lang::Zh) => "：哈希相同但并不相等，这是一次冲突",
            (Some(false), Some(true), Lang::Zh) => "：哈希不同，但 API 认为相等，所以不会创建新的 ReplicaSet",
            (Some(false), Some(false), Lang::Zh) => "：哈希不同，API 也认为不相等",
            _ => "",
        };
        lines.push(match lang {
            Lang::En => format!("  {} and {}{verdict}", self.first, self.second),
            Lang::Zh => format!("  {} 与 {}{verdict}", self.first, self.second),
        });
        for row in &self.differences {
            let field = if row.field.is_empty() { &row.go } else { &row.field };
            match (&row.first, &row.second) {
                (Some(first), Some(second)) => {
                    lines.push(format!("    ~ {field}  {}  →  {}", cut(first), cut(second)));
                }
                (Some(first), None) => lines.push(format!("    - {field}  {}", cut(first))),
                (None, Some(second)) => lines.push(format!("    + {field}  {}", cut(second))),
                (None, None) => {}
            }
        }
    }
}

/// Minor versions as ranges: `1.19 – 1.22, 1.30`.
fn minors(minors: impl Iterator<Item = u32>) -> String {
    let mut sorted: Vec<u32> = minors.collect();
    sort(&mut sorted);
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for minor in sorted {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == minor => *last = minor,
            _ => ranges.push((minor, minor)),
        }
    }
    let texts = ranges.into_iter().map(|(first, last)| {
        if first == last {
            version(first)
        } else {
            format!("{} – {}", version(first), version(last))
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn origin(origin: &'static str, lang: Lang) -> &'static str {
    match (origin, lang) {
        (_, Lang::En) => origin,
        ("given", Lang::Zh) => "给定",
        ("rewritten", Lang::Zh) => "改写",
        ("default", Lang::Zh) => "默认",
        (_, Lang::Zh) => "零值",
    }
}

/// Why there is no hash, in words.
pub fn describe_hash_error(error: &HashError, lang: Lang) -> String {
    let wrong = |field: &str, expected, found: &str, remedy: &str| match lang {
        Lang::En => format!(
            "{field} must be {}, and is {found}{remedy}",
            self::expected(expected, lang)
        ),
        Lang::Zh => format!(
            "{field} 必须是{}，却是{found}{remedy}",
            self::expected(expected, lang)
        ),
    };
    match error {
        HashError::Version(minor) => match lang {
            Lang::En => format!(
                "1.{minor} is not known; the versions are {} to {}",
                version(OLDEST_MINOR),
                version(NEWEST_MINOR)
            ),
            Lang::Zh => format!(
                "不认识 1.{minor}；可选版本是 {} 到 {}",
                version(OLDEST_MINOR),
                version(NEWEST_MINOR)
            ),
        },
        HashError::NotATemplate(found) => wrong("template", Expected::Map, shape(*found, lang), ""),
        HashError::Limit(limit) => {
            let (en, zh, most) = match limit {
                TemplateLimit::Values => ("values", "值", MAX_VALUES),
                TemplateLimit::TextBytes => ("bytes of text", "字节文本", MAX_TEXT_BYTES),
                TemplateLimit::Depth => ("levels", "层", MAX_DEPTH),
            };
            match lang {
                Lang::En => format!("the template has more than {most} {en}"),
                Lang::Zh => format!("模板超过 {most} 个{zh}"),
            }
        }
        HashError::WrongType {
            field,
            expected,
            found,
        } => wrong(
            field,
            *expected,
            shape(*found, lang),
            remedy(*expected, *found, lang),
        ),
        HashError::Number {
            field,
            expected,
            text,
        } => wrong(field, *expected, text, remedy(*expected, Shape::Number, lang)),
        HashError::Quantity { field, text, error } => {
            let why = match (error, lang) {
                (QuantityError::Absurd, Lang::En) => format!(
                    "its number would be written out beyond {MAX_QUANTITY_EXPONENT} digits, with which Kubernetes' own parser does not come back"
                ),
                (QuantityError::Absurd, Lang::Zh) => {
                    format!(
                        "它要写出超过 {MAX_QUANTITY_EXPONENT} 位数字，Kubernetes 自己的解析器会一直算不完"
                    )
                }
                (QuantityError::TooLong, Lang::En) => format!("it has more than {MAX_QUANTITY_BYTES} bytes"),
                (QuantityError::TooLong, Lang::Zh) => format!("它超过 {MAX_QUANTITY_BYTES} 字节"),
                (QuantityError::Suffix, Lang::En) => "its suffix is none".to_owned(),
                (QuantityError::Suffix, Lang::Zh) => "后缀无效".to_owned(),
                (QuantityError::Format | QuantityError::Numeric, Lang::En) => {
                    "it is not written like one".to_owned()
                }
                (QuantityError::Format | QuantityError::Numeric, Lang::Zh) => "写法不对".to_owned(),
            };
            let text = cut(text);
            match lang {
                Lang::En => format!("{field}: `{text}` is no quantity: {why}{QUANTITY_EN}"),
                Lang::Zh => format!("{field}：`{text}` 不是数量：{why}{QUANTITY_ZH}"),
            }
        }
        HashError::Time { field, text } => wrong(
            field,
            Expected::Time,
            &format!("`{}`", cut(text)),
            remedy(Expected::Time, Shape::Text, lang),
        ),
        HashError::Unsupported(field) => match lang {
            Lang::En => format!(
                "{field}: how Go prints the contents of managedFields differs from build to build, so a hash of them would be a guess"
            ),
            Lang::Zh => {
                format!("{field}：managedFields 的内容在不同构建里打印方式不同，算出来的哈希只能是猜测")
            }
        },
        HashError::UnknownFields(fields) => {
            let fields = fields.join(lang.comma());
            match lang {
                Lang::En => format!(
                    "no version from {} to {} has {fields}: misspelt, or from a version that is not known here",
                    version(OLDEST_MINOR),
                    version(NEWEST_MINOR)
                ),
                Lang::Zh => format!(
                    "从 {} 到 {} 都没有 {fields}：拼写有误，或者来自这里不认识的版本",
                    version(OLDEST_MINOR),
                    version(NEWEST_MINOR)
                ),
            }
        }
    }
}

const QUANTITY_EN: &str = "; write one like 500m, 2 or 1Gi";
const QUANTITY_ZH: &str = "；请写成 500m、2 或 1Gi 这样";

/// What puts a value right, where that can be told from what belongs there and what is there.
fn remedy(expected: Expected, found: Shape, lang: Lang) -> &'static str {
    match (expected, found, lang) {
        (Expected::Int32 | Expected::Int64, Shape::Text, Lang::En) => {
            "; write a number like 8080, without quotes"
        }
        (Expected::Int32 | Expected::Int64, Shape::Text, Lang::Zh) => "；请写数字，例如 8080，不加引号",
        (Expected::Int32, Shape::Number, Lang::En) => "; write one from -2147483648 to 2147483647",
        (Expected::Int32, Shape::Number, Lang::Zh) => "；请写 -2147483648 到 2147483647 之间的整数",
        (Expected::Int64, Shape::Number, Lang::En) => {
            "; write one from -9223372036854775808 to 9223372036854775807"
        }
        (Expected::Int64, Shape::Number, Lang::Zh) => {
            "；请写 -9223372036854775808 到 9223372036854775807 之间的整数"
        }
        (Expected::Bool, Shape::Text, Lang::En) => "; write one of the two without quotes",
        (Expected::Bool, Shape::Text, Lang::Zh) => "；请写其中之一，不加引号",
        (Expected::Text, Shape::Bool | Shape::Number, Lang::En) => "; put it in quotes",
        (Expected::Text, Shape::Bool | Shape::Number, Lang::Zh) => "；请加上引号",
        (Expected::Quantity, _, Lang::En) => QUANTITY_EN,
        (Expected::Quantity, _, Lang::Zh) => QUANTITY_ZH,
        (Expected::Time, _, Lang::En) => "; write one like 2026-01-31T08:00:00Z",
        (Expected::Time, _, Lang::Zh) => "；请写成 2026-01-31T08:00:00Z 这样",
        (Expected::List, Shape::Map | Shape::Text | Shape::Number | Shape::Bool, Lang::En) => {
            "; begin each element with a dash"
        }
        (Expected::List, Shape::Map | Shape::Text | Shape::Number | Shape::Bool, Lang::Zh) => {
            "；每个元素前要有短横线"
        }
        _ => "",
    }
}

fn expected(expected: Expected, lang: Lang) -> &'static str {
    match (expected, lang) {
        (Expected::Bool, Lang::En) => "true or false",
        (Expected::Bool, Lang::Zh) => " true 或 false",
        (Expected::Int32, Lang::En) => "a whole number of 32 bits",
        (Expected::Int32, Lang::Zh) => " 32 位整数",
        (Expected::Int64, Lang::En) => "a whole number of 64 bits",
        (Expected::Int64, Lang::Zh) => " 64 位整数",
        (Expected::Text, Lang::En) => "a text",
        (Expected::Text, Lang::Zh) => "文本",
        (Expected::List, Lang::En) => "a list",
        (Expected::List, Lang::Zh) => "列表",
        (Expected::Map, Lang::En) => "a mapping",
        (Expected::Map, Lang::Zh) => "映射",
        (Expected::Quantity, Lang::En) => "a quantity",
        (Expected::Quantity, Lang::Zh) => "数量",
        (Expected::IntOrText, Lang::En) => "a number or a name",
        (Expected::IntOrText, Lang::Zh) => "数字或名称",
        (Expected::Time, Lang::En) => "a time",
        (Expected::Time, Lang::Zh) => "时间",
    }
}

fn shape(shape: Shape, lang: Lang) -> &'static str {
    match (shape, lang) {
        (Shape::Null, Lang::En) => "nothing",
        (Shape::Null, Lang::Zh) => "空值",
        (Shape::Bool, Lang::En) => "true or false",
        (Shape::Bool, Lang::Zh) => "真假值",
        (Shape::Number, Lang::En) => "a number",
        (Shape::Number, Lang::Zh) => "数字",
        (Shape::Text, Lang::En) => "a text",
        (Shape::Text, Lang::Zh) => "文本",
        (Shape::List, Lang::En) => "a list",
        (Shape::List, Lang::Zh) => "列表",
        (Shape::Map, Lang::En) => "a mapping",
        (Shape::Map, Lang::Zh) => "映射",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_core::hash::{Form, prepare};

    #[test]
    fn what_is_wrong_names_its_place_and_what_puts_it_right() {
        for (container, en, zh) in [
            (
                r#""ports":[{"containerPort":"80"}]"#,
                "spec.containers[0].ports[0].containerPort must be a whole number of 32 bits, and is a text; write a number like 8080, without quotes",
                "spec.containers[0].ports[0].containerPort 必须是 32 位整数，却是文本；请写数字，例如 8080，不加引号",
            ),
            (
                r#""resources":{"limits":{"cpu":"1e2147483648"}}"#,
                "write one like 500m, 2 or 1Gi",
                "请写成 500m、2 或 1Gi 这样",
            ),
            (
                r#""env":[{"name":"A","value":1}]"#,
                "; put it in quotes",
                "；请加上引号",
            ),
            (
                r#""tty":"yes""#,
                "; write one of the two without quotes",
                "；请写其中之一，不加引号",
            ),
            (
                r#""ports":80"#,
                "; begin each element with a dash",
                "；每个元素前要有短横线",
            ),
        ] {
            let text = format!(r#"{{"spec":{{"containers":[{{"name":"c",{container}}}]}}}}"#);
            let source = crate::Source {
                name: "t",
                bytes: text.as_bytes(),
            };
            let found = super::super::read_templates(&[source], crate::limits::Limits::default());
            let template = found.expect("it can be read")[0]
                .template
                .clone()
                .expect("it is a template");
            let error = prepare(&template, Form::Manifest, NEWEST_MINOR).expect_err(en);
            for (lang, wanted) in [(Lang::En, en), (Lang::Zh, zh)] {
                let said = describe_hash_error(&error, lang);
                assert!(said.contains(wanted), "{said}");
                assert!(said.contains("spec.containers[0]."), "{said}");
            }
        }
    }
}
