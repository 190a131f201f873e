use super::state::{Deed, Heading, Lost, PodState, Situation, Story, Watched, set_name};
use crate::text::{Language, Spans};
use kubeloupe_core::object::Time;
use kubeloupe_core::workloads::Verdict;

/// Everything that the lens says.
pub struct Text {
    pub story: &'static str,
    pub story_name: fn(Story) -> &'static str,
    pub story_lead: fn(Story) -> &'static str,
    pub begin_again: &'static str,
    pub begin_again_about: &'static str,
    pub side_by_side: &'static str,
    pub side_by_side_about: &'static str,
    pub consistency: &'static str,
    pub consistency_about: &'static str,
    pub call_by_call: &'static str,
    pub call_by_call_about: &'static str,

    pub deeds: &'static str,
    pub do_now: &'static str,
    pub replicas: &'static str,
    pub fewer: &'static str,
    pub more_replicas: &'static str,
    pub watch_delay: &'static str,
    pub delay_of: fn(Watched) -> &'static str,
    pub no_delay: &'static str,
    pub quota: &'static str,
    pub no_quota: &'static str,
    pub deed: fn(Deed, &Spans) -> String,
    pub deed_about: fn(Deed) -> &'static str,
    pub on_pod: fn(&str) -> String,
    pub on_oldest: &'static str,
    pub kill_all: &'static str,
    pub planned: &'static str,
    pub call_off: fn(&str) -> String,
    pub armed: fn(Lost) -> &'static str,

    pub with: &'static str,
    pub without: &'static str,
    pub with_about: &'static str,
    pub without_about: &'static str,
    pub tally: fn(i32, u32, u32) -> String,
    pub desired: &'static str,
    pub active: &'static str,
    pub observed: &'static str,
    pub desired_unseen: fn(i32) -> String,
    pub doubled: fn(i64) -> String,

    pub lanes: &'static str,
    pub lane_api: &'static str,
    pub lane_watch: &'static str,
    pub lane_cache: &'static str,
    pub lane_api_count: fn(u32, u32) -> String,
    pub lane_watch_count: fn(usize, Option<&str>) -> String,
    pub lane_cache_count: fn(u32) -> String,
    pub no_pods: &'static str,
    pub state: fn(PodState) -> &'static str,
    pub heading: fn(Heading) -> &'static str,
    pub absent: &'static str,
    pub arrives: fn(&str) -> String,
    pub more_events: fn(usize) -> String,
    pub is_tracked: &'static str,
    pub nobody_owns: &'static str,
    pub legend: &'static str,

    pub counters: &'static str,
    pub counter_add: &'static str,
    pub counter_del: &'static str,
    pub no_record: &'static str,
    pub ledger_expects: &'static str,
    pub ledger_seen_add: &'static str,
    pub ledger_skipped: &'static str,
    pub ledger_seen_del: fn(&str) -> String,
    pub ledger_untracked: fn(&str) -> String,
    pub ledger_failed: fn(&str) -> String,
    pub ledger_wiped: &'static str,
    pub ledger_deleted: &'static str,
    pub earlier: fn(usize) -> String,
    pub tracked: &'static str,
    pub tracked_none: &'static str,
    pub holds: fn(&str, &str) -> String,
    pub expired_since: fn(&str) -> String,
    pub no_expiry: &'static str,
    pub gate: &'static str,
    pub gate_off: &'static str,
    pub verdict: fn(Verdict) -> &'static str,
    pub verdict_about: fn(Verdict) -> &'static str,

    pub batches: &'static str,
    pub no_batches: &'static str,
    pub batches_of: fn(u32, &str) -> String,
    pub batch: fn(usize, u32) -> String,
    pub batch_told: fn(u32, u32, u32) -> String,
    pub never_tried: fn(u32) -> String,
    pub doomed: fn(usize) -> String,
    pub bound: fn(u32) -> String,
    pub bound_crossed: fn(u32) -> String,
    pub all_at_once: fn(u32) -> String,
    pub batch_count: fn(u32, usize) -> String,

    pub syncs: &'static str,
    pub sync_at: &'static str,
    pub sync_set: &'static str,
    pub sync_gate: &'static str,
    pub sync_saw: &'static str,
    pub sync_did: &'static str,
    pub sync_saw_of: fn(u32, i32) -> String,
    pub sync_creates: fn(usize, u32) -> String,
    pub sync_deletes: fn(usize, usize) -> String,
    pub sync_claims: fn(usize) -> String,
    pub sync_status: &'static str,
    pub sync_nothing: &'static str,
    pub sync_failed: &'static str,
    pub sync_stale: &'static str,
    pub syncs_none: &'static str,

    pub chart_counters: &'static str,
    pub chart_pods: &'static str,
    pub chart_axis: &'static str,
    pub chart_desired: &'static str,
    pub chart_stored: &'static str,
    pub chart_cached: &'static str,
    pub chart_other: &'static str,
    pub chart: fn(&str) -> String,

    pub computing: &'static str,
    pub failed: &'static str,
    pub beginning: &'static str,
    pub done: fn(&str) -> String,
    pub situation: fn(&Situation, &Spans, Time) -> String,
    pub in_the_other: fn(u32, i32) -> String,
}

impl Text {
    /// The lens's words in a language.
    pub fn of(language: Language) -> &'static Text {
        match language {
            Language::English => &EN,
            Language::Chinese => &ZH,
        }
    }
}

fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn until(spans: &Spans, now: Time, then: Time) -> String {
    spans.of(then - now)
}

static EN: Text = Text {
    story: "Story",
    story_name: |story| match story {
        Story::Behind => "The cache is behind",
        Story::LostAdd => "An add event is lost",
        Story::Expiry => "Five minutes are over",
        Story::Quota => "A quota refuses",
        Story::ScaleDown => "Scaled down",
        Story::LostDeletion => "A deletion is never heard of",
        Story::SameName => "Back under the same name",
        Story::TwoSets => "Two sets, one selector",
        Story::LabelAway => "A pod is labelled away",
        Story::Restart => "The controller restarts",
        Story::Burst => "Six hundred pods",
    },
    story_lead: |story| match story {
        Story::Behind => {
            "Three pods are made, and their events take five seconds. The next sync sees an empty cache: it must know that it has to wait."
        }
        Story::LostAdd => {
            "The event of one new pod never arrives, so the counter stays at 1. Only five minutes, and then a sync for another reason, get past it; a new list finds the pod."
        }
        Story::Expiry => {
            "Events take six minutes. After five the gate opens all the same, and whoever syncs then makes the pods a second time. Nobody is woken by the expiry itself."
        }
        Story::Quota => {
            "A hundred pods are wanted, ten allowed for twenty seconds. Batches double while all goes well; the first failure ends the sync."
        }
        Story::ScaleDown => {
            "Three of six pods go. Each deletion is expected by name, so that its two events, the mark and the removal, count once."
        }
        Story::LostDeletion => {
            "Nothing tells that one pod went. While its deletion is expected, a killed pod is not replaced: five minutes with a pod too few."
        }
        Story::SameName => {
            "A pod goes, and another appears under its name before its events arrive. Keys are names, not uids, so the late event still counts once."
        }
        Story::TwoSets => {
            "A second ReplicaSet selects the same pods. What has a controller is left alone; the bare pod goes to whoever patches first."
        }
        Story::LabelAway => {
            "A pod whose labels no longer match is released and replaced, and stays for whoever wants to look at it."
        }
        Story::Restart => {
            "Expectations live in memory. After a restart they are gone, but so is the old cache: the new list shows every pod."
        }
        Story::Burst => "One sync makes at most 500 pods, in batches of 1, 2, 4, 8 and so on.",
    },
    begin_again: "Begin again",
    begin_again_about: "The story from its beginning, with nothing else done",
    side_by_side: "Beside it, without expectations",
    side_by_side_about: "The same beginning and the same deeds, but syncs never wait for what they expect",
    consistency: "Consistency store (1.36)",
    consistency_about: "From 1.36 on a sync also fails while the cache is older than the set's own writes (RS-30). It is left out so that expectations can be seen alone.",
    call_by_call: "Call by call",
    call_by_call_about: "A step is one call to the API server, not a whole sync",

    deeds: "What happens to it",
    do_now: "Do it now",
    replicas: "Replicas",
    fewer: "One replica fewer",
    more_replicas: "One replica more",
    watch_delay: "How late events arrive",
    delay_of: |of| match of {
        Watched::Pods => "Pods",
        Watched::Sets => "ReplicaSets",
    },
    no_delay: "20 ms",
    quota: "Quota of pods",
    no_quota: "none",
    deed: |deed, spans| match deed {
        Deed::LoseAdd => "Lose the next add event".to_owned(),
        Deed::LoseDeletion => "Lose the next deletion's events".to_owned(),
        Deed::Lag {
            of: Watched::Pods,
            by,
        } => format!("Events of pods come {} late", spans.of(by)),
        Deed::Lag {
            of: Watched::Sets,
            by,
        } => format!("Events of ReplicaSets come {} late", spans.of(by)),
        Deed::Kill { count: 1, .. } => "Kill a pod".to_owned(),
        Deed::Kill { .. } => "Kill all pods".to_owned(),
        Deed::Recreate(_) => "Recreate a pod under its name".to_owned(),
        Deed::RecreateLeaving => "Recreate the pod that goes under its name".to_owned(),
        Deed::LabelAway(_) => "Label a pod away".to_owned(),
        Deed::Bare => "Create a bare pod that matches".to_owned(),
        Deed::Quota(None) => "Lift the quota".to_owned(),
        Deed::Quota(Some(pods)) => format!("Quota of {pods} pods"),
        Deed::SecondSet => "Second ReplicaSet, same selector".to_owned(),
        Deed::Scale { set, replicas } => format!("Scale {} to {replicas}", set_name(set)),
        Deed::Touch => "Touch the ReplicaSet".to_owned(),
        Deed::Relist(Watched::Pods) => "List pods anew".to_owned(),
        Deed::Relist(Watched::Sets) => "List ReplicaSets anew".to_owned(),
        Deed::Restart => "Restart the controller".to_owned(),
        Deed::Pass => "Let five minutes pass".to_owned(),
    },
    deed_about: |deed| match deed {
        Deed::LoseAdd => "The next event that tells the cache of a new pod never arrives",
        Deed::LoseDeletion => "Neither the mark of the next deletion nor the removal arrives",
        Deed::Kill { .. } => "DELETE with no grace, by somebody else",
        Deed::Recreate(_) | Deed::RecreateLeaving => {
            "DELETE with no grace, then POST of a bare pod with the same name"
        }
        Deed::LabelAway(_) => "PATCH of its label, so that the selector no longer matches",
        Deed::Bare => "POST of a pod without an owner",
        Deed::Touch => "A write that changes nothing that matters: its event wakes the controller",
        Deed::Relist(_) => "The watch breaks off, and the informer lists everything anew",
        Deed::Restart => "Caches, queues and expectations are lost",
        Deed::Pass => "Longer than unmet expectations hold",
        _ => "",
    },
    on_pod: |pod| format!("on {pod}"),
    on_oldest: "on the oldest pod, or the one chosen above",
    kill_all: "Kill all pods",
    planned: "Still to come",
    call_off: |deed| format!("Call off: {deed}"),
    armed: |lost| match lost {
        Lost::Add => "The next add event will be lost.",
        Lost::Deletion => "The next deletion's events will be lost.",
    },

    with: "With expectations",
    without: "Without expectations",
    with_about: "the real controller",
    without_about: "the same, but no sync ever waits",
    tally: |desired, active, seen| format!("{desired} desired, {active} active, {seen} observed"),
    desired: "desired",
    active: "active",
    observed: "observed",
    desired_unseen: |seen| format!("the cache still says {seen}"),
    doubled: |over| format!("{} too many", counted(over, "pod", "pods")),

    lanes: "Pods: at the API server, on their way, in the cache",
    lane_api: "API server",
    lane_watch: "On the way",
    lane_cache: "Cache",
    lane_api_count: |active, leaving| match leaving {
        0 => format!("{active} active"),
        _ => format!("{active} active, {leaving} going"),
    },
    lane_watch_count: |events, next| match next {
        None => "nothing".to_owned(),
        Some("") => format!("{}, next now", counted(events as i64, "event", "events")),
        Some(next) => format!("{}, next in {next}", counted(events as i64, "event", "events")),
    },
    lane_cache_count: |active| format!("{active} active"),
    no_pods: "no pods",
    state: |state| match state {
        PodState::Pending => "pending",
        PodState::Ready => "ready",
        PodState::Leaving => "being deleted",
        PodState::Finished => "finished",
    },
    heading: |heading| match heading {
        Heading::Add => "add",
        Heading::Change => "change",
        Heading::Leaving => "deletion began",
        Heading::Removal => "removal",
    },
    absent: "not there",
    arrives: |span| format!("arrives in {span}"),
    more_events: |more| format!("{more} more behind it"),
    is_tracked: "its deletion is expected",
    nobody_owns: "nobody's",
    legend: "Shapes",

    counters: "Expectations",
    counter_add: "creations to be seen",
    counter_del: "deletions to be seen",
    no_record: "no record",
    ledger_expects: "a sync is about to write",
    ledger_seen_add: "an add arrived",
    ledger_skipped: "not made after all",
    ledger_seen_del: |pod| format!("{pod} is going"),
    ledger_untracked: |pod| format!("{pod}: not expected, or counted"),
    ledger_failed: |pod| format!("{pod} could not be deleted"),
    ledger_wiped: "wiped by the other one",
    ledger_deleted: "the record is gone",
    earlier: |count| format!("{count} earlier"),
    tracked: "Expected by name",
    tracked_none: "none",
    holds: |span, at| format!("holds for {span}, until {at}"),
    expired_since: |at| format!("expired at {at}"),
    no_expiry: "nothing holds",
    gate: "Gate",
    gate_off: "no gate",
    verdict: |verdict| match verdict {
        Verdict::NothingExpected => "open: nothing expected",
        Verdict::Fulfilled => "open: all seen",
        Verdict::Expired => "open: expired",
        Verdict::Waiting => "closed: waiting",
    },
    verdict_about: |verdict| match verdict {
        Verdict::NothingExpected => "Nothing was ever expected, or the record was deleted.",
        Verdict::Fulfilled => "Both counters are at zero or below.",
        Verdict::Expired => "A counter is above zero, but was set more than five minutes ago.",
        Verdict::Waiting => {
            "A counter is above zero: a sync writes the status, and neither makes nor deletes pods."
        }
    },

    batches: "Slow start",
    no_batches: "No sync has made pods yet.",
    batches_of: |count, at| format!("{} at {at}", counted(i64::from(count), "creation", "creations")),
    batch: |number, size| format!("batch {number}: {}", counted(i64::from(size), "call", "calls")),
    batch_told: |made, refused, open| match (refused, open) {
        (0, 0) => format!("{made} made"),
        (_, 0) => format!("{made} made, {refused} refused"),
        _ => format!("{made} made, {refused} refused, {open} to come"),
    },
    never_tried: |count| format!("{count} never tried"),
    doomed: |count| counted(count as i64, "doomed call", "doomed calls"),
    bound: |bound| format!("The quota was full when the sync began: at most min(N, 1) = {bound}."),
    bound_crossed: |size| {
        format!(
            "This batch ran into the quota, so as many as it has calls may fail: up to {size}. Once the quota is full it is 1 a sync."
        )
    },
    all_at_once: |count| format!("All at once it would have been {count}."),
    batch_count: |all, planned| {
        format!(
            "{} of {all} planned, 1 + ⌊log₂ N⌋",
            counted(planned as i64, "batch", "batches")
        )
    },

    syncs: "Syncs",
    sync_at: "At",
    sync_set: "ReplicaSet",
    sync_gate: "Gate",
    sync_saw: "Saw",
    sync_did: "Did",
    sync_saw_of: |active, desired| format!("{active} of {desired}"),
    sync_creates: |made, all| format!("made {made} of {all}"),
    sync_deletes: |done, all| format!("deleted {done} of {all}"),
    sync_claims: |count| format!("claimed or released {count}"),
    sync_status: "wrote the status",
    sync_nothing: "nothing to do",
    sync_failed: "failed, tried again later",
    sync_stale: "cache too old, tried again later",
    syncs_none: "No sync yet.",

    chart_counters: "Counters",
    chart_pods: "Pods",
    chart_axis: "virtual time; long waits are drawn short",
    chart_desired: "desired",
    chart_stored: "API server",
    chart_cached: "cache",
    chart_other: "without expectations",
    chart: |what| format!("{what} over virtual time"),

    computing: "following the story…",
    failed: "This step cannot be followed.",
    beginning: "The controller starts with an empty cache.",
    done: |deed| format!("Done: {deed}."),
    situation: |situation, spans, now| {
        match situation {
        Situation::Working => "The sync goes on.".to_owned(),
        Situation::Waits { add, del, arrives } => {
            let when = if *arrives > now {
                format!("arrives in {}", until(spans, now, *arrives))
            } else {
                "arrives now".to_owned()
            };
            format!(
                "The gate is closed: {} not seen yet. The next event of a pod {when}; until then a sync writes the status and nothing else.",
                unseen(*add, *del)
            )
        },
        Situation::Stalled { add, del, until: then } => format!(
            "The gate is closed: {} not seen, and no event is on its way that could tell of it. Only the expiry in {} opens it, and then somebody has to ask.",
            unseen(*add, *del),
            until(spans, now, *then)
        ),
        Situation::Expired => "What is still expected is older than five minutes, so the next sync goes ahead; but nothing wakes the controller.".to_owned(),
        Situation::TooMany { stored, desired } => format!("{stored} pods where {desired} are wanted."),
        Situation::TooFew { stored, desired, retry: None } => format!("{stored} of {desired} pods; nobody is about to make the others."),
        Situation::TooFew { stored, desired, retry: Some((at, failures)) } => format!(
            "{stored} of {desired} pods; it is tried again in {}, after {}.",
            until(spans, now, *at),
            counted(i64::from(*failures), "failure", "failures")
        ),
        Situation::Behind { stored, cached } => format!("The API server has {stored} active pods, the cache {cached}, and no gate is closed."),
        Situation::Rest => "Everything is as wanted, and seen.".to_owned(),
    }
    },
    in_the_other: |stored, desired| {
        format!("Without expectations there are {stored} pods where {desired} are wanted.")
    },
};

fn unseen(add: i64, del: i64) -> String {
    match (add, del) {
        (0, del) => format!("{del} of its deletions"),
        (add, 0) => format!("{add} of its creations"),
        (add, del) => format!("{add} of its creations and {del} of its deletions"),
    }
}

static ZH: Text = Text {
    story: "情景",
    story_name: |story| match story {
        Story::Behind => "缓存落后",
        Story::LostAdd => "丢失一个新增事件",
        Story::Expiry => "五分钟已过",
        Story::Quota => "配额拒绝",
        Story::ScaleDown => "缩容",
        Story::LostDeletion => "删除的消息没有到达",
        Story::SameName => "同名重现",
        Story::TwoSets => "两个 ReplicaSet，同一选择器",
        Story::LabelAway => "改标签移走一个 Pod",
        Story::Restart => "控制器重启",
        Story::Burst => "六百个 Pod",
    },
    story_lead: |story| match story {
        Story::Behind => {
            "创建了三个 Pod，它们的事件要五秒才到。下一次同步看到的是空缓存：它必须知道自己该等待。"
        }
        Story::LostAdd => {
            "一个新 Pod 的事件始终没有到达，计数器停在 1。只有过五分钟、并因别的原因再次同步才能越过；重新列出会找到该 Pod。"
        }
        Story::Expiry => {
            "事件要六分钟才到。五分钟后闸门照样打开，此时同步的人会再创建一遍。到期本身不会唤醒任何人。"
        }
        Story::Quota => "期望一百个 Pod，二十秒内只允许十个。顺利时批次加倍；第一次失败就结束本次同步。",
        Story::ScaleDown => "六个 Pod 中去掉三个。每个删除都按名称预期，因此标记和移除这两个事件只计一次。",
        Story::LostDeletion => {
            "没有任何消息说明某个 Pod 已离开。在预期其删除期间，被杀掉的 Pod 不会补上：五分钟内少一个 Pod。"
        }
        Story::SameName => {
            "一个 Pod 离开，在其事件到达之前，同名的另一个出现了。键是名称而不是 uid，因此迟到的事件仍只计一次。"
        }
        Story::TwoSets => "第二个 ReplicaSet 选择同样的 Pod。已有控制者的不会被动；裸 Pod 归先打补丁的一方。",
        Story::LabelAway => "标签不再匹配的 Pod 会被释放并补上，自身留下供人查看。",
        Story::Restart => "预期只在内存中。重启后预期没了，旧缓存也没了：新的列表会显示每个 Pod。",
        Story::Burst => "一次同步最多创建 500 个 Pod，按 1、2、4、8 …… 分批。",
    },
    begin_again: "重新开始",
    begin_again_about: "从头开始这个情景，撤销其他操作",
    side_by_side: "并排显示没有预期的情形",
    side_by_side_about: "同样的开始、同样的操作，但同步从不等待所预期的结果",
    consistency: "一致性存储（1.36）",
    consistency_about: "从 1.36 起，缓存旧于该对象自己的写入时同步会失败（RS-30）。这里不启用，以便单独观察预期。",
    call_by_call: "逐个调用",
    call_by_call_about: "一步是对 API 服务器的一次调用，而不是整次同步",

    deeds: "操作",
    do_now: "立即执行",
    replicas: "副本数",
    fewer: "减少一个副本",
    more_replicas: "增加一个副本",
    watch_delay: "事件延迟",
    delay_of: |of| match of {
        Watched::Pods => "Pod",
        Watched::Sets => "ReplicaSet",
    },
    no_delay: "20 毫秒",
    quota: "Pod 配额",
    no_quota: "无",
    deed: |deed, spans| match deed {
        Deed::LoseAdd => "丢失下一个新增事件".to_owned(),
        Deed::LoseDeletion => "丢失下一次删除的事件".to_owned(),
        Deed::Lag {
            of: Watched::Pods,
            by,
        } => format!("Pod 事件延迟 {}", spans.of(by)),
        Deed::Lag {
            of: Watched::Sets,
            by,
        } => format!("ReplicaSet 事件延迟 {}", spans.of(by)),
        Deed::Kill { count: 1, .. } => "杀掉一个 Pod".to_owned(),
        Deed::Kill { .. } => "杀掉所有 Pod".to_owned(),
        Deed::Recreate(_) => "以同名重建一个 Pod".to_owned(),
        Deed::RecreateLeaving => "以同名重建正在离开的 Pod".to_owned(),
        Deed::LabelAway(_) => "改标签移走一个 Pod".to_owned(),
        Deed::Bare => "创建一个匹配的裸 Pod".to_owned(),
        Deed::Quota(None) => "取消配额".to_owned(),
        Deed::Quota(Some(pods)) => format!("配额 {pods} 个 Pod"),
        Deed::SecondSet => "第二个 ReplicaSet，同一选择器".to_owned(),
        Deed::Scale { set, replicas } => format!("将 {} 调整为 {replicas}", set_name(set)),
        Deed::Touch => "触碰 ReplicaSet".to_owned(),
        Deed::Relist(Watched::Pods) => "重新列出 Pod".to_owned(),
        Deed::Relist(Watched::Sets) => "重新列出 ReplicaSet".to_owned(),
        Deed::Restart => "重启控制器".to_owned(),
        Deed::Pass => "过五分钟".to_owned(),
    },
    deed_about: |deed| match deed {
        Deed::LoseAdd => "下一个告知缓存有新 Pod 的事件不会到达",
        Deed::LoseDeletion => "下一次删除的标记和移除事件都不会到达",
        Deed::Kill { .. } => "由他人发出的无宽限期 DELETE",
        Deed::Recreate(_) | Deed::RecreateLeaving => "无宽限期 DELETE，然后 POST 一个同名的裸 Pod",
        Deed::LabelAway(_) => "PATCH 其标签，使选择器不再匹配",
        Deed::Bare => "POST 一个没有属主的 Pod",
        Deed::Touch => "不改变要紧内容的写入：其事件会唤醒控制器",
        Deed::Relist(_) => "watch 中断，informer 重新列出全部对象",
        Deed::Restart => "缓存、队列和预期全部丢失",
        Deed::Pass => "比未满足的预期所能维持的更久",
        _ => "",
    },
    on_pod: |pod| format!("对 {pod}"),
    on_oldest: "对最早的 Pod，或上面选中的 Pod",
    kill_all: "杀掉所有 Pod",
    planned: "将要发生",
    call_off: |deed| format!("取消：{deed}"),
    armed: |lost| match lost {
        Lost::Add => "下一个新增事件将会丢失。",
        Lost::Deletion => "下一次删除的事件将会丢失。",
    },

    with: "有预期",
    without: "没有预期",
    with_about: "真实的控制器",
    without_about: "相同，但同步从不等待",
    tally: |desired, active, seen| format!("期望 {desired}，活动 {active}，观察到 {seen}"),
    desired: "期望",
    active: "活动",
    observed: "观察到",
    desired_unseen: |seen| format!("缓存中仍为 {seen}"),
    doubled: |over| format!("多出 {over} 个 Pod"),

    lanes: "Pod：在 API 服务器、途中、缓存中",
    lane_api: "API 服务器",
    lane_watch: "途中",
    lane_cache: "缓存",
    lane_api_count: |active, leaving| match leaving {
        0 => format!("{active} 个活动"),
        _ => format!("{active} 个活动，{leaving} 个离开中"),
    },
    lane_watch_count: |events, next| match next {
        None => "无".to_owned(),
        Some("") => format!("{events} 个事件，下一个现在到达"),
        Some(next) => format!("{events} 个事件，下一个还有 {next}"),
    },
    lane_cache_count: |active| format!("{active} 个活动"),
    no_pods: "没有 Pod",
    state: |state| match state {
        PodState::Pending => "等待中",
        PodState::Ready => "就绪",
        PodState::Leaving => "正在删除",
        PodState::Finished => "已结束",
    },
    heading: |heading| match heading {
        Heading::Add => "新增",
        Heading::Change => "变更",
        Heading::Leaving => "开始删除",
        Heading::Removal => "移除",
    },
    absent: "不存在",
    arrives: |span| format!("{span} 后到达"),
    more_events: |more| format!("其后还有 {more} 个"),
    is_tracked: "预期其被删除",
    nobody_owns: "无属主",
    legend: "图形",

    counters: "预期",
    counter_add: "待观察的创建",
    counter_del: "待观察的删除",
    no_record: "没有记录",
    ledger_expects: "同步即将写入",
    ledger_seen_add: "新增事件到达",
    ledger_skipped: "最终没有创建",
    ledger_seen_del: |pod| format!("{pod} 正在离开"),
    ledger_untracked: |pod| format!("{pod}：不在预期中或已计过"),
    ledger_failed: |pod| format!("{pod} 无法删除"),
    ledger_wiped: "被另一个覆盖",
    ledger_deleted: "记录已删除",
    earlier: |count| format!("更早 {count} 条"),
    tracked: "按名称预期",
    tracked_none: "无",
    holds: |span, at| format!("还将维持 {span}，直到 {at}"),
    expired_since: |at| format!("已于 {at} 到期"),
    no_expiry: "没有阻挡",
    gate: "闸门",
    gate_off: "没有闸门",
    verdict: |verdict| match verdict {
        Verdict::NothingExpected => "打开：没有预期",
        Verdict::Fulfilled => "打开：都已看到",
        Verdict::Expired => "打开：已到期",
        Verdict::Waiting => "关闭：等待中",
    },
    verdict_about: |verdict| match verdict {
        Verdict::NothingExpected => "从未有过预期，或记录已被删除。",
        Verdict::Fulfilled => "两个计数器都不大于零。",
        Verdict::Expired => "有计数器大于零，但已设置超过五分钟。",
        Verdict::Waiting => "有计数器大于零：同步只写状态，不创建也不删除 Pod。",
    },

    batches: "慢启动",
    no_batches: "还没有同步创建过 Pod。",
    batches_of: |count, at| format!("{at} 时创建 {count} 个"),
    batch: |number, size| format!("第 {number} 批：{size} 个调用"),
    batch_told: |made, refused, open| match (refused, open) {
        (0, 0) => format!("成功 {made}"),
        (_, 0) => format!("成功 {made}，被拒绝 {refused}"),
        _ => format!("成功 {made}，被拒绝 {refused}，未发出 {open}"),
    },
    never_tried: |count| format!("{count} 个从未尝试"),
    doomed: |count| format!("{count} 个注定失败的调用"),
    bound: |bound| format!("同步开始时配额已满：最多 min(N, 1) = {bound} 个。"),
    bound_crossed: |size| {
        format!("这一批撞上了配额，失败数最多为该批的调用数 {size}。配额已满后每次同步只有 1 个。")
    },
    all_at_once: |count| format!("若一次全部发出，则为 {count} 个。"),
    batch_count: |all, planned| format!("计划 {all} 批中的 {planned} 批，1 + ⌊log₂ N⌋"),

    syncs: "同步",
    sync_at: "时间",
    sync_set: "ReplicaSet",
    sync_gate: "闸门",
    sync_saw: "看到",
    sync_did: "所做",
    sync_saw_of: |active, desired| format!("{active} / {desired}"),
    sync_creates: |made, all| format!("创建 {made} / {all}"),
    sync_deletes: |done, all| format!("删除 {done} / {all}"),
    sync_claims: |count| format!("认领或释放 {count} 个"),
    sync_status: "写入状态",
    sync_nothing: "无事可做",
    sync_failed: "失败，稍后重试",
    sync_stale: "缓存太旧，稍后重试",
    syncs_none: "还没有同步。",

    chart_counters: "计数器",
    chart_pods: "Pod",
    chart_axis: "虚拟时间；长时间的等待画得较短",
    chart_desired: "期望",
    chart_stored: "API 服务器",
    chart_cached: "缓存",
    chart_other: "没有预期",
    chart: |what| format!("{what}随虚拟时间的变化"),

    computing: "正在推演……",
    failed: "无法推演这一步。",
    beginning: "控制器以空缓存启动。",
    done: |deed| format!("已执行：{deed}。"),
    situation: |situation, spans, now| match situation {
        Situation::Working => "同步进行中。".to_owned(),
        Situation::Waits { add, del, arrives } => {
            let when = if *arrives > now {
                format!("将在 {} 后到达", until(spans, now, *arrives))
            } else {
                "现在到达".to_owned()
            };
            format!(
                "闸门关闭：{}尚未观察到。下一个 Pod 事件{when}；在此之前同步只写状态。",
                unseen_zh(*add, *del)
            )
        }
        Situation::Stalled {
            add,
            del,
            until: then,
        } => format!(
            "闸门关闭：{}未观察到，而途中没有能告知此事的事件。只有 {} 后的到期会打开它，并且还得有人来问。",
            unseen_zh(*add, *del),
            until(spans, now, *then)
        ),
        Situation::Expired => "仍在预期的已超过五分钟，下一次同步会继续；但没有什么会唤醒控制器。".to_owned(),
        Situation::TooMany { stored, desired } => format!("期望 {desired} 个 Pod，现有 {stored} 个。"),
        Situation::TooFew {
            stored,
            desired,
            retry: None,
        } => format!("期望 {desired} 个 Pod，现有 {stored} 个；没有人将要创建其余的。"),
        Situation::TooFew {
            stored,
            desired,
            retry: Some((at, failures)),
        } => format!(
            "期望 {desired} 个 Pod，现有 {stored} 个；已失败 {failures} 次，{} 后重试。",
            until(spans, now, *at)
        ),
        Situation::Behind { stored, cached } => {
            format!("API 服务器有 {stored} 个活动 Pod，缓存中有 {cached} 个，且没有闸门关闭。")
        }
        Situation::Rest => "一切如所期望，且都已观察到。".to_owned(),
    },
    in_the_other: |stored, desired| format!("没有预期时，期望 {desired} 个 Pod，却有 {stored} 个。"),
};

fn unseen_zh(add: i64, del: i64) -> String {
    match (add, del) {
        (0, del) => format!("{del} 次删除"),
        (add, 0) => format!("{add} 次创建"),
        (add, del) => format!("{add} 次创建和 {del} 次删除"),
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
