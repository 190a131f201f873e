//! What the lens says, in both languages side by side. Nothing here knows Yew.

use super::fault_form::FaultError;
use super::state::{
    Bits, Course, DumpTold, FaultPlan, Flag, Fleet, Happening, MOST_NODES, MOST_PODS, MOST_ZONES, Mark,
    Outcome, Pace, Place, PlanError, Preset, Scale, Settings, Situation, Swap, SwapCause, What, ZoneNote,
};
use crate::text::{Language, Spans};
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Duration, Time};

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub struct Say {
    language: Language,
    spans: Spans,
}

impl PartialEq for Say {
    fn eq(&self, other: &Self) -> bool {
        self.language == other.language
    }
}

/// A sentence that begins with what matters most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// What is going on.
    pub lead: String,
    /// Why, and what comes of it.
    pub rest: String,
}

/// Words that need no numbers, English and Chinese.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident: $en:literal, $zh:literal;)*) => {
        $(
            $(#[$about])*
            pub fn $name(self) -> &'static str {
                match self.language {
                    Language::English => $en,
                    Language::Chinese => $zh,
                }
            }
        )*
    };
}

#[allow(missing_docs, reason = "each is named after what it says")]
impl Say {
    /// The words of this language.
    pub fn of(language: Language) -> Self {
        Say {
            language,
            spans: language.words().spans,
        }
    }

    words! {
        question: "Question", "问题";
        what_if: "What if", "如果";
        nothing_fails: "nothing goes wrong", "一切正常";
        add_fault: "fault", "故障";
        compare: "Compare with other settings", "与其他设置比较";
        end_compare: "End the comparison", "结束比较";
        run: "Play", "播放";
        presets: "Start from", "从此开始";
        answer: "Answer", "结果";
        side_a: "A", "A";
        side_b: "B", "B";
        side_label: "Which run is shown", "显示哪次运行";
        zones: "Zones", "可用区";
        all_zones: "all zones", "所有可用区";
        no_zone: "no zone", "无可用区";
        limiter: "Eviction limiter", "驱逐限速器";
        no_limiter: "not seen by the controller yet", "控制器尚未见到";
        waiting: "Waiting to be tainted", "等待打污点";
        nobody_waits: "nobody waits", "没有节点等待";
        per_second: "nodes/s", "节点/秒";
        never: "never lets anything through", "从不放行";
        bucket_full: "the bucket is full", "令牌桶已满";
        charts: "Timeline", "时间线";
        values: "Values as a table", "以表格显示数值";
        values_about: "All zones at each change", "每次变化时的所有可用区";
        column_time: "Time", "时间";
        happened: "What happens", "经过";
        settings: "kube-controller-manager", "kube-controller-manager";
        defaults: "Defaults", "默认值";
        cluster: "Cluster", "集群";
        nodes_per_zone: "nodes per zone", "每区节点";
        pods_per_node: "pods per node", "每节点 Pod";
        zones_count: "zones", "可用区";
        toleration: "--default-unreachable-toleration-seconds", "--default-unreachable-toleration-seconds";
        build: "Build", "构建";
        use_opened: "Use the nodes of what is open", "使用已打开内容中的节点";
        replaces: "Replace evicted pods (ReplicaSets)", "补建被驱逐的 Pod（ReplicaSet）";
        nothing_opened: "What is open on the page has no nodes.", "页面上打开的内容没有节点。";
        watch_for: "Watched for", "观察时长";
        make_it_happen: "Make it happen now", "立即发生";
        to_whom: "to", "对象";
        chosen_none: "click nodes to choose some", "点击节点以选择";
        forget_chosen: "Choose none", "取消选择";
        legend: "Legend", "图例";
        happens_what: "What", "什么";
        happens_where: "Where", "哪里";
        happens_at: "at (s)", "时刻（秒）";
        happens_ends: "recovers after (s)", "恢复于（秒后）";
        all: "all", "全部";
        never_ends: "never", "不恢复";
        add: "Add", "添加";
        close: "Close", "关闭";
        next_turn: "next turn", "下个转折";
        next_turn_about: "Skip to the next fault or change of a zone's state", "跳到下一个故障或可用区状态变化";
        back: "Previous change", "上一个变化";
        forth: "Next change", "下一个变化";
        position: "Moment", "时刻";
        copy_scenario: "Copy as scenario", "复制为场景文件";
        copied: "Copied", "已复制";
        copy_failed: "Could not be copied", "无法复制";
        scenario_too_large: "Too many objects for a file", "对象过多，无法写成文件";
        reading_nodes: "The nodes are made", "正在创建节点";
        threshold: "partial disruption from here down (1 − unhealthy-zone-threshold), ready share", "低于此就绪比例即部分中断（1 − unhealthy-zone-threshold）";
        gate: "NodeControllerLeaseCircuitBreaker", "NodeControllerLeaseCircuitBreaker";
        selected_zone: "for buttons", "按钮对象";
    }

    fn zh(&self) -> bool {
        self.language == Language::Chinese
    }

    /// A span in plain units.
    pub fn span(&self, span: Duration) -> String {
        self.spans.of(span)
    }

    /// A moment as the span since the start.
    pub fn time(&self, at: Time) -> String {
        self.spans.of(Duration(at.0))
    }

    /// The clock, which does not jump.
    pub fn clock(&self, at: Time) -> String {
        self.spans.clock(at)
    }

    /// A moment at an axis: whole minutes where that is exact.
    pub fn tick(&self, at: Time) -> String {
        self.spans.of(Duration(at.0))
    }

    pub fn preset(&self, preset: Preset) -> &'static str {
        let [en, zh] = match preset {
            Preset::OneNode => ["One node", "一个节点"],
            Preset::HalfZone => ["Half a zone", "半个可用区"],
            Preset::HalfLargeZone => ["Half a large zone", "半个大型可用区"],
            Preset::OneZone => ["One of three zones", "三区之一"],
            Preset::AllZones => ["All zones", "所有可用区"],
            Preset::StaleBreaker => ["Stale cache, breaker on", "缓存过期，断路器开"],
            Preset::StaleNoBreaker => ["Stale cache, breaker off", "缓存过期，断路器关"],
        };
        if self.zh() { zh } else { en }
    }

    pub fn zone_name<'z>(&self, fleet: &'z Fleet, zone: usize) -> &'z str {
        match fleet.zones.get(zone).map(|zone| zone.name.as_str()) {
            None => "",
            Some("") => self.no_zone(),
            Some(name) => name,
        }
    }

    pub fn mark(&self, mark: Mark) -> &'static str {
        let [en, zh] = match mark {
            Mark::Ready => ["ready", "就绪"],
            Mark::Excluded => ["excluded", "不计入"],
            Mark::Silent => ["silent, within grace", "失联，宽限期内"],
            Mark::Skipped => ["skipped by the breaker", "被断路器跳过"],
            Mark::NotReady => ["not ready", "未就绪"],
            Mark::Unknown => ["Unknown", "Unknown"],
            Mark::Tainted => ["NoExecute taint", "NoExecute 污点"],
            Mark::Draining => ["pods leaving", "Pod 正被驱逐"],
        };
        if self.zh() { zh } else { en }
    }

    pub fn state(&self, state: Option<ZoneState>) -> &'static str {
        let [en, zh] = match state {
            None => ["no state", "无状态"],
            Some(ZoneState::Initial) => ["Initial", "初始"],
            Some(ZoneState::Normal) => ["Normal", "正常"],
            Some(ZoneState::PartialDisruption) => ["Partial disruption", "部分中断"],
            Some(ZoneState::FullDisruption) => ["Full disruption", "完全中断"],
            Some(ZoneState::Empty) => ["left over", "残留"],
        };
        if self.zh() { zh } else { en }
    }

    pub fn scale(&self, scale: Scale) -> &'static str {
        let [en, zh] = match scale {
            Scale::Ready => ["Ready share", "就绪比例"],
            Scale::State => ["Zone state", "可用区状态"],
            Scale::Tokens => ["Tokens in the bucket", "桶中令牌"],
            Scale::Waiting => ["Nodes waiting to be tainted", "等待打污点的节点"],
            Scale::Tainted => ["Times a node was tainted so far", "累计打污点次数"],
            Scale::Evicted => ["Pods evicted so far", "累计驱逐的 Pod"],
        };
        if self.zh() { zh } else { en }
    }

    /// A value of a figure, with its unit.
    pub fn value(&self, scale: Scale, value: f64) -> String {
        match scale {
            Scale::Ready => percents(value * 100.0),
            Scale::State => String::new(),
            Scale::Tokens => format!("{value:.2}"),
            Scale::Waiting | Scale::Tainted | Scale::Evicted => format!("{value:.0}"),
        }
    }

    pub fn pace(&self, pace: Pace) -> &'static str {
        match (pace, self.language) {
            (Pace::Real, _) => "1×",
            (Pace::Ten, _) => "10×",
            (Pace::Sixty, _) => "60×",
            (Pace::Max, Language::English) => "max",
            (Pace::Max, Language::Chinese) => "最快",
        }
    }

    pub fn place(&self, fleet: &Fleet, place: Place) -> String {
        match place {
            Place::All => self.all_zones().to_owned(),
            Place::Zone(zone) => self.zone_name(fleet, zone).to_owned(),
            Place::First { zone, count } => {
                // A preset may ask for more nodes than what was opened has there.
                let there = fleet.zones.get(zone).map(|zone| zone.nodes.len());
                let count = there.map_or(count, |there| count.min(there));
                let zone = self.zone_name(fleet, zone);
                if self.zh() {
                    format!("{zone} 的 {count} 个节点")
                } else {
                    format!("{} of {zone}", nodes(count))
                }
            }
            Place::Node(node) => fleet.node_name(node).to_owned(),
        }
    }

    pub fn fault(&self, fleet: &Fleet, fault: &FaultPlan) -> String {
        let place = self.place(fleet, fault.place);
        let several = !matches!(
            fault.place,
            Place::Zone(_) | Place::Node(_) | Place::First { count: 1, .. }
        );
        let verb = |one: &'static str, many: &'static str| if several { many } else { one };
        if self.zh() {
            return match fault.what {
                What::Down => format!("{place} 宕机"),
                What::LeaseStops => format!("{place} 停止续约租约"),
                What::StatusStops => format!("{place} 停止上报状态"),
                What::NotReady => format!("{place} 上报未就绪"),
                What::ClockBack(by) => format!("{place} 的时钟回拨 {}", self.span(by)),
                What::Recovers => format!("{place} 恢复"),
                What::CacheStalls => "租约缓存停滞".to_owned(),
                What::CacheResumes => "租约缓存恢复".to_owned(),
                What::LeaseReadsFail(times) => format!("接下来 {times} 次租约读取失败"),
                What::Restart => "控制器重启".to_owned(),
            };
        }
        match fault.what {
            What::Down => format!("{place} {} down", verb("goes", "go")),
            What::LeaseStops => format!("{place} {} renewing leases", verb("stops", "stop")),
            What::StatusStops => format!("{place} {} posting status", verb("stops", "stop")),
            What::NotReady => format!("{place} {} NotReady", verb("reports", "report")),
            What::ClockBack(by) => format!("clock of {place} set back {}", self.span(by)),
            What::Recovers => format!("{place} {}", verb("recovers", "recover")),
            What::CacheStalls => "the lease cache stalls".to_owned(),
            What::CacheResumes => "the lease cache resumes".to_owned(),
            What::LeaseReadsFail(times) => format!("the next {times} lease reads fail"),
            What::Restart => "the controllers restart".to_owned(),
        }
    }

    /// When a fault is made.
    pub fn at(&self, at: Time) -> String {
        let at = self.time(at);
        if self.zh() {
            format!("于 {at}")
        } else {
            format!("at {at}")
        }
    }

    pub fn what(&self, what: What) -> &'static str {
        let [en, zh] = match what {
            What::Down => ["Go down", "宕机"],
            What::LeaseStops => ["Only leases stop", "仅停止续约"],
            What::StatusStops => ["Only statuses stop", "仅停止上报状态"],
            What::NotReady => ["Report NotReady", "上报未就绪"],
            What::ClockBack(_) => ["Clock 2 min back", "时钟回拨 2 分钟"],
            What::Recovers => ["Recover", "恢复"],
            What::CacheStalls => ["Lease cache stalls", "租约缓存停滞"],
            What::CacheResumes => ["Lease cache resumes", "租约缓存恢复"],
            What::LeaseReadsFail(_) => ["Lease reads fail", "租约读取失败"],
            What::Restart => ["Controllers restart", "控制器重启"],
        };
        if self.zh() { zh } else { en }
    }

    pub fn remove(&self, fault: &str) -> String {
        if self.zh() {
            format!("移除：{fault}")
        } else {
            format!("Remove: {fault}")
        }
    }

    pub fn size(&self, zones: usize, nodes: usize, pods: usize) -> String {
        if self.zh() {
            format!("{zones} 个可用区，{nodes} 个节点，{pods} 个 Pod")
        } else {
            [(zones, "zone"), (nodes, "node"), (pods, "pod")]
                .map(|(count, one)| counted(count, one))
                .join(", ")
        }
    }

    /// What a dump told, a sentence each.
    pub fn dump_told(&self, told: &DumpTold) -> Vec<String> {
        let (leases, silent, tainted) = (told.leases, told.silent, told.tainted);
        let mut lines = Vec::new();
        if self.zh() {
            lines.push(match leases {
                0 => "其中没有租约：只有 Ready 为 Unknown 的节点视为失联。".to_owned(),
                _ => format!("{leases} 个租约，按其中最新时刻计算。"),
            });
            lines.push(format!(
                "当时失联 {silent} 个节点，带 NoExecute 污点 {tainted} 个。"
            ));
            if told.no_conditions {
                lines.push("没有节点状况：全部视为就绪。".to_owned());
            }
            if told.no_tolerations {
                lines.push("没有容忍度：使用默认容忍度。".to_owned());
            }
            lines.push("控制器视为一直在运行，由此刻继续。".to_owned());
            return lines;
        }
        lines.push(match leases {
            0 => "It has no leases: nodes are silent where Ready is Unknown.".to_owned(),
            _ => format!(
                "{}, as old as they are beside its newest moment.",
                counted(leases as usize, "lease")
            ),
        });
        lines.push(format!(
            "Silent then: {}; with a NoExecute taint: {tainted}.",
            nodes(silent as usize)
        ));
        if told.no_conditions {
            lines.push("It has no conditions of nodes: all are taken as ready.".to_owned());
        }
        if told.no_tolerations {
            lines.push("It has no tolerations: pods have the usual ones.".to_owned());
        }
        lines.push("The controllers are taken to have been running, and go on from there.".to_owned());
        lines
    }

    /// The field for how many nodes of a zone, which has so many; none where all zones are meant.
    pub fn happens_count(&self, most: Option<usize>) -> String {
        match (most, self.language) {
            (None, Language::English) => "nodes".to_owned(),
            (None, Language::Chinese) => "节点数".to_owned(),
            (Some(most), Language::English) => format!("nodes (1 to {most})"),
            (Some(most), Language::Chinese) => format!("节点数（1 至 {most}）"),
        }
    }

    /// What an empty time means.
    pub fn empty_time(&self, cursor: Time) -> String {
        let cursor = self.time(cursor);
        if self.zh() {
            format!("时刻留空表示当前所示时刻 {cursor}。")
        } else {
            format!("Without a time it happens at the moment that is shown, {cursor}.")
        }
    }

    pub fn fault_error(&self, error: FaultError) -> String {
        match (error, self.language) {
            (FaultError::Nodes(most), Language::English) => {
                format!("The zone has {}: give a number from 1 to {most}.", nodes(most))
            }
            (FaultError::Nodes(most), Language::Chinese) => {
                format!("该区有 {most} 个节点：请填 1 至 {most}。")
            }
            (FaultError::Time, Language::English) => "Times are seconds, from 0 to a day.".to_owned(),
            (FaultError::Time, Language::Chinese) => "时刻以秒计，从 0 到一天。".to_owned(),
        }
    }

    pub fn plan_error(&self, error: PlanError) -> String {
        match (error, self.language) {
            (PlanError::Nothing, Language::English) => "At least one zone with one node".to_owned(),
            (PlanError::Nothing, Language::Chinese) => "至少一个可用区和一个节点".to_owned(),
            (PlanError::Zones, Language::English) => format!("At most {MOST_ZONES} zones"),
            (PlanError::Zones, Language::Chinese) => format!("最多 {MOST_ZONES} 个可用区"),
            (PlanError::Nodes, Language::English) => format!("At most {MOST_NODES} nodes in all"),
            (PlanError::Nodes, Language::Chinese) => format!("节点总数最多 {MOST_NODES}"),
            (PlanError::Pods, Language::English) => format!("At most {MOST_PODS} pods in all"),
            (PlanError::Pods, Language::Chinese) => format!("Pod 总数最多 {MOST_PODS}"),
        }
    }

    /// A flag's value with its unit.
    pub fn flag(&self, flag: Flag, settings: &Settings) -> String {
        let value = flag.get(settings);
        if flag.is_span() {
            #[expect(clippy::cast_possible_truncation, reason = "whole seconds")]
            let seconds = value as i64;
            return self.span(Duration::from_secs(seconds));
        }
        value.to_string()
    }

    pub fn rate(&self, rate: f32) -> String {
        format!("{rate} {}", self.per_second())
    }

    /// What swapped a limiter last.
    pub fn swap(&self, swap: &Swap) -> String {
        let at = self.time(swap.at);
        let from = swap.from.filter(|from| (from - swap.to).abs() > f32::EPSILON);
        let from = from.map(|from| from.to_string());
        if self.zh() {
            let from = from.map_or_else(String::new, |from| format!("由 {from} 换成，"));
            return match swap.cause {
                SwapCause::Added => format!("{from}{at} 时新建，桶满"),
                SwapCause::State(state) => format!("{from}{at} 时因{}更换", self.state(Some(state))),
                SwapCause::Master => format!("{from}{at} 时因主控中断停止"),
            };
        }
        let from = from.map_or_else(|| "set".to_owned(), |from| format!("swapped from {from}"));
        match swap.cause {
            SwapCause::Added => format!("new and full at {at}"),
            SwapCause::State(state) => format!("{from} at {at}: {}", self.state(Some(state)).to_lowercase()),
            SwapCause::Master => format!("{from} at {at}: master disruption"),
        }
    }

    /// When a limiter has its next token.
    pub fn next_token(&self, wait: Duration) -> String {
        let wait = self.span(wait);
        if self.zh() {
            format!("{wait} 后有下一个令牌")
        } else {
            format!("next token in {wait}")
        }
    }

    pub fn queued(&self, at: Time) -> String {
        let at = self.time(at);
        if self.zh() {
            format!("{at} 入队")
        } else {
            format!("queued {at}")
        }
    }

    pub fn not_before(&self, at: Time) -> String {
        let at = self.time(at);
        if self.zh() {
            format!("不早于 {at}")
        } else {
            format!("not before {at}")
        }
    }

    pub fn next_at(&self, at: Time) -> String {
        let at = self.time(at);
        if self.zh() {
            format!("轮到它：{at}")
        } else {
            format!("its turn at {at}")
        }
    }

    pub fn more(&self, count: u32) -> String {
        if self.zh() {
            format!("还有 {count} 个")
        } else {
            format!("{count} more")
        }
    }

    pub fn zone_note(&self, note: &ZoneNote) -> (String, &'static [&'static str]) {
        let zh = self.zh();
        match *note {
            ZoneNote::Forgotten if zh => (
                "上一轮没有统计到任何节点，控制器已忘记其状态。".to_owned(),
                &["CB-10"],
            ),
            ZoneNote::Forgotten => (
                "No node was counted in the last pass; its state is forgotten.".to_owned(),
                &["CB-10"],
            ),
            ZoneNote::Ready { ready, all } if zh => (format!("{all} 个中有 {ready} 个就绪。"), &[]),
            ZoneNote::Ready { ready, all } => (format!("{ready} of {all} ready."), &[]),
            ZoneNote::Below {
                not_ready,
                size,
                threshold,
            } => {
                let (share, limit) = (percent(not_ready, size), percent_of(threshold));
                let few = f64::from(not_ready) >= f64::from(size) * f64::from(threshold);
                let why = match (few, zh) {
                    (true, true) => "但少于 3 个".to_owned(),
                    (true, false) => "but fewer than 3".to_owned(),
                    (false, _) => format!("{share} < {limit}"),
                };
                (
                    if zh {
                        format!("计入的 {size} 个中有 {not_ready} 个未就绪：{why}。")
                    } else {
                        format!("{not_ready} of {size} counted nodes not ready: {why}.")
                    },
                    &["ZN-3"],
                )
            }
            ZoneNote::Partial {
                not_ready,
                size,
                threshold,
                large_above,
                large,
            } => {
                let (share, limit) = (percent(not_ready, size), percent_of(threshold));
                (
                    match (zh, large) {
                        (true, false) => format!(
                            "计入的 {size} 个中有 {not_ready} 个未就绪：{share} ≥ {limit}，且至少 3 个。该区不超过 {large_above} 个节点，因此停止驱逐。"
                        ),
                        (true, true) => format!(
                            "计入的 {size} 个中有 {not_ready} 个未就绪：{share} ≥ {limit}，且至少 3 个。该区超过 {large_above} 个节点，因此放慢驱逐。"
                        ),
                        (false, false) => format!(
                            "{not_ready} of {size} counted nodes not ready: {share} ≥ {limit}, and at least 3. The zone has {large_above} nodes or fewer, so evictions stop."
                        ),
                        (false, true) => format!(
                            "{not_ready} of {size} counted nodes not ready: {share} ≥ {limit}, and at least 3. The zone has more than {large_above} nodes, so evictions slow down."
                        ),
                    },
                    &["ZN-3", "ZN-4"],
                )
            }
            ZoneNote::Full { size } if zh => (
                format!("计入的 {size} 个节点都未就绪，但其他区有就绪节点：适用全速。"),
                &["ZN-7"],
            ),
            ZoneNote::Full { size: 1 } => (
                "Its only counted node is not ready, but other zones have ready ones: the full rate applies."
                    .to_owned(),
                &["ZN-7"],
            ),
            ZoneNote::Full { size } => (
                format!(
                    "None of {size} counted nodes is ready, but other zones have some: the full rate applies."
                ),
                &["ZN-7"],
            ),
            ZoneNote::Master { size } if zh => (
                format!("计入的 {size} 个节点都未就绪，其他区也一样：不驱逐。"),
                &["ZN-8"],
            ),
            ZoneNote::Master { size: 1 } => (
                "Its only counted node is not ready, as in every zone: nothing is evicted.".to_owned(),
                &["ZN-8"],
            ),
            ZoneNote::Master { size } => (
                format!("None of {size} counted nodes is ready, as in every zone: nothing is evicted."),
                &["ZN-8"],
            ),
        }
    }

    fn course(&self, course: &Course) -> String {
        let mut text = String::new();
        if course.tainted + course.waiting > 0 {
            let (tainted, waiting) = (course.tainted, course.waiting);
            let token = course.next_token.filter(|_| waiting > 0).map(|at| self.time(at));
            text += &match (self.zh(), token) {
                (true, None) => format!("{tainted} 个已打污点，{waiting} 个等待。"),
                (true, Some(at)) => format!("{tainted} 个已打污点，{waiting} 个等待，下一个令牌在 {at}。"),
                (false, None) => format!(" {tainted} tainted, {waiting} waiting."),
                (false, Some(at)) => format!(" {tainted} tainted, {waiting} waiting, next token at {at}."),
            };
        }
        match course.next_eviction.map(|at| self.time(at)) {
            Some(at) if course.evicted == 0 && self.zh() => text += &format!("首批 Pod 在 {at} 删除。"),
            Some(at) if course.evicted == 0 => text += &format!(" Pods are deleted from {at} on."),
            _ if course.evicted > 0 && self.zh() => text += &format!("已驱逐 {} 个 Pod。", course.evicted),
            _ if course.evicted > 0 => {
                text += &format!(" {} evicted.", counted(course.evicted as usize, "pod"))
            }
            _ => {}
        }
        text
    }

    /// The sentence that says what is going on, and why.
    pub fn situation(&self, fleet: &Fleet, situation: &Situation) -> Sentence {
        if self.zh() {
            self.situation_zh(fleet, situation)
        } else {
            self.situation_en(fleet, situation)
        }
    }

    fn situation_en(&self, fleet: &Fleet, situation: &Situation) -> Sentence {
        let (lead, rest) = match situation {
            Situation::Calm {
                nodes: all,
                next_fault,
            } => {
                let next = next_fault.map_or_else(
                    || " Nothing more goes wrong.".to_owned(),
                    |at| format!(" Something goes wrong at {}.", self.time(at)),
                );
                (
                    match all {
                        1 => "The only node is ready".to_owned(),
                        all => format!("All {all} nodes are ready"),
                    },
                    format!(": every kubelet renews its lease every 10 s.{next}"),
                )
            }
            Situation::Silent {
                nodes: silent,
                zone,
                since,
                grace,
            } => {
                let zone =
                    zone.map_or_else(String::new, |zone| format!(" of {}", self.zone_name(fleet, zone)));
                let are = if *silent == 1 { "is" } else { "are" };
                (
                    format!("{}{zone} {are} silent", nodes(*silent as usize)),
                    format!(
                        " since {}. The controller believes a last sign of life for {}, so nothing has happened yet.",
                        self.time(*since),
                        self.span(*grace)
                    ),
                )
            }
            Situation::CacheSilent { grace } => (
                "The controller's lease cache gets no events".to_owned(),
                format!(
                    ", so it sees no renewal, though every kubelet renews. It believes the last one for {}.",
                    self.span(*grace)
                ),
            ),
            Situation::Held {
                skipped,
                nodes: all,
                alive,
                stale,
                forgotten,
            } => {
                let why = match stale {
                    Some(stale) => format!(
                        "a lease read live has version {}, the cache is at {}",
                        stale.wanted, stale.has
                    ),
                    None => "their leases could not be read as the cache has them".to_owned(),
                };
                let forgotten = if *forgotten {
                    " With no node counted, the states of all zones are forgotten."
                } else {
                    ""
                };
                (
                    "The circuit breaker holds".to_owned(),
                    format!(
                        ": {skipped} of {} {} not judged in the last pass, for {why}. {alive} {} alive; none of those skipped is tainted.{forgotten}",
                        nodes(*all as usize),
                        are_or_is(*skipped, "were", "was"),
                        are_or_is(*alive, "are", "is"),
                    ),
                )
            }
            Situation::Deceived {
                nodes: dead,
                tainted,
                master,
            } => (
                format!(
                    "The controller takes {} for dead",
                    counted(*dead as usize, "live node")
                ),
                format!(
                    ": its lease cache gets no events and the circuit breaker is off. {}",
                    match (master, tainted) {
                        (true, 0) => "To it no zone has a ready node, so nothing is evicted.".to_owned(),
                        (true, tainted) => format!(
                            "To it no zone has a ready node, so nothing more is evicted; {tainted} {} tainted before.",
                            are_or_is(*tainted, "were", "was")
                        ),
                        (false, tainted) => {
                            format!("{tainted} {} tainted so far.", are_or_is(*tainted, "were", "was"))
                        }
                    }
                ),
            ),
            Situation::Master { zones, nodes: all } => (
                "No zone has a ready node".to_owned(),
                format!(
                    ": with {} and {} gone the controller doubts itself, stops every limiter and takes its NoExecute taints back. Nothing is evicted.",
                    counted(*zones as usize, "zone"),
                    nodes(*all as usize)
                ),
            ),
            Situation::Partial {
                zone,
                not_ready,
                size,
                threshold,
                large_above,
                rate,
                course,
            } => {
                let large = i64::from(*size) > i64::from(*large_above);
                let limiter = if large {
                    format!(
                        "With more than {} its limiter is slowed to {}.",
                        nodes(usize::try_from(*large_above).unwrap_or(0)),
                        self.rate(*rate)
                    )
                } else {
                    format!("With {large_above} nodes or fewer its limiter is set to 0, so evictions stop.")
                };
                (
                    format!("{} is partially disrupted", self.zone_name(fleet, *zone)),
                    format!(
                        ": {not_ready} of {size} counted nodes are not ready, {} ≥ {}, and at least 3. {limiter}{}",
                        percent(*not_ready, *size),
                        percent_of(*threshold),
                        self.course(course)
                    ),
                )
            }
            Situation::Full {
                zone,
                size,
                rate,
                course,
            } => (
                format!("{} is fully disrupted", self.zone_name(fleet, *zone)),
                format!(
                    ": {}, but other zones have ready ones. {}{}",
                    match size {
                        1 => "its only counted node is not ready".to_owned(),
                        size => format!("none of its {size} counted nodes is ready"),
                    },
                    if *rate > 0.0 {
                        format!("Its nodes are tainted at the full rate, {}.", self.rate(*rate))
                    } else {
                        "The full rate applies, but its limiter lets nothing through.".to_owned()
                    },
                    self.course(course)
                ),
            ),
            Situation::Normal {
                zone,
                not_ready,
                size,
                threshold,
                rate,
                course,
            } => {
                let why = if f64::from(*not_ready) >= f64::from(*size) * f64::from(*threshold) {
                    "fewer than 3".to_owned()
                } else {
                    format!("{} < {}", percent(*not_ready, *size), percent_of(*threshold))
                };
                let are = if *not_ready == 1 { "is" } else { "are" };
                (
                    format!(
                        "{not_ready} of {size} nodes of {} {are} not ready",
                        self.zone_name(fleet, *zone)
                    ),
                    format!(
                        ": {why}, so the zone is normal and its limiter lets {} through.{}",
                        self.rate(*rate),
                        self.course(course)
                    ),
                )
            }
            Situation::Recovered {
                tainted,
                evicted,
                still,
            } => {
                let still = if *still > 0 {
                    format!(
                        " {still} still {} a taint.",
                        are_or_is(*still, "carry", "carries")
                    )
                } else {
                    String::new()
                };
                (
                    "All nodes count as ready again".to_owned(),
                    format!(
                        ": nodes were tainted {} and {} evicted on the way.{still}",
                        times(*tainted),
                        was(*evicted as usize, "pod")
                    ),
                )
            }
        };
        Sentence { lead, rest }
    }

    fn situation_zh(&self, fleet: &Fleet, situation: &Situation) -> Sentence {
        let (lead, rest) = match situation {
            Situation::Calm { nodes, next_fault } => {
                let next = next_fault.map_or_else(
                    || "之后不再有故障。".to_owned(),
                    |at| format!("下一个故障在 {}。", self.time(at)),
                );
                (
                    format!("{nodes} 个节点全部就绪"),
                    format!("：每个 kubelet 每 10 秒续约一次。{next}"),
                )
            }
            Situation::Silent {
                nodes,
                zone,
                since,
                grace,
            } => {
                let zone =
                    zone.map_or_else(String::new, |zone| format!("{} 的 ", self.zone_name(fleet, zone)));
                (
                    format!("{zone}{nodes} 个节点失联"),
                    format!(
                        "，自 {} 起。控制器对最后一次心跳信任 {}，因此尚未发生任何事。",
                        self.time(*since),
                        self.span(*grace)
                    ),
                )
            }
            Situation::CacheSilent { grace } => (
                "控制器的租约缓存收不到事件".to_owned(),
                format!(
                    "，看不到续约，尽管所有 kubelet 都在续约。它对最后一次续约信任 {}。",
                    self.span(*grace)
                ),
            ),
            Situation::Held {
                skipped,
                nodes,
                alive,
                stale,
                forgotten,
            } => {
                let why = match stale {
                    Some(stale) => format!("直接读到的租约版本为 {}，缓存只到 {}", stale.wanted, stale.has),
                    None => "其租约无法按缓存所示读取".to_owned(),
                };
                let forgotten = if *forgotten {
                    "没有统计到任何节点，所有可用区的状态都被忘记。"
                } else {
                    ""
                };
                (
                    "断路器生效".to_owned(),
                    format!(
                        "：上一轮 {nodes} 个节点中有 {skipped} 个未被判定，因为{why}。{alive} 个节点存活；被跳过的都不会打污点。{forgotten}"
                    ),
                )
            }
            Situation::Deceived {
                nodes,
                tainted,
                master,
            } => (
                format!("控制器把 {nodes} 个存活节点当作失联"),
                format!(
                    "：租约缓存收不到事件，且断路器关闭。{}",
                    match (master, tainted) {
                        (true, 0) => "在它看来没有任何可用区有就绪节点，因此不驱逐。".to_owned(),
                        (true, tainted) => format!(
                            "在它看来没有任何可用区有就绪节点，因此不再驱逐；此前已有 {tainted} 个打了污点。"
                        ),
                        (false, tainted) => format!("目前已有 {tainted} 个打了污点。"),
                    }
                ),
            ),
            Situation::Master { zones, nodes } => (
                "没有任何可用区有就绪节点".to_owned(),
                format!(
                    "：{zones} 个可用区的 {nodes} 个节点都失联，控制器转而怀疑自己，停止所有限速器并撤回 NoExecute 污点。不驱逐任何 Pod。"
                ),
            ),
            Situation::Partial {
                zone,
                not_ready,
                size,
                threshold,
                large_above,
                rate,
                course,
            } => {
                let large = i64::from(*size) > i64::from(*large_above);
                let limiter = if large {
                    format!(
                        "该区超过 {large_above} 个节点，限速器放慢到 {}。",
                        self.rate(*rate)
                    )
                } else {
                    format!("该区不超过 {large_above} 个节点，限速器设为 0，因此停止驱逐。")
                };
                (
                    format!("{} 部分中断", self.zone_name(fleet, *zone)),
                    format!(
                        "：计入的 {size} 个节点中有 {not_ready} 个未就绪，{} ≥ {}，且至少 3 个。{limiter}{}",
                        percent(*not_ready, *size),
                        percent_of(*threshold),
                        self.course(course)
                    ),
                )
            }
            Situation::Full {
                zone,
                size,
                rate,
                course,
            } => (
                format!("{} 完全中断", self.zone_name(fleet, *zone)),
                format!(
                    "：计入的 {size} 个节点都未就绪，但其他可用区有就绪节点。{}{}",
                    if *rate > 0.0 {
                        format!("其节点以全速 {} 打污点。", self.rate(*rate))
                    } else {
                        "本应全速驱逐，但限速器不放行任何节点。".to_owned()
                    },
                    self.course(course)
                ),
            ),
            Situation::Normal {
                zone,
                not_ready,
                size,
                threshold,
                rate,
                course,
            } => {
                let why = if f64::from(*not_ready) >= f64::from(*size) * f64::from(*threshold) {
                    "少于 3 个".to_owned()
                } else {
                    format!("{} < {}", percent(*not_ready, *size), percent_of(*threshold))
                };
                (
                    format!(
                        "{} 的 {size} 个节点中有 {not_ready} 个未就绪",
                        self.zone_name(fleet, *zone)
                    ),
                    format!(
                        "：{why}，因此该区正常，限速器放行 {}。{}",
                        self.rate(*rate),
                        self.course(course)
                    ),
                )
            }
            Situation::Recovered {
                tainted,
                evicted,
                still,
            } => {
                let still = if *still > 0 {
                    format!("仍有 {still} 个带有污点。")
                } else {
                    String::new()
                };
                (
                    "所有节点重新算作就绪".to_owned(),
                    format!("：其间打了 {tainted} 次污点，{evicted} 个 Pod 被驱逐。{still}"),
                )
            }
        };
        Sentence { lead, rest }
    }

    pub fn happening(&self, fleet: &Fleet, what: &Happening) -> String {
        let zone = |zone: u32| self.zone_name(fleet, zone as usize);
        let zh = self.zh();
        match what {
            Happening::Fault(fault) => self.fault(fleet, fault),
            Happening::Zone {
                zone: of,
                from: _,
                to,
            } => {
                let (zone, to) = (zone(*of), self.state(*to));
                format!("{zone}: {to}")
            }
            Happening::Master(true) if zh => "进入主控中断".to_owned(),
            Happening::Master(true) => "Master disruption begins".to_owned(),
            Happening::Master(false) if zh => "主控中断结束".to_owned(),
            Happening::Master(false) => "Master disruption ends".to_owned(),
            Happening::Nodes {
                zone: of,
                count,
                first,
                mark,
            } => {
                let mark = self.mark(*mark);
                if *count == 1 {
                    return format!("{}: {mark}", fleet.node_name(*first as usize));
                }
                let zone = zone(*of);
                if zh {
                    format!("{zone} 的 {count} 个节点：{mark}")
                } else {
                    format!("{count} nodes of {zone}: {mark}")
                }
            }
            Happening::Evicted { zone: of, count } if zh => format!("{} 的 {count} 个 Pod 被驱逐", zone(*of)),
            Happening::Evicted { zone: of, count } => {
                format!("{} of {} evicted", counted(*count as usize, "pod"), zone(*of))
            }
            Happening::Hold(true) if zh => "断路器开始阻挡".to_owned(),
            Happening::Hold(true) => "The circuit breaker begins to hold".to_owned(),
            Happening::Hold(false) if zh => "断路器放行".to_owned(),
            Happening::Hold(false) => "The circuit breaker lets go".to_owned(),
        }
    }

    /// The parts of the answer: what, how many, when first.
    pub fn outcome(&self, outcome: &Outcome) -> Vec<(&'static str, String, Option<String>)> {
        let when = |at: Option<Time>| {
            at.map(|at| {
                if self.zh() {
                    format!("最早 {}", self.time(at))
                } else {
                    format!("first at {}", self.time(at))
                }
            })
        };
        let pick = |en: &'static str, zh: &'static str| if self.zh() { zh } else { en };
        let worst = if outcome.master {
            pick("master disruption", "主控中断")
        } else if outcome.forgotten && outcome.worst.is_none_or(|worst| worst == ZoneState::Normal) {
            pick("no state, all forgotten", "无状态，全部被忘记")
        } else {
            self.state(outcome.worst)
        };
        let mut parts = vec![
            (
                pick("nodes not ready at most", "最多未就绪节点"),
                outcome.unknown.to_string(),
                when(outcome.first_unknown),
            ),
            (
                pick("times tainted", "打污点次数"),
                outcome.tainted.to_string(),
                when(outcome.first_taint),
            ),
            (
                pick("pods evicted", "驱逐的 Pod"),
                outcome.evicted.to_string(),
                when(outcome.first_eviction),
            ),
            (pick("at worst", "最坏状态"), worst.to_owned(), None),
        ];
        if outcome.replaced > 0 {
            let replaced = outcome.replaced.to_string();
            parts.insert(3, (pick("pods replaced", "补建的 Pod"), replaced, None));
        }
        parts
    }

    pub fn running(&self, progress: u32) -> String {
        let percent = progress / 10;
        if self.zh() {
            format!("正在模拟，{percent} %")
        } else {
            format!("simulating, {percent} %")
        }
    }

    pub fn pass(&self, passes: u64) -> String {
        if self.zh() {
            format!("第 {passes} 轮")
        } else {
            format!("pass {passes}")
        }
    }

    /// What a node is, for its button.
    pub fn node(&self, name: &str, bits: Bits) -> String {
        let mut text = format!("{name}: {}", self.mark(bits.mark()));
        let mut add = |en: &str, zh: &str| {
            text.push_str(", ");
            text.push_str(if self.zh() { zh } else { en });
        };
        if bits.has(Bits::SILENT) && bits.mark() != Mark::Silent {
            add("no sign of life", "没有心跳");
        } else if bits.has(Bits::LAMED) && !bits.has(Bits::SILENT) {
            add("some signs of life are missing", "部分心跳缺失");
        }
        if bits.has(Bits::EXCLUDED) && bits.mark() != Mark::Excluded {
            add("excluded", "不计入");
        }
        if bits.has(Bits::SKIPPED) && bits.mark() != Mark::Skipped {
            add("skipped", "被跳过");
        }
        text
    }

    /// What a picture of many nodes shows.
    pub fn nodes_by_mark(&self, zone: &str, marks: &[u32; Mark::ALL.len()]) -> String {
        let parts = Mark::ALL.iter().zip(marks).filter(|(_, count)| **count > 0);
        let parts: Vec<String> = parts
            .map(|(mark, count)| format!("{count} {}", self.mark(*mark)))
            .collect();
        format!("{zone}: {}", parts.join(", "))
    }

    pub fn chosen(&self, count: usize) -> String {
        if self.zh() {
            format!("选中的 {count} 个节点")
        } else {
            format!("{} chosen", nodes(count))
        }
    }

    pub fn minutes(&self, seconds: i64) -> String {
        self.span(Duration::from_secs(seconds))
    }

    pub fn chart_about(&self, scale: Scale, until: Time) -> String {
        let (scale, until) = (self.scale(scale), self.time(until));
        if self.zh() {
            format!("{scale}，虚拟时间从 0 到 {until}")
        } else {
            format!("{scale}, virtual time 0 to {until}")
        }
    }
}

/// A share with as many decimals as it needs to be told from whole percents, and one at most.
fn percent(part: u32, all: u32) -> String {
    percents(f64::from(part) * 100.0 / f64::from(all.max(1)))
}

fn percent_of(share: f32) -> String {
    percents(f64::from(share) * 100.0)
}

fn percents(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    format!("{tenths} %")
}

fn are_or_is(count: u32, many: &'static str, one: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

fn nodes(count: usize) -> String {
    counted(count, "node")
}

/// `once`, `9 times`.
fn times(count: u32) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{count} times")
    }
}

fn was(count: usize, one: &str) -> String {
    format!(
        "{} {}",
        counted(count, one),
        if count == 1 { "was" } else { "were" }
    )
}
