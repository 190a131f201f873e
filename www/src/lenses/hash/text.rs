//! Everything that the lens says, in both languages.

use super::state::{Stage, Verdict};
use crate::text::Language;
use kubeloupe_core::hash::analyse::Origin;

/// What stands between two of these is stressed.
const STRESS: char = '\u{2}';

/// What something is called, and its hash.
type Hashed<'t> = (&'t str, &'t str);

/// Everything that the lens says, in one language. Every language has every member, or it does not compile.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "each member is named after what it says, and the texts show it"
)]
pub struct HashWords {
    // The subject.
    pub hash_of: &'static str,
    pub in_version: &'static str,
    pub with_count: &'static str,
    pub count_wrong: &'static str,
    pub no_count: &'static str,
    pub compare_with: &'static str,
    pub another_version: &'static str,
    pub another_template: &'static str,
    pub changed_copy: fn(&str) -> String,

    // The answers.
    pub names: fn(kind: &str, version: &str, reference: &str, name: &str, count: Option<i32>) -> String,
    pub has_hash: fn(version: &str, reference: &str, hash: &str, count: Option<i32>) -> String,
    pub different_hashes: fn(usize) -> String,
    pub only_stored: &'static str,
    pub zone: &'static str,
    pub verdict: fn(Verdict, first: Hashed<'_>, second: Hashed<'_>, fields: usize) -> String,
    pub made_all: fn(explained: usize, of: usize, versions: &str) -> String,
    pub made_none: fn(usize) -> String,
    pub unexplained: fn(usize) -> String,
    pub nobody_labelled: &'static str,
    pub search_lead: fn(reference: &str, version: &str) -> String,
    pub searching: &'static str,
    pub met: fn(hash: &str, version: &str) -> String,
    pub code_lead: fn(sum: u32, hash: &str) -> String,

    // The template.
    pub template_title: &'static str,
    pub taken_as: &'static str,
    pub manifest: &'static str,
    pub manifest_about: &'static str,
    pub stored: &'static str,
    pub stored_about: &'static str,
    pub open_files: &'static str,
    pub open_sample: &'static str,
    pub from_cluster: &'static str,
    pub from_cluster_lost: &'static str,
    pub drawn_without: fn(&[String]) -> String,
    pub revert: &'static str,
    pub edit_label: &'static str,
    pub edit_hint: &'static str,
    pub too_long: &'static str,
    pub edit_keeps: &'static str,
    pub private: &'static str,
    pub reading: fn(u64, u64) -> String,
    pub tracing: fn(usize, usize) -> String,
    pub cancel: &'static str,
    pub left_out: fn(&str) -> String,
    pub kept_former: &'static str,

    // The versions.
    pub versions_title: &'static str,
    pub versions_lead: &'static str,
    pub computing: &'static str,
    pub certain_stored: fn(&str) -> String,
    pub label_is: fn(&str) -> String,
    pub fields_changed: fn(usize) -> String,
    pub fields_more: fn(usize) -> String,
    pub vanish: fn(&str) -> String,
    pub dropped: fn(&str) -> String,
    pub gained: &'static str,
    pub lost: &'static str,
    pub altered: &'static str,

    // The stages.
    pub stages: &'static str,
    pub stage: fn(Stage) -> &'static str,
    pub stage_about: fn(Stage) -> &'static str,

    // The dump.
    pub fields_title: &'static str,
    pub all_fields: &'static str,
    pub telling_fields: &'static str,
    pub which_fields: &'static str,
    pub more_fields: fn(usize) -> String,
    pub dump_title: fn(usize) -> String,
    pub revision_title: fn(usize) -> String,
    pub layout: &'static str,
    pub broken: &'static str,
    pub broken_about: &'static str,
    pub unbroken: &'static str,
    pub unbroken_about: &'static str,
    pub copy_text: &'static str,
    pub origin: fn(Origin) -> &'static str,
    pub origin_about: fn(Origin) -> &'static str,
    pub differs: &'static str,
    pub bytes: fn(usize, usize) -> String,
    pub too_many_parts: fn(usize) -> String,

    // Comparing.
    pub field: &'static str,
    pub only_here: &'static str,
    pub no_difference: &'static str,
    pub show_in_text: fn(&str) -> String,

    // Makers.
    pub replica_set: &'static str,
    pub label: &'static str,
    pub made_by: &'static str,
    pub count: &'static str,
    pub without_count: &'static str,
    pub nobody: fn(i32) -> String,
    pub type_label_about: fn(&str) -> String,
    pub no_such_label: &'static str,

    // Collisions.
    pub image_label: &'static str,
    pub find: &'static str,
    pub find_again: &'static str,
    pub tried: fn(u32, u32) -> String,
    pub how_it_collides: fn(&str) -> String,
    pub round_first: fn(&str) -> String,
    pub round_taken: fn(&str, i32) -> String,
    pub round_again: fn(&str, i32) -> String,
    pub round_back: fn(&str) -> String,
    pub collides_in: fn(&str) -> String,
    pub compare_them: &'static str,
    pub collide_about: &'static str,

    // The alphabet.
    pub sum: &'static str,
    pub written: &'static str,
    pub digit: &'static str,
    pub letter: &'static str,
    pub not_a_sum: &'static str,
    pub not_a_hash: &'static str,
    pub alphabet_about: &'static str,
}

impl PartialEq for HashWords {
    /// There is one for each language.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The lens in a language.
pub fn words(language: Language) -> &'static HashWords {
    match language {
        Language::English => &EN,
        Language::Chinese => &ZH,
    }
}

/// The pieces of a sentence, and whether each is stressed.
pub fn stressed(sentence: &str) -> impl Iterator<Item = (bool, &str)> {
    sentence
        .split(STRESS)
        .enumerate()
        .map(|(place, piece)| (place % 2 == 1, piece))
        .filter(|(_, piece)| !piece.is_empty())
}

fn b(text: impl std::fmt::Display) -> String {
    format!("{STRESS}{text}{STRESS}")
}

/// The first few of a list.
fn some(list: &[String], comma: &str, more: fn(usize) -> String) -> String {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = list.iter().take(SHOWN).cloned().collect();
    if list.len() > SHOWN {
        shown.push(more(list.len() - SHOWN));
    }
    shown.join(comma)
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

const EN: HashWords = HashWords {
    hash_of: "Hash of",
    in_version: "Kubernetes",
    with_count: "collisionCount",
    count_wrong: "A collisionCount is a whole number from 0 to 2147483647. The hash is that of the last one.",
    no_count: "none",
    compare_with: "Compare with",
    another_version: "Another version",
    another_template: "Another template",
    changed_copy: |title| format!("{title}, changed"),

    names: |kind, version, reference, name, count| {
        let what = match kind {
            "Deployment" => "ReplicaSet",
            _ => "ControllerRevision",
        };
        let with = count.map_or(String::new(), |count| format!(", with collisionCount {count}"));
        format!(
            "Kubernetes {version} names the {what} of {reference} {}{with}",
            b(name)
        )
    },
    has_hash: |version, reference, hash, count| {
        let with = count.map_or(String::new(), |count| format!(", with collisionCount {count}"));
        format!(
            "In Kubernetes {version} the template of {reference} has the hash {}{with}",
            b(hash)
        )
    },
    different_hashes: |count| match count {
        1 => "; every version from 1.8 to 1.37 comes to the same hash.".into(),
        count => format!(
            "; from 1.8 to 1.37 the same template has {} different hashes.",
            b(count)
        ),
    },
    only_stored: " What this version’s API server makes of a manifest was not recorded, so only the hash of the stored object is certain.",
    zone: " A time in the template’s metadata makes the hash depend on the controller-manager’s time zone; this is the one without zone data.",
    verdict: |verdict, (first, ours), (second, theirs), fields| {
        let make = if fields == 1 { "makes" } else { "make" };
        let fields = plural(fields, "field", "fields");
        match verdict {
            Verdict::Same => format!(
                "{first} and {second} have the same hash, {}, and the API calls them equal.",
                b(ours)
            ),
            Verdict::Collision => format!(
                "{first} and {second} have the same hash, {}, though they differ in {fields}: a {}, which collisionCount gets around.",
                b(ours),
                b("collision")
            ),
            Verdict::EqualAllTheSame => format!(
                "{fields} {make} {first} and {second} hash differently, {ours} and {theirs}, and still the API calls both templates {}: no rollout.",
                b("equal")
            ),
            Verdict::Different => format!(
                "{fields} {make} {first} and {second} differ: {} and {}. To the API they are two templates, so one after the other is a rollout.",
                b(ours),
                b(theirs)
            ),
            Verdict::VersionsAgree => format!("{first} and {second} come to the same hash, {}.", b(ours)),
            Verdict::VersionsDiffer => format!(
                "{first} and {second} hash the same template differently, {} and {}: {fields} of what is dumped changed. Upgrading starts no rollout, since ReplicaSets are found by their template.",
                b(ours),
                b(theirs)
            ),
        }
    },
    made_all: |explained, of, versions| {
        format!(
            "{} were made by the controller-manager of {}.",
            if explained == of {
                b(plural(of, "label", "labels"))
            } else {
                format!("{} of {of} labels", b(explained))
            },
            b(versions)
        )
    },
    made_none: |of| format!("No version made any of the {}.", plural(of, "label", "labels")),
    unexplained: |count| {
        format!(
            " {} by none: the template was changed afterwards, or another controller made the ReplicaSet.",
            if count == 1 {
                "One is made".into()
            } else {
                format!("{count} are made")
            }
        )
    },
    nobody_labelled: "No ReplicaSet with a label is open: type a label to see which versions make it of this template.",
    search_lead: |reference, version| {
        format!(
            "Which other template gets the hash of {reference} in Kubernetes {version}? Sums have 32 bits, so there is one to be found."
        )
    },
    searching: "Looking for two halves of an annotation that meet in the middle.",
    met: |hash, version| {
        format!(
            "Two different templates have the hash {} in Kubernetes {version}, so the second ReplicaSet’s name is taken and {} gives it another one.",
            b(hash),
            b("collisionCount 1")
        )
    },
    code_lead: |sum, hash| {
        format!(
            "The sum {sum} is written {}: each of its digits becomes one of 27 characters that spell no words.",
            b(hash)
        )
    },

    template_title: "Template",
    taken_as: "Taken as",
    manifest: "Manifest",
    manifest_about: "What the API server sets, drops and rewrites is set, dropped and rewritten before it is hashed",
    stored: "Stored",
    stored_about: "As the API server shows it: hashed as it is",
    open_files: "Open files…",
    open_sample: "Samples",
    from_cluster: "From the open cluster",
    from_cluster_lost: "The page keeps no templates of a cluster, as they hold environment values, and this one cannot be read again. Drop or paste the output of `kubectl get deploy,rs,ds,sts -A -o yaml` here.",
    drawn_without: |drawn| match drawn {
        [] => "Nothing that has a template is open.".to_owned(),
        drawn => format!(
            "What was drawn has no template: {}.",
            some(drawn, ", ", |more| format!("{more} more"))
        ),
    },
    revert: "Take the change back",
    edit_label: "The template’s text. Change it to see what that does to the hash.",
    edit_hint: "Paste a Deployment, ReplicaSet, StatefulSet or DaemonSet anywhere, or change this text: the copy is compared with what it was.",
    too_long: "This object is too long to be edited here; everything else works.",
    edit_keeps: "The last text that could be read still counts.",
    private: "Nothing leaves the page.",
    reading: |read, of| format!("Reading: {} of {} kB", read >> 10, of >> 10),
    tracing: |done, of| format!("Looking for makers: {done} of {of} ReplicaSets"),
    cancel: "Cancel",
    left_out: |why| format!("Some of it is left out. {why}"),
    kept_former: "What was open stays open.",

    versions_title: "Every version",
    versions_lead: "Versions that agree share a line. Between two lines: what changed in what is dumped.",
    computing: "Computing…",
    certain_stored: |versions| format!("{versions}: certain for a stored object only"),
    label_is: |label| format!("label {label}"),
    fields_changed: |count| plural(count, "field changed", "fields changed"),
    fields_more: |count| format!("{count} more"),
    vanish: |fields| format!("does not know {fields}"),
    dropped: |fields| format!("drops or rewrites {fields}"),
    gained: "new",
    lost: "gone",
    altered: "changed",

    stages: "What to look at",
    stage: |stage| match stage {
        Stage::Dump => "Hashed text",
        Stage::Compare => "Compare",
        Stage::Makers => "Who made it",
        Stage::Collide => "Collide",
        Stage::Code => "Alphabet",
    },
    stage_about: |stage| match stage {
        Stage::Dump => "The text that is hashed, and the part that each field contributes",
        Stage::Compare => "Which fields make two hashes differ",
        Stage::Makers => "Which versions and collisionCounts explain the labels of ReplicaSets",
        Stage::Collide => "Two templates with one hash, and how collisionCount gets around it",
        Stage::Code => "How sums become hashes, and back",
    },

    fields_title: "Fields",
    all_fields: "All",
    telling_fields: "Set",
    which_fields: "Which fields",
    more_fields: |count| format!("{count} more are in the text alone."),
    dump_title: |bytes| format!("Hashed text, {bytes} bytes"),
    revision_title: |bytes| format!("Data of the revision, {bytes} bytes"),
    layout: "Layout",
    broken: "By field",
    broken_about: "A line for each field; the text that is hashed has none of these line breaks",
    unbroken: "As hashed",
    unbroken_about: "The bytes as they are",
    copy_text: "Copy",
    origin: |origin| match origin {
        Origin::Given => "given",
        Origin::Rewritten => "rewritten",
        Origin::Default => "default",
        Origin::Zero => "zero",
    },
    origin_about: |origin| match origin {
        Origin::Given => "as it was given",
        Origin::Rewritten => "given in another spelling, which the API server made canonical",
        Origin::Default => "set by the API server, as nothing was given",
        Origin::Zero => "set by nobody; its name and type are hashed all the same",
    },
    differs: "differs",
    bytes: |start, end| format!("bytes {start} to {end}"),
    too_many_parts: |bytes| format!("… {bytes} more bytes. Copy the text to see all of it."),

    field: "Field",
    only_here: "not there",
    no_difference: "What is hashed is the same, byte by byte.",
    show_in_text: |field| format!("Show {field} in the text"),

    replica_set: "ReplicaSet",
    label: "Label",
    made_by: "Made by the controller-manager of",
    count: "collisionCount",
    without_count: "none",
    nobody: |most| format!("no version, with a collisionCount up to {most} or none"),
    type_label_about: |reference| format!("Who makes this label of {reference}?"),
    no_such_label: "A label has 1 to 10 of the characters 4 5 6 7 8 9 b c d f; up to 1.11 it is the plain number.",

    image_label: "Image of the other template’s first container",
    find: "Find a collision",
    find_again: "Find it again",
    tried: |tried, expected| format!("{tried} tried, about {expected} needed"),
    how_it_collides: |value| {
        format!(
            "The other template runs the new image and has the annotation {}.",
            b(format!("kubeloupe/collides: {value}"))
        )
    },
    round_first: |name| {
        format!(
            "The Deployment has the first template: no ReplicaSet has it, so {} is created.",
            b(name)
        )
    },
    round_taken: |name, count| {
        format!(
            "It gets the second template, which no ReplicaSet has either. Creating {name} is answered {}: its template is another one, so {} is written to the status, and the sync ends with an error.",
            b("AlreadyExists"),
            b(format!("collisionCount {count}"))
        )
    },
    round_again: |name, count| {
        format!(
            "The sync is tried again. With collisionCount {count} the hash is another one: {} is created.",
            b(name)
        )
    },
    round_back: |name| {
        format!(
            "Back to the first template: {} is found by its template. The hash is not asked, and collisionCount stays.",
            b(name)
        )
    },
    collides_in: |versions| {
        format!("They collide in {versions}, and in no other version: other types, other text, other hash.")
    },
    compare_them: "Compare both",
    collide_about: "FNV-1a can be undone byte by byte: from the front the states after 262,144 beginnings of an annotation’s value are kept, from the back the wanted sum is taken back over its endings until both meet.",

    sum: "Sum",
    written: "Written",
    digit: "Digit",
    letter: "Character",
    not_a_sum: "A sum is a whole number from 0 to 4294967295.",
    not_a_hash: "No sum is written like this: only 4 5 6 7 8 9 b c d f occur, at most ten of them, and none begins with 4.",
    alphabet_about: "A character’s code, modulo 27, is its place among bcdfghjklmnpqrstvwxz2456789. Digits have the codes 48 to 57, so the ten of them become ten different characters, and the number can be read back.",
};

const ZH: HashWords = HashWords {
    hash_of: "哈希：",
    in_version: "Kubernetes",
    with_count: "collisionCount",
    count_wrong: "collisionCount 是 0 到 2147483647 之间的整数。显示的仍是上一个的哈希。",
    no_count: "无",
    compare_with: "对比",
    another_version: "另一个版本",
    another_template: "另一个模板",
    changed_copy: |title| format!("{title}（已修改）"),

    names: |kind, version, reference, name, count| {
        let what = match kind {
            "Deployment" => "ReplicaSet",
            _ => "ControllerRevision",
        };
        let with = count.map_or(String::new(), |count| format!("（collisionCount 为 {count}）"));
        format!(
            "Kubernetes {version} 把 {reference} 的 {what} 命名为 {}{with}",
            b(name)
        )
    },
    has_hash: |version, reference, hash, count| {
        let with = count.map_or(String::new(), |count| format!("（collisionCount 为 {count}）"));
        format!(
            "在 Kubernetes {version} 中，{reference} 的模板哈希是 {}{with}",
            b(hash)
        )
    },
    different_hashes: |count| match count {
        1 => "；从 1.8 到 1.37 各版本的哈希都相同。".into(),
        count => format!("；从 1.8 到 1.37，同一个模板有 {} 种不同的哈希。", b(count)),
    },
    only_stored: "没有记录过该版本的 API 服务器如何处理清单，因此只有已存储对象的哈希是确定的。",
    zone: "模板元数据里有时间，哈希因此取决于 controller-manager 的时区；这里按没有时区数据计算。",
    verdict: |verdict, (first, ours), (second, theirs), fields| match verdict {
        Verdict::Same => format!(
            "{first} 与 {second} 的哈希相同（{}），API 也认为两者相等。",
            b(ours)
        ),
        Verdict::Collision => format!(
            "{first} 与 {second} 有 {fields} 个字段不同，哈希却相同（{}）：这是一次{}，由 collisionCount 化解。",
            b(ours),
            b("冲突")
        ),
        Verdict::EqualAllTheSame => format!(
            "{fields} 个字段使 {first} 与 {second} 的哈希不同（{ours} 与 {theirs}），但 API 认为两个模板{}：不会触发滚动更新。",
            b("相等")
        ),
        Verdict::Different => format!(
            "{fields} 个字段使 {first} 与 {second} 不同：{} 与 {}。对 API 来说这是两个模板，从一个换到另一个就是一次滚动更新。",
            b(ours),
            b(theirs)
        ),
        Verdict::VersionsAgree => format!("{first} 与 {second} 得出相同的哈希：{}。", b(ours)),
        Verdict::VersionsDiffer => format!(
            "{first} 与 {second} 对同一个模板得出不同的哈希（{} 与 {}）：被转储的内容有 {fields} 个字段变了。升级不会触发滚动更新，因为 ReplicaSet 是按模板查找的。",
            b(ours),
            b(theirs)
        ),
    },
    made_all: |explained, of, versions| {
        format!(
            "{of} 个标签中有 {} 个由 {} 的 controller-manager 生成。",
            b(explained),
            b(versions)
        )
    },
    made_none: |of| format!("{of} 个标签都不是任何版本生成的。"),
    unexplained: |count| {
        format!("有 {count} 个没有任何版本能解释：模板后来被改过，或者 ReplicaSet 是别的控制器创建的。")
    },
    nobody_labelled: "没有打开带标签的 ReplicaSet：输入一个标签，看哪些版本会由这个模板生成它。",
    search_lead: |reference, version| {
        format!(
            "在 Kubernetes {version} 中，还有哪个模板的哈希与 {reference} 相同？校验和只有 32 位，所以一定能找到。"
        )
    },
    searching: "正在寻找在中间相遇的注解值的前后两半。",
    met: |hash, version| {
        format!(
            "在 Kubernetes {version} 中两个不同的模板哈希都是 {}，第二个 ReplicaSet 的名称已被占用，于是 {} 给它另一个名称。",
            b(hash),
            b("collisionCount 1")
        )
    },
    code_lead: |sum, hash| {
        format!(
            "校验和 {sum} 写作 {}：每位数字变成 27 个字符中的一个，拼不出单词。",
            b(hash)
        )
    },

    template_title: "模板",
    taken_as: "视为",
    manifest: "清单",
    manifest_about: "先按 API 服务器的做法设默认值、丢弃和改写，再计算哈希",
    stored: "已存储",
    stored_about: "与 API 服务器显示的一样：原样计算哈希",
    open_files: "打开文件…",
    open_sample: "示例",
    from_cluster: "来自打开的集群",
    from_cluster_lost: "页面不保留集群里的模板，因为其中有环境变量的值，而这一份无法重新读取。请把 `kubectl get deploy,rs,ds,sts -A -o yaml` 的输出拖到或粘贴到这里。",
    drawn_without: |drawn| match drawn {
        [] => "打开的内容里没有带模板的对象。".to_owned(),
        drawn => format!(
            "画出来的对象没有模板：{}。",
            some(drawn, "、", |more| format!("另有 {more} 个"))
        ),
    },
    revert: "撤销修改",
    edit_label: "模板文本。修改它，看哈希如何变化。",
    edit_hint: "在任意处粘贴 Deployment、ReplicaSet、StatefulSet 或 DaemonSet，或修改这段文本：副本会与原来的对比。",
    too_long: "这个对象太长，不能在这里编辑；其他功能不受影响。",
    edit_keeps: "仍以上一次能读懂的文本为准。",
    private: "任何内容都不会离开本页。",
    reading: |read, of| format!("读取中：{} / {} kB", read >> 10, of >> 10),
    tracing: |done, of| format!("正在追查来源：{done} / {of} 个 ReplicaSet"),
    cancel: "取消",
    left_out: |why| format!("有一部分未读入。{why}"),
    kept_former: "原来打开的内容保持不变。",

    versions_title: "所有版本",
    versions_lead: "结果相同的版本在同一行；两行之间是转储内容的变化。",
    computing: "计算中…",
    certain_stored: |versions| format!("{versions}：只对已存储的对象确定"),
    label_is: |label| format!("标签 {label}"),
    fields_changed: |count| format!("{count} 个字段变化"),
    fields_more: |count| format!("另有 {count} 个"),
    vanish: |fields| format!("不认识 {fields}"),
    dropped: |fields| format!("丢弃或改写 {fields}"),
    gained: "新增",
    lost: "消失",
    altered: "改变",

    stages: "查看内容",
    stage: |stage| match stage {
        Stage::Dump => "哈希文本",
        Stage::Compare => "对比",
        Stage::Makers => "谁生成的",
        Stage::Collide => "冲突",
        Stage::Code => "字母表",
    },
    stage_about: |stage| match stage {
        Stage::Dump => "参与哈希的文本，以及每个字段贡献的部分",
        Stage::Compare => "哪些字段使两个哈希不同",
        Stage::Makers => "哪些版本和 collisionCount 能解释 ReplicaSet 的标签",
        Stage::Collide => "哈希相同的两个模板，以及 collisionCount 如何化解",
        Stage::Code => "校验和与哈希文本的互相转换",
    },

    fields_title: "字段",
    all_fields: "全部",
    telling_fields: "已设置",
    which_fields: "显示哪些字段",
    more_fields: |count| format!("另有 {count} 个只在文本中。"),
    dump_title: |bytes| format!("哈希文本，{bytes} 字节"),
    revision_title: |bytes| format!("修订版数据，{bytes} 字节"),
    layout: "排版",
    broken: "按字段",
    broken_about: "每个字段一行；实际参与哈希的文本没有这些换行",
    unbroken: "原样",
    unbroken_about: "逐字节原样显示",
    copy_text: "复制",
    origin: |origin| match origin {
        Origin::Given => "给定",
        Origin::Rewritten => "改写",
        Origin::Default => "默认",
        Origin::Zero => "零值",
    },
    origin_about: |origin| match origin {
        Origin::Given => "与给定的一致",
        Origin::Rewritten => "写法不同，已被 API 服务器规范化",
        Origin::Default => "未给定，由 API 服务器设置",
        Origin::Zero => "无人设置；名称和类型仍参与哈希",
    },
    differs: "不同",
    bytes: |start, end| format!("第 {start} 到 {end} 字节"),
    too_many_parts: |bytes| format!("……还有 {bytes} 字节。复制文本可查看全部。"),

    field: "字段",
    only_here: "没有",
    no_difference: "参与哈希的内容逐字节相同。",
    show_in_text: |field| format!("在文本中显示 {field}"),

    replica_set: "ReplicaSet",
    label: "标签",
    made_by: "生成它的 controller-manager 版本",
    count: "collisionCount",
    without_count: "无",
    nobody: |most| format!("没有任何版本（collisionCount 为无或不超过 {most}）"),
    type_label_about: |reference| format!("谁会由 {reference} 生成这个标签？"),
    no_such_label: "标签由 1 到 10 个字符组成，只用 4 5 6 7 8 9 b c d f；1.11 及以前是普通数字。",

    image_label: "另一个模板的第一个容器的镜像",
    find: "寻找冲突",
    find_again: "再找一次",
    tried: |tried, expected| format!("已尝试 {tried}，约需 {expected}"),
    how_it_collides: |value| {
        format!(
            "另一个模板使用新镜像，并带有注解 {}。",
            b(format!("kubeloupe/collides: {value}"))
        )
    },
    round_first: |name| {
        format!(
            "Deployment 使用第一个模板：没有 ReplicaSet 有它，于是创建 {}。",
            b(name)
        )
    },
    round_taken: |name, count| {
        format!(
            "换成第二个模板，同样没有 ReplicaSet 有它。创建 {name} 得到 {}：它的模板是另一个，于是把 {} 写入状态，本次同步以错误结束。",
            b("AlreadyExists"),
            b(format!("collisionCount {count}"))
        )
    },
    round_again: |name, count| {
        format!(
            "再次同步。collisionCount 为 {count} 时哈希不同：创建 {}。",
            b(name)
        )
    },
    round_back: |name| {
        format!(
            "换回第一个模板：按模板找到 {}。不看哈希，collisionCount 保持不变。",
            b(name)
        )
    },
    collides_in: |versions| {
        format!("它们只在 {versions} 中冲突，别的版本不会：类型不同，文本不同，哈希就不同。")
    },
    compare_them: "对比两者",
    collide_about: "FNV-1a 可以逐字节倒推：从前面记住注解值的 262,144 种开头之后的状态，从后面把目标校验和倒推过各种结尾，直到两边相遇。",

    sum: "校验和",
    written: "写作",
    digit: "数字",
    letter: "字符",
    not_a_sum: "校验和是 0 到 4294967295 的整数。",
    not_a_hash: "没有校验和会写成这样：只会出现 4 5 6 7 8 9 b c d f，最多十个，且不以 4 开头。",
    alphabet_about: "字符编码对 27 取余，就是它在 bcdfghjklmnpqrstvwxz2456789 中的位置。数字的编码是 48 到 57，十个数字对应十个不同的字符，因此可以还原。",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stress_is_taken_apart() {
        let sentence = (EN.names)("Deployment", "1.37", "Deployment web", "web-1", None);
        let pieces: Vec<_> = stressed(&sentence).collect();
        assert_eq!(
            pieces,
            [
                (false, "Kubernetes 1.37 names the ReplicaSet of Deployment web "),
                (true, "web-1")
            ]
        );
    }
}
