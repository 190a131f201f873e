use super::Language;
use crate::state::{EffectKind, Live, PlayerError};
use kubeloupe_core::sim::DueReason;

/// What the page says about going through time, in one language.
#[allow(
    missing_docs,
    reason = "each member is named after what it says, and the two values show it"
)]
pub struct TimeWords {
    pub moves: &'static str,
    pub moves_title: &'static str,
    pub move_step: &'static str,
    pub move_back: &'static str,
    pub move_into: &'static str,
    pub move_into_about: &'static str,
    pub move_over: &'static str,
    pub move_over_about: &'static str,
    pub move_decision: fn(&str) -> String,
    pub move_decision_before: fn(&str) -> String,
    pub move_decision_about: &'static str,
    pub move_decision_choose: &'static str,
    pub move_due: &'static str,
    pub move_due_about: fn(&str, &str) -> String,
    pub move_due_never: &'static str,
    pub move_run: &'static str,
    pub move_run_about: fn(usize) -> String,
    pub move_run_back: &'static str,
    pub move_run_back_about: &'static str,
    pub no_decision: fn(&str) -> String,
    pub due: fn(DueReason) -> &'static str,

    pub per_second: fn(&str) -> String,
    pub one_in: fn(&str) -> String,
    pub per_frame: fn(&str) -> String,
    pub as_fast: &'static str,

    pub breakpoints: &'static str,
    pub breakpoints_about: &'static str,
    pub breakpoints_none: &'static str,
    pub breakpoints_full: fn(usize) -> String,
    pub break_objects: &'static str,
    pub break_rules: &'static str,
    pub break_queues: &'static str,
    pub break_kinds: &'static str,
    pub break_here: fn(&str) -> String,
    pub break_gone: fn(&str) -> String,
    pub break_word: &'static str,
    pub break_count: fn(&str) -> String,
    pub break_add_rule: &'static str,
    pub break_add_rule_about: &'static str,
    pub break_add: &'static str,
    pub break_no_rule: fn(&str) -> String,
    pub break_remove: fn(&str) -> String,
    pub break_all_on: &'static str,
    pub break_all_off: &'static str,
    pub break_clear: &'static str,
    pub stopped_at: &'static str,
    pub decision_of: fn(&str) -> String,
    pub kind: fn(EffectKind) -> &'static str,

    pub branches: &'static str,
    pub branches_of: fn(usize) -> String,
    pub branches_about: &'static str,
    pub branches_not_watched: &'static str,
    pub branch_first: &'static str,
    pub branch_by: fn(&str, &str) -> String,
    pub branch_from: fn(usize, usize) -> String,
    pub branch_length: fn(usize) -> String,
    pub branch_rests: fn(&str) -> String,
    pub branch_open: fn(usize, &str) -> String,
    pub branch_shown: &'static str,
    pub branch_show: fn(&str) -> String,
    pub branch_rename: fn(&str) -> String,
    pub branch_name: &'static str,
    pub branch_keep_name: &'static str,
    pub branch_delete: fn(&str) -> String,
    pub branch_delete_with: fn(usize) -> String,
    pub branch_delete_yes: &'static str,
    pub branch_delete_no: &'static str,
    pub branch_compare: fn(&str) -> String,
    pub compare_title: fn(&str) -> String,
    pub compare_word: &'static str,
    pub compare_none: &'static str,
    pub compare_counts: fn(usize, usize, usize) -> String,
    pub compare_open: &'static str,
    pub compare_here: &'static str,
    pub compare_other: &'static str,
    pub compare_later: fn(usize) -> String,
    pub compare_left_out: fn(usize) -> String,
    pub compare_close: &'static str,
    pub end_never_made: &'static str,
    pub end_live: fn(Live) -> &'static str,
    pub end_at: fn(&str) -> String,
    pub end_finalizers: fn(&str) -> String,
    pub end_owners: fn(&str) -> String,
    pub end_no_owners: &'static str,
    pub end_nothing_happened: &'static str,
    pub failed: fn(PlayerError, usize) -> String,

    pub link_newer: fn(u32) -> String,
    pub no_such_place: fn(&str) -> String,

    pub choice_fair: &'static str,
    pub why_arrived: fn(&str) -> String,
    pub why_changes: fn(usize) -> String,
    pub why_discovery: &'static str,
    pub why_head: fn(usize) -> String,
    pub why_call: &'static str,
    pub why_kubelet: &'static str,
    pub why_finalizer: &'static str,
    pub why_crd: &'static str,
    pub why_pod_start: &'static str,
    pub why_nodes: &'static str,
    pub why_client: &'static str,
    pub why_fault: &'static str,
    pub why_due: fn(&str) -> String,

    pub keys: &'static [(&'static str, &'static str)],
}

impl Language {
    /// What the page says about going through time.
    pub fn time(self) -> &'static TimeWords {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        super::grouped(count),
        if count == 1 { one } else { many }
    )
}

pub(super) static ENGLISH: TimeWords = TimeWords {
    moves: "Go…",
    moves_title: "Ways through time",
    move_step: "One step on",
    move_back: "One step back",
    move_into: "Into the attempt",
    move_into_about: "The worker takes its item and stops before its first API call; each call is a step of its own then",
    move_over: "Over the attempt",
    move_over_about: "Until the worker is done with its item, whatever else happens meanwhile",
    move_decision: |what| format!("To the next decision about {what}"),
    move_decision_before: |what| format!("To the decision before about {what}"),
    move_decision_about: "Where the collector or the namespace controller makes up its mind",
    move_decision_choose: "To the next decision about the chosen object",
    move_due: "Until the clock moves",
    move_due_about: |when, why| format!("To {when}: {why}"),
    move_due_never: "Nothing is due any more",
    move_run: "Run on",
    move_run_about: |count| match count {
        0 => "To the end: there are no breakpoints that count".to_owned(),
        _ => format!(
            "To the next step that hits {}",
            plural(count, "breakpoint", "breakpoints")
        ),
    },
    move_run_back: "Run back",
    move_run_back_about: "To the step before that hits a breakpoint, or to the start",
    no_decision: |what| format!("There is no further decision about {what} on this branch."),
    due: |reason| match reason {
        DueReason::WatchEvent => "a watch event arrives",
        DueReason::Collector => "the collector tries again what it put off",
        DueReason::Namespace => "the namespace controller looks at a namespace again",
        DueReason::Workloads => "a workload controller looks again at what it put off",
        DueReason::Agent => "a kubelet or a finalizer's controller is done",
        DueReason::Worker => "a worker has its answer and is free",
        DueReason::StartGate => "the collector's workers start, though not every monitor has synced",
        DueReason::Discovery => "the collector looks at discovery",
        DueReason::Client => "the client's rate limit lets the next call through",
        DueReason::Nodes => "a node's lease, a pass over the nodes, or an eviction is due",
    },

    per_second: |steps| format!("{steps} a second"),
    one_in: |span| format!("one in {span}"),
    per_frame: |steps| format!("{steps} a frame"),
    as_fast: "all it can",

    breakpoints: "Breakpoints",
    breakpoints_about: "Playing and running stop at a step that hits one, forwards and backwards.",
    breakpoints_none: "None yet. The round mark beside an object, a rule or a queue sets one; so do the buttons below.",
    breakpoints_full: |most| format!("There are {most} breakpoints, as many as there may be."),
    break_objects: "Object",
    break_rules: "Rule",
    break_queues: "Queue",
    break_kinds: "What happens",
    break_here: |what| format!("Set a breakpoint on {what}"),
    break_gone: |what| format!("Take the breakpoint off {what}"),
    break_word: "Breakpoint",
    break_count: |what| format!("Breakpoint on {what} counts"),
    break_add_rule: "A rule, such as GC-41",
    break_add_rule_about: "Rules stand beside the sentence of each step",
    break_add: "Add",
    break_no_rule: |rule| format!("There is no rule {rule}."),
    break_remove: |what| format!("Remove the breakpoint on {what}"),
    break_all_on: "All on",
    break_all_off: "All off",
    break_clear: "Remove all",
    stopped_at: "breakpoint",
    decision_of: |what| format!("decision about {what}"),
    kind: |kind| match kind {
        EffectKind::Deleted => "an object goes",
        EffectKind::Written => "an object changes",
        EffectKind::Refused => "a call is refused",
        EffectKind::Decided => "a decision",
        EffectKind::Event => "an Event is recorded",
        EffectKind::Virtual => "a virtual node appears",
        EffectKind::CacheHit => "an owner is remembered as absent",
        EffectKind::Failed => "an attempt fails",
        EffectKind::Delivered => "an informer hears",
        EffectKind::Dropped => "an event is lost",
        EffectKind::Throttled => "a call is throttled",
        EffectKind::Clock => "the clock moves",
    },

    branches: "Branches",
    branches_of: |count| plural(count, "branch", "branches"),
    branches_about: "Whatever is done in the past begins a branch; what had happened stays on its own.",
    branches_not_watched: "Watch a deletion happen, go back, and do something else: both ways stay.",
    branch_first: "As it was asked",
    branch_by: |schedule, deed| format!("{schedule}: {deed}"),
    branch_from: |at, length| {
        format!(
            "leaves at step {}, {}",
            super::grouped(at),
            plural(length, "step", "steps")
        )
    },
    branch_length: |length| plural(length, "step", "steps"),
    branch_rests: |time| format!("at rest at {time}"),
    branch_open: |length, time| format!("known up to step {}, {time}", super::grouped(length)),
    branch_shown: "shown",
    branch_show: |name| format!("Show “{name}”"),
    branch_rename: |name| format!("Rename “{name}”"),
    branch_name: "Name of the branch",
    branch_keep_name: "Rename",
    branch_delete: |name| format!("Delete “{name}”"),
    branch_delete_with: |count| match count {
        0 => "Delete this branch?".to_owned(),
        _ => format!(
            "Delete this branch and {} that left it?",
            plural(count, "branch", "branches")
        ),
    },
    branch_delete_yes: "Delete",
    branch_delete_no: "Keep",
    branch_compare: |name| format!("Compare the end of what is shown with “{name}”"),
    compare_title: |name| format!("What ends differently on “{name}”"),
    compare_word: "Compare",
    compare_none: "Everything ends alike, at the same times.",
    compare_counts: |differ, later, alike| {
        format!(
            "{} otherwise, {} at another time only, {} alike",
            plural(differ, "object ends", "objects end"),
            super::grouped(later),
            super::grouped(alike)
        )
    },
    compare_open: "One of them is not followed to its end; its last known step is compared.",
    compare_here: "Shown",
    compare_other: "Other",
    compare_later: |count| {
        format!(
            "{} that only end at another time",
            plural(count, "object", "objects")
        )
    },
    compare_left_out: |count| format!("{count} more"),
    compare_close: "Back to the tree",
    end_never_made: "never made",
    end_live: |live| match live {
        Live::Here => "is there",
        Live::Freed => "is there, without an owner that it had",
        Live::WaitsForDependents => "waits for its dependents",
        Live::Orphaning => "waits until its dependents are orphaned",
        Live::Stopping { .. } => "is in its grace period",
        Live::Held => "is held by a finalizer",
        Live::Gone => "is gone",
        Live::Absent => "was never there",
        Live::NotYet => "was not made yet",
    },
    end_at: |when| format!("last written at {when}"),
    end_finalizers: |list| format!("finalizers: {list}"),
    end_owners: |list| format!("owners: {list}"),
    end_no_owners: "owners: none",
    end_nothing_happened: "nothing happened to it",
    failed: |error, most| match error {
        PlayerError::TooManyBranches => {
            format!(
                "There are {most} branches, as many as there may be. Delete one that is not needed under Branches."
            )
        }
        PlayerError::TooManySteps => {
            "The history holds as many steps as it may. What is known of it can be watched.".to_owned()
        }
        PlayerError::NoSuchStep => "There is no such step.".to_owned(),
        PlayerError::Rejected(_) => "This step is not possible here.".to_owned(),
    },

    link_newer: |version| {
        format!(
            "This link was made by a newer kubeloupe (version {version} of links). Reload the page, or open it where the newer one is."
        )
    },
    no_such_place: |place| format!("There is nothing at {place} on this page."),

    choice_fair: "fair",
    why_arrived: |when| format!("the event arrived at {when}"),
    why_changes: |count| {
        format!(
            "{} in graphChanges",
            plural(count, "change waits", "changes wait")
        )
    },
    why_discovery: "the period of 30 s is over and something has changed",
    why_head: |count| match count {
        1 => "a worker is free and nothing else waits".to_owned(),
        _ => format!(
            "a worker is free, and this is the first of {}",
            super::grouped(count)
        ),
    },
    why_call: "the worker has an item in hand and needs this answer",
    why_kubelet: "the grace period is over",
    why_finalizer: "the time that its controller takes is over",
    why_crd: "the definition is being deleted",
    why_pod_start: "the pod has no node yet",
    why_nodes: "it is due now",
    why_client: "it was asked",
    why_fault: "a fault: only you choose it",
    why_due: |why| format!("then {why}"),

    keys: &[
        ("I", "into an attempt: its calls, one by one"),
        ("V", "over an attempt: until the worker is done"),
        (
            "J Shift+J",
            "next decision about the chosen object, the one before",
        ),
        ("X", "breakpoint on the chosen object"),
        ("B", "breakpoints"),
        ("Y", "branches: switch, rename, compare, delete"),
        ("M", "all ways through time"),
        ("R", "order of steps: fair, random, I choose"),
        (", .", "slower, faster"),
        ("C", "what the collector says of itself"),
        ("Q", "fold and unfold queues and calls"),
        ("Tab", "everything else; Enter presses it"),
    ],
};

pub(super) static CHINESE: TimeWords = TimeWords {
    moves: "前往…",
    moves_title: "在时间中行进的方式",
    move_step: "前进一步",
    move_back: "后退一步",
    move_into: "进入这次处理",
    move_into_about: "工作者取出条目，停在第一次 API 调用之前；此后每次调用各成一步",
    move_over: "越过这次处理",
    move_over_about: "直到工作者处理完它的条目，不论其间还发生什么",
    move_decision: |what| format!("到关于 {what} 的下一个决定"),
    move_decision_before: |what| format!("到关于 {what} 的上一个决定"),
    move_decision_about: "回收器或命名空间控制器作出决定之处",
    move_decision_choose: "到关于所选对象的下一个决定",
    move_due: "直到时钟前进",
    move_due_about: |when, why| format!("到 {when}：{why}"),
    move_due_never: "不再有任何到期之事",
    move_run: "向前运行",
    move_run_about: |count| match count {
        0 => "到终点：没有生效的断点".to_owned(),
        _ => format!("到下一个命中断点的步骤（共 {count} 个断点）"),
    },
    move_run_back: "向后运行",
    move_run_back_about: "到上一个命中断点的步骤，或到起点",
    no_decision: |what| format!("在此分支上没有更多关于 {what} 的决定。"),
    due: |reason| match reason {
        DueReason::WatchEvent => "一个 watch 事件到达",
        DueReason::Collector => "回收器重试它推迟的条目",
        DueReason::Namespace => "命名空间控制器再次检查一个命名空间",
        DueReason::Workloads => "工作负载控制器再次检查它推迟的条目",
        DueReason::Agent => "某个 kubelet 或 Finalizer 的控制器完成",
        DueReason::Worker => "一个工作者收到回答并空闲下来",
        DueReason::StartGate => "回收器的工作者启动，尽管并非所有监视器都已同步",
        DueReason::Discovery => "回收器查看 discovery",
        DueReason::Client => "客户端限速放行下一次调用",
        DueReason::Nodes => "节点租约、节点巡检或驱逐到期",
    },

    per_second: |steps| format!("每秒 {steps} 步"),
    one_in: |span| format!("每 {span} 一步"),
    per_frame: |steps| format!("每帧 {steps} 步"),
    as_fast: "尽可能快",

    breakpoints: "断点",
    breakpoints_about: "播放和运行会停在命中断点的步骤，向前向后都是如此。",
    breakpoints_none: "还没有。对象、规则或队列旁的圆形标记可以设置断点，下面的按钮也可以。",
    breakpoints_full: |most| format!("已有 {most} 个断点，达到上限。"),
    break_objects: "对象",
    break_rules: "规则",
    break_queues: "队列",
    break_kinds: "发生之事",
    break_here: |what| format!("在 {what} 上设置断点"),
    break_gone: |what| format!("取消 {what} 上的断点"),
    break_word: "断点",
    break_count: |what| format!("{what} 上的断点生效"),
    break_add_rule: "规则，例如 GC-41",
    break_add_rule_about: "规则列在每一步的句子旁边",
    break_add: "添加",
    break_no_rule: |rule| format!("没有规则 {rule}。"),
    break_remove: |what| format!("移除 {what} 上的断点"),
    break_all_on: "全部启用",
    break_all_off: "全部停用",
    break_clear: "全部移除",
    stopped_at: "断点",
    decision_of: |what| format!("关于 {what} 的决定"),
    kind: |kind| match kind {
        EffectKind::Deleted => "对象消失",
        EffectKind::Written => "对象改变",
        EffectKind::Refused => "调用被拒绝",
        EffectKind::Decided => "作出决定",
        EffectKind::Event => "记录 Event",
        EffectKind::Virtual => "出现虚拟节点",
        EffectKind::CacheHit => "属主在缓存中记为不存在",
        EffectKind::Failed => "处理失败",
        EffectKind::Delivered => "informer 收到事件",
        EffectKind::Dropped => "事件丢失",
        EffectKind::Throttled => "调用被限速",
        EffectKind::Clock => "时钟前进",
    },

    branches: "分支",
    branches_of: |count| format!("{count} 个分支"),
    branches_about: "在过去做任何事都会产生一个分支；已发生之事留在原来的分支上。",
    branches_not_watched: "先观看一次删除，回到过去，再做别的事：两条路都会保留。",
    branch_first: "最初的提问",
    branch_by: |schedule, deed| format!("{schedule}：{deed}"),
    branch_from: |at, length| format!("在第 {at} 步分出，共 {length} 步"),
    branch_length: |length| format!("{length} 步"),
    branch_rests: |time| format!("在 {time} 静止"),
    branch_open: |length, time| format!("已知到第 {length} 步，{time}"),
    branch_shown: "正在显示",
    branch_show: |name| format!("显示“{name}”"),
    branch_rename: |name| format!("重命名“{name}”"),
    branch_name: "分支名称",
    branch_keep_name: "重命名",
    branch_delete: |name| format!("删除“{name}”"),
    branch_delete_with: |count| match count {
        0 => "删除这个分支？".to_owned(),
        _ => format!("删除这个分支以及由它分出的 {count} 个分支？"),
    },
    branch_delete_yes: "删除",
    branch_delete_no: "保留",
    branch_compare: |name| format!("将所示分支的终态与“{name}”比较"),
    compare_title: |name| format!("“{name}”上有哪些不同的结局"),
    compare_word: "比较",
    compare_none: "一切结局相同，时间也相同。",
    compare_counts: |differ, later, alike| {
        format!("{differ} 个对象结局不同，{later} 个只是时间不同，{alike} 个相同")
    },
    compare_open: "其中一个未跟踪到终点；比较的是它最后已知的一步。",
    compare_here: "所示分支",
    compare_other: "另一分支",
    compare_later: |count| format!("{count} 个对象只是时间不同"),
    compare_left_out: |count| format!("另有 {count} 个"),
    compare_close: "返回分支树",
    end_never_made: "从未创建",
    end_live: |live| match live {
        Live::Here => "存在",
        Live::Freed => "存在，但失去了原有的一个属主",
        Live::WaitsForDependents => "等待其从属对象",
        Live::Orphaning => "等待其从属对象被孤立",
        Live::Stopping { .. } => "处于宽限期",
        Live::Held => "被 Finalizer 阻住",
        Live::Gone => "已消失",
        Live::Absent => "从未存在",
        Live::NotYet => "尚未创建",
    },
    end_at: |when| format!("最后写入于 {when}"),
    end_finalizers: |list| format!("Finalizer：{list}"),
    end_owners: |list| format!("属主：{list}"),
    end_no_owners: "属主：无",
    end_nothing_happened: "什么也没发生",
    failed: |error, most| match error {
        PlayerError::TooManyBranches => {
            format!("已有 {most} 个分支，达到上限。请在“分支”中删除一个不需要的。")
        }
        PlayerError::TooManySteps => "历史记录已达到步数上限。已知的部分仍可观看。".to_owned(),
        PlayerError::NoSuchStep => "没有这一步。".to_owned(),
        PlayerError::Rejected(_) => "这一步在此处不可行。".to_owned(),
    },

    link_newer: |version| {
        format!("此链接由更新的 kubeloupe 生成（链接版本 {version}）。请刷新本页，或在更新的版本中打开它。")
    },
    no_such_place: |place| format!("本页上没有 {place}。"),

    choice_fair: "公平",
    why_arrived: |when| format!("事件已于 {when} 到达"),
    why_changes: |count| format!("graphChanges 中有 {count} 个变更等待"),
    why_discovery: "30 秒周期已过，且有所变化",
    why_head: |count| match count {
        1 => "有空闲的工作者，别无等待".to_owned(),
        _ => format!("有空闲的工作者，这是 {count} 个中的第一个"),
    },
    why_call: "工作者手中有条目，需要这个回答",
    why_kubelet: "宽限期已过",
    why_finalizer: "其控制器所需的时间已过",
    why_crd: "该定义正被删除",
    why_pod_start: "Pod 还没有节点",
    why_nodes: "现在到期",
    why_client: "这是提出的请求",
    why_fault: "故障：只能由你选择",
    why_due: |why| format!("届时{why}"),

    keys: &[
        ("I", "进入一次处理：逐个调用"),
        ("V", "越过一次处理：直到工作者完成"),
        ("J Shift+J", "所选对象的下一个、上一个决定"),
        ("X", "在所选对象上设置断点"),
        ("B", "断点"),
        ("Y", "分支：切换、重命名、比较、删除"),
        ("M", "在时间中行进的所有方式"),
        ("R", "步骤次序：公平、随机、自选"),
        (", .", "更慢、更快"),
        ("C", "回收器的自述"),
        ("Q", "折叠或展开队列与调用"),
        ("Tab", "其余一切；Enter 按下"),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_list_the_same_keys() {
        let keys = |language: Language| -> Vec<&str> {
            language.time().keys.iter().map(|(keys, _)| *keys).collect()
        };
        assert_eq!(keys(Language::English), keys(Language::Chinese));
        let about = |language: Language| language.time().keys.iter().map(|(_, about)| *about);
        assert!(
            about(Language::English)
                .zip(about(Language::Chinese))
                .all(|(one, other)| one != other)
        );
    }
}
