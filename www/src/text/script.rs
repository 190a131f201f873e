/// What the page says about a scenario that is played, in one language.
#[allow(
    missing_docs,
    reason = "each member is named after what it says, and the two values show it"
)]
pub struct ScriptWords {
    pub scenario: &'static str,
    pub lessons: &'static str,
    pub objects: fn(usize, usize) -> String,
    pub start: &'static str,
    pub actions: &'static str,
    pub nothing_is_done: &'static str,
    pub ask_else: &'static str,
    pub ask_else_about: &'static str,
    pub play_from_start: &'static str,
    pub back: &'static str,
    pub needs_file: &'static str,
    pub share_private: &'static str,
    pub as_expected: fn(usize, usize) -> String,
    pub expectations: &'static str,
    pub object: &'static str,
    pub expected: &'static str,
    pub actual: &'static str,
    pub verdict: &'static str,
    pub holds: &'static str,
    pub fails: &'static str,
}

pub(super) const ENGLISH: ScriptWords = ScriptWords {
    scenario: "Scenario",
    lessons: "Scenarios to learn from",
    objects: |opened, made| {
        let opened = format!("{opened} {}", if opened == 1 { "object" } else { "objects" });
        match made {
            0 => opened,
            1 => format!("{opened}, 1 more comes into being"),
            _ => format!("{opened}, {made} more come into being"),
        }
    },
    start: "The controllers are at work, and nothing has been done yet.",
    actions: "What is done, and when",
    nothing_is_done: "Nothing is done from outside; the controllers work by themselves.",
    ask_else: "Ask something else",
    ask_else_about: "What if an object of this scenario were deleted at its start?",
    play_from_start: "Play from the start",
    back: "Back to the scenario",
    needs_file: "The page has only what was opened: open the scenario together with the files that it names",
    share_private: "The link holds the scenario file and the files that it names as they were opened, with everything that stands in them. Nothing is uploaded.",
    as_expected: |holds, all| match (holds, all) {
        (1, 1) => "as expected".to_owned(),
        (0, 1) => "not as expected".to_owned(),
        _ if holds == all => format!("all {all} as expected"),
        _ => format!("{holds} of {all} as expected"),
    },
    expectations: "What is expected, and what there is",
    object: "Object",
    expected: "Expected",
    actual: "What there is",
    verdict: "Verdict",
    holds: "✓ as expected",
    fails: "✗ not so",
};

pub(super) const CHINESE: ScriptWords = ScriptWords {
    scenario: "情景",
    lessons: "用来学习的情景",
    objects: |opened, made| match made {
        0 => format!("{opened} 个对象"),
        _ => format!("{opened} 个对象，之后还会创建 {made} 个"),
    },
    start: "控制器正在运行，尚未执行任何操作。",
    actions: "何时做什么",
    nothing_is_done: "外部没有任何操作，只有控制器自己在工作。",
    ask_else: "问别的问题",
    ask_else_about: "如果在情景开始时删除其中某个对象，会怎样？",
    play_from_start: "从头播放",
    back: "回到情景",
    needs_file: "页面只有已打开的内容：请把情景和它引用的文件一起打开",
    share_private: "链接包含情景文件及其引用的文件的全部内容，原样不变。不会上传任何内容。",
    as_expected: |holds, all| match (holds, all) {
        (1, 1) => "符合预期".to_owned(),
        (0, 1) => "不符合预期".to_owned(),
        _ if holds == all => format!("{all} 项全部符合预期"),
        _ => format!("{all} 项中 {holds} 项符合预期"),
    },
    expectations: "预期与实际",
    object: "对象",
    expected: "预期",
    actual: "实际",
    verdict: "结论",
    holds: "✓ 符合预期",
    fails: "✗ 不符",
};
