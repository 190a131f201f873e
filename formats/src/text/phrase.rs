use super::Lang;

macro_rules! phrases {
    ($($(#[$doc:meta])* $id:ident: $en:literal, $zh:literal;)*) => {
        /// Everything that is said, in both languages. `{0}`, `{1}` … are filled in.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Phrase { $($(#[$doc])* $id),* }

        impl Phrase {
            #[cfg(test)]
            const ALL: &[Phrase] = &[$(Phrase::$id),*];

            pub(crate) fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Phrase::$id, Lang::En) => $en, (Phrase::$id, Lang::Zh) => $zh,)*
                }
            }
        }
    };
}

phrases! {
    Client: "A client", "客户端";
    GarbageCollector: "The garbage collector", "垃圾收集器";
    NamespaceController: "The namespace controller", "命名空间控制器";
    Kubelet: "The kubelet", "节点上的 kubelet";
    FinalizerController: "A finalizer's controller", "负责 finalizer 的控制器";
    CrdCleanup: "The cleanup of custom resources", "自定义资源清理程序";
    ApiServer: "The API server", "API 服务器";
    NodeLifecycle: "The node lifecycle controller", "节点生命周期控制器";
    TaintEviction: "The taint eviction controller", "污点驱逐控制器";
    ReplicaSetController: "The ReplicaSet controller", "ReplicaSet 控制器";
    DeploymentController: "The Deployment controller", "Deployment 控制器";
    StatefulSetController: "The StatefulSet controller", "StatefulSet 控制器";
    DaemonSetController: "The DaemonSet controller", "DaemonSet 控制器";
    Workloads: "The informer of the workload controllers", "工作负载控制器的 informer";

    GateNothingExpected: "{0} may be worked on: nothing is expected.", "{0} 可以处理：没有任何预期。";
    GateFulfilled: "{0} may be worked on: everything expected was seen ({1}).", "{0} 可以处理：预期都已观察到（{1}）。";
    GateExpired: "{0} may be worked on: what is still expected ({1}) is older than five minutes.", "{0} 可以处理：仍在预期的（{1}）已超过五分钟。";
    GateWaiting: "{0} has to wait: still expected are {1}.", "{0} 需要等待：仍在预期 {1}。";
    Counters: "creations {0}, deletions {1}", "创建 {0}、删除 {1}";
    NoCounters: "nothing", "无";
    PodsCounted: "{0} has {1} active pods, {2} wanted, {3} terminating.", "{0} 有 {1} 个活动 Pod，期望 {2} 个，{3} 个正在终止。";
    CreationsExpected: "{0} expects {1} creations from now on.", "{0} 从现在起预期 {1} 次创建。";
    DeletionsExpected: "{0} expects {1} deletions from now on: {2}.", "{0} 从现在起预期 {1} 次删除：{2}。";
    CreationObserved: "{0}: a creation was observed; still expected: {1}.", "{0}：观察到一次创建；仍在预期：{1}。";
    DeletionObserved: "{0}: the deletion of {1} was observed; still expected: {2}.", "{0}：观察到 {1} 被删除；仍在预期：{2}。";
    DeletionNotTracked: "{0}: the deletion of {1} was not expected, or was counted before; still expected: {2}.", "{0}：{1} 的删除不在预期之中或已计过；仍在预期：{2}。";
    ExpectationsDeleted: "{0}: expectations deleted.", "{0}：预期已删除。";
    BatchStarted: "{0}: batch {1} creates {2} pods at once.", "{0}：第 {1} 批同时创建 {2} 个 Pod。";
    CreationsSkipped: "{0}: {1} creations were not made or failed, and are no longer expected; still expected: {2}.", "{0}：{1} 次创建未进行或失败，不再预期；仍在预期：{2}。";
    DeletionFailed: "{0}: {1} could not be deleted, and is no longer expected to go; still expected: {2}.", "{0}：无法删除 {1}，不再预期其消失；仍在预期：{2}。";
    NameComputed: "{0}: the new ReplicaSet is to be called {1} (collisionCount {2}).", "{0}：新的 ReplicaSet 将命名为 {1}（collisionCount {2}）。";
    NoCount: "absent", "无";
    RevisionChosen: "{0} goes by revision {1}, number {2}.", "{0} 采用修订版 {1}，编号 {2}。";
    NameCollided: "{0}: the name {1} is taken; collisionCount is {2} now.", "{0}：名称 {1} 已被占用；collisionCount 现为 {2}。";
    WorkloadEvent: "{0}: Event {1}.", "{0}：事件 {1}。";
    WorkloadReported: "{0} reports: {1}.", "{0}报告：{1}。";
    WorkloadFailed: "{0}: the sync failed: {1}.", "{0}：同步失败：{1}。";
    WhyObserved: "something about it was observed", "观察到与其有关的变化";
    WhyAvailability: "a pod becomes available then", "届时有 Pod 变为可用";
    WhyProgressDeadline: "the rollout's progress is looked at then", "届时检查滚动更新的进度";

    ObjectCreated: "{0} created {1}.", "{0}创建了 {1}。";
    ObjectRemoved: "{0} removed {1}.", "{0}移除了 {1}。";
    ObjectChanged: "{0} changed {1}: {2}.", "{0}修改了 {1}：{2}。";
    ObjectRewritten: "{0} wrote {1} without a change that is shown here.", "{0}写入了 {1}，但没有这里显示的变化。";

    ChangeDeletionBegan: "its deletion began", "开始删除";
    ChangeDeletionBeganWithGrace: "its deletion began, with {0} s of grace", "开始删除，宽限期 {0} 秒";
    ChangeGrace: "its grace period is now {0} s", "宽限期变为 {0} 秒";
    ChangeFinalizersAdded: "finalizer {0} added", "添加了 finalizer {0}";
    ChangeFinalizersRemoved: "finalizer {0} taken off", "移除了 finalizer {0}";
    ChangeOwnersAdded: "reference to {0} added", "添加了对 {0} 的引用";
    ChangeOwnersRemoved: "reference to {0} taken off", "移除了对 {0} 的引用";
    ChangeOwnersBlock: "the reference to {0} blocks now", "对 {0} 的引用现在会阻塞";
    ChangeOwnersUnblocked: "the reference to {0} no longer blocks", "对 {0} 的引用不再阻塞";
    ChangeOwnersOther: "the reference to {0} changed", "对 {0} 的引用有变化";
    ChangeLabels: "labels changed", "标签有变化";
    ChangePhase: "its phase is now {0}", "阶段变为 {0}";
    ChangeReady: "Ready is {0}", "Ready 为 {0}";
    ChangeTaintAdded: "taint {0} added", "添加了污点 {0}";
    ChangeTaintRemoved: "taint {0} removed", "移除了污点 {0}";
    ChangeRenewed: "renewed at {0}", "续约于 {0}";
    ChangeConditions: "its conditions changed", "状况有变化";
    ChangeSpecFinalizers: "its spec.finalizers are now {0}", "spec.finalizers 变为 {0}";
    ChangeNoSpecFinalizers: "its spec.finalizers are empty now", "spec.finalizers 已为空";
    ChangeBeingDeleted: "it is being deleted", "正在删除";
    ChangeDeletingDependents: "it waits for its dependents", "正在等待其从属对象";

    CallMade: "{0} sent {1}; the answer was {2}.", "{0}发送了 {1}，应答为 {2}。";
    CallInjected: "{0} sent {1}; a fault answered in the API server's place: {2}.", "{0}发送了 {1}，故障代替 API 服务器作出应答：{2}。";

    LearnsAdded: "{0} learns of {1}.", "{0}得知出现了 {1}。";
    LearnsModified: "{0} learns that {1} changed.", "{0}得知 {1} 有变化。";
    LearnsDeleted: "{0} learns that {1} is gone.", "{0}得知 {1} 已消失。";
    TakesIn: "{0} takes {1} changes into its store at once, and is told of them one after the other.", "{0}的缓存一次收入 {1} 个变化，随后逐一得知。";
    Misses: "{0} misses an event about {1}.", "{0}漏掉了一个关于 {1} 的事件。";

    ItemNode: "{0}", "{0}";
    ItemAdded: "the news of {0}", "{0} 出现的消息";
    ItemUpdated: "the change of {0}", "{0} 变化的消息";
    ItemDeleted: "the end of {0}", "{0} 消失的消息";
    ItemAbsent: "the absence of {0}", "{0} 不存在的消息";
    ItemNamespace: "Namespace {0}", "命名空间 {0}";

    Queued: "Queue {1} takes in {0}: {2}.", "队列 {1} 收入 {0}：{2}。";
    QueuedUntil: "Queue {1} takes in {0} at {3}: {2}.", "队列 {1} 将在 {3} 收入 {0}：{2}。";
    QueuedAgain: "Queue {1} takes in {0} again at {3} (failures so far: {4}): {2}.", "队列 {1} 将在 {3} 再次收入 {0}（已失败 {4} 次）：{2}。";
    Due: "Queue {1} takes in {0}, which is due.", "{0} 已到期，队列 {1} 将其收入。";
    Dequeued: "A worker takes {0} from queue {1}.", "一个工作线程从队列 {1} 取出 {0}。";
    Forgotten: "Queue {1} is done with {0}: {2}.", "队列 {1} 不再处理 {0}：{2}。";

    WhyVirtualOwner: "an owner that nobody has observed has to be looked up", "需要查询一个尚未观察到的属主";
    WhyBadCoordinates: "a reference does not fit the owner that is known under its uid", "引用与该 uid 已知的属主不符";
    WhyOwnerRemoved: "an owner is gone", "一个属主已消失";
    WhyOwnerWaits: "its owner waits for its dependents", "其属主正在等待从属对象";
    WhyStartsWaiting: "it begins to wait for its dependents", "它开始等待其从属对象";
    WhyStartsOrphaning: "it is to orphan its dependents", "它要遗弃其从属对象";
    WhyUnblocked: "a dependent no longer blocks it", "一个从属对象不再阻塞它";
    WhyDependentRemoved: "a dependent that it waited for is gone", "它所等待的一个从属对象已消失";
    WhyReidentified: "it took another identity", "它换用了另一个身份";
    WhyStillVirtual: "nobody has observed it yet", "它仍未被观察到";
    WhyFailed: "the attempt failed", "尝试失败";
    WhyUnmappedKind: "its kind is not known", "其类型未知";
    WhyDone: "there is nothing left to do", "没有其他事要做";
    WhyStaleVirtual: "the graph no longer holds this virtual node", "图中已不再有这个虚拟节点";
    WhyAlreadyDeleting: "it is already being deleted", "它已在删除中";
    WhyGone: "it is gone", "它已消失";
    WhyScopeMismatch: "a cluster-scoped object cannot have a namespaced owner", "集群范围的对象不能有命名空间范围的属主";
    WhyRemaining: "it still has content or finalizers", "仍有内容或 finalizer";
    WhyNamespaceDeleting: "it is being deleted", "它正在删除";

    NodeAdded: "{0} enters the graph.", "{0} 进入图中。";
    VirtualAdded: "{0} enters the graph as a virtual node, because {1} names it as its owner.", "{0} 作为虚拟节点进入图中，因为 {1} 把它列为属主。";
    NodeObserved: "{0} is observed, and its node is no longer virtual.", "观察到了 {0}，其节点不再是虚拟的。";
    NodeObservedElse: "{0} is observed, where the graph had taken it for {1}.", "观察到了 {0}，图中曾误认为它是 {1}。";
    NodeReidentified: "The virtual node of {1} becomes that of {0}.", "{1} 的虚拟节点变为 {0}。";
    NodeUpdated: "The graph's node of {0} is updated: {1}.", "更新图中 {0} 的节点：{1}。";
    NodeTouched: "The graph's node of {0} is up to date.", "图中 {0} 的节点已是最新。";
    NodeRemoved: "{0} leaves the graph.", "{0} 离开图。";

    CacheAdded: "{0} is remembered as absent.", "记住 {0} 不存在。";
    CacheHit: "{0} is known to be absent, which saves a request.", "已知 {0} 不存在，省去一次请求。";
    CacheEvicted: "{0} is the absent owner remembered longest, and is forgotten.", "{0} 是最早记住的不存在的属主，被遗忘。";

    NodesPassed: "The pass over {0} nodes is over.", "对 {0} 个节点的一轮检查结束。";
    NodesPassedSome: "The pass over {0} nodes is over; {1} of them were skipped.", "对 {0} 个节点的一轮检查结束，其中 {1} 个被跳过。";
    NodeSilent: "Node {0} has shown no sign of life since {1}, longer than its grace of {2}.", "节点 {0} 自 {1} 起没有心跳，已超过其宽限期 {2}。";
    NodeSkipped: "Node {0} is skipped in this pass: {1}.", "本轮跳过节点 {0}：{1}。";
    SkipStale: "the lease cache is stale", "租约缓存已过时";
    SkipLookup: "its lease cannot be read", "无法读取其租约";
    SkipRetries: "its status cannot be written", "无法写入其状态";
    SkipOther: "it cannot be read again", "无法再次读取该节点";
    NodeLeaseRecorded: "The live lease of node {0} has version {1}, which the cache does not know: no node is evaluated until it does.", "节点 {0} 的最新租约版本为 {1}，缓存尚不知晓：在此之前不再检查任何节点。";
    NodeQueued: "Node {0} is queued in zone {1} to be tainted NoExecute.", "节点 {0} 在可用区 {1} 排队等待添加 NoExecute 污点。";
    NodeUnqueued: "Node {0} leaves the queue of zone {1}.", "节点 {0} 离开可用区 {1} 的队列。";
    NodeToken: "A token of zone {0} has node {1} tainted NoExecute.", "可用区 {0} 的一个令牌使节点 {1} 被添加 NoExecute 污点。";
    NodeTokenWasted: "A token of zone {0} is spent on node {1}, which is not tainted.", "可用区 {0} 的一个令牌用在节点 {1} 上，但未添加污点。";
    ZoneAdded: "Zone {0} gets an empty queue and a full bucket, at {1} nodes per second.", "可用区 {0} 得到空队列和满令牌桶，速率每秒 {1} 个节点。";
    ZoneForgotten: "No node of zone {0} was counted: its state is forgotten.", "可用区 {0} 没有被计数的节点：其状态被遗忘。";
    ZoneChanged: "Zone {0} goes from {1} to {2}: {3} of {4} nodes are not ready; {5}.", "可用区 {0} 由{1}变为{2}：{4} 个节点中有 {3} 个未就绪；{5}。";
    ZoneInitial: "initial", "初始";
    ZoneNormal: "normal", "正常";
    ZonePartial: "partially disrupted", "部分中断";
    ZoneFull: "fully disrupted", "完全中断";
    ZoneEmpty: "no state", "无状态";
    ZoneRate: "nodes are tainted at {0} per second from now on", "从现在起每秒为 {0} 个节点添加污点";
    ZoneRateSame: "the rate stays at {0} per second", "速率仍为每秒 {0} 个";
    ZoneRateNever: "no node is tainted any more", "不再为节点添加污点";
    MasterDisruptionEntered: "No zone has a ready node: the controller takes it for its own fault, removes its NoExecute taints and stops tainting.", "没有任何可用区有就绪节点：控制器认为是自身故障，移除其 NoExecute 污点并停止添加。";
    MasterDisruptionLeft: "Some zone has a ready node again: every node gets its grace period anew.", "又有可用区出现就绪节点：所有节点重新获得宽限期。";
    NodeReadyWritten: "Node {0} is marked Ready Unknown.", "节点 {0} 被标记为 Ready Unknown。";
    EvictionSet: "Pod {0} will be deleted at {1}, unless its node's taints go.", "除非其节点的污点消失，Pod {0} 将在 {1} 被删除。";
    EvictionCancelled: "Pod {0} will not be deleted, after all.", "Pod {0} 不再会被删除。";
    NodeHeartbeats: "Kubelets renewed {0} leases and posted {1} statuses.", "kubelet 续约了 {0} 个租约，上报了 {1} 次状态。";
    KubeletSilent: "Pod {1} stays: the kubelet of node {0} would have to say that it has stopped, and does not answer.", "Pod {1} 保留：需由节点 {0} 的 kubelet 确认已停止，但它没有应答。";
    NodeWouldCrash: "Here the real controller would crash, over node {0}.", "真实控制器会在此处因节点 {0} 崩溃。";

    Classified: "The reference of {0} to {1} is {2}: {3}.", "{0} 对 {1} 的引用为{2}：{3}。";
    ClassSolid: "solid", "可靠";
    ClassDangling: "dangling", "悬空";
    ClassWaiting: "waiting", "等待中";
    BecauseCachedAbsent: "the owner is remembered as absent", "已记住该属主不存在";
    BecauseNotFound: "there is no such owner", "不存在这样的属主";
    BecauseOtherUid: "the owner of that name has another uid", "同名属主的 uid 不同";
    BecauseLives: "the owner lives", "属主存活";
    BecauseDeletingWithoutForeground: "the owner is being deleted, but does not wait for its dependents", "属主正在删除，但不等待其从属对象";
    BecauseDeletingInForeground: "the owner is being deleted in the foreground and waits for its dependents", "属主正以前台方式删除，等待其从属对象";

    DecidedKeep: "{0} stays as it is: an owner of it lives.", "{0} 保持不变：它有存活的属主。";
    DecidedStrip: "{0} stays, because an owner of it lives; its other references ({1}) are taken off.", "{0} 保留，因为它有存活的属主；移除其余 {1} 个引用。";
    DecidedDelete: "{0} has no owner that would keep it: it is to be deleted with policy {1}.", "{0} 没有能保住它的属主：将以 {1} 策略删除。";
    DecidedUnblock: "{0} would wait in a circle: its references are not to block any longer.", "{0} 会陷入循环等待：其引用不再阻塞。";
    DecidedRemoveFinalizer: "Nothing blocks {0} any longer: its finalizer {1} is taken off.", "已没有对象阻塞 {0}：移除其 finalizer {1}。";
    DecidedWait: "{0} goes on waiting for its blocking dependents ({1}).", "{0} 继续等待 {1} 个阻塞的从属对象。";
    DecidedNoOwners: "{0} has no owners: nothing to do.", "{0} 没有属主：无事可做。";
    DecidedOrphan: "The dependents of {0} ({1}) lose their reference to it.", "{0} 的 {1} 个从属对象将失去对它的引用。";
    DecidedUnmapped: "{0} cannot be judged: the kind {1} of its owner {2} is not served.", "无法判断 {0}：其属主 {2} 的类型 {1} 未被提供。";
    DecidedScope: "{0} is cluster-scoped and names the namespaced {1} as its owner: it is never looked at again.", "{0} 是集群范围的，却把命名空间范围的 {1} 列为属主：不会再处理它。";
    DecidedUnreadable: "{0} cannot be read: its kind is not served, or its namespace is not known.", "无法读取 {0}：其类型未被提供，或其命名空间未知。";
    DecidedRetry: "{0} was changed in between, but not its owners: the deletion is repeated with the uid alone.", "{0} 在此期间有变化，但属主未变：仅凭 uid 再次删除。";
    DecidedPodsFirst: "Namespace {0} still has pods ({1}); nothing else is deleted before they are gone.", "命名空间 {0} 仍有 {1} 个 Pod；在它们消失之前不会删除其他内容。";
    DecidedContentRemains: "Namespace {0} still has content ({1}), which should be gone in {2} s.", "命名空间 {0} 仍有 {1} 个对象，预计 {2} 秒后消失。";
    DecidedContentFails: "The content of namespace {0} cannot be deleted; resources that fail: {1}.", "无法删除命名空间 {0} 的内容：{1} 种资源失败。";
    DecidedDiscovery: "Namespace {0} cannot be finished while discovery is incomplete.", "API 发现不完整，命名空间 {0} 无法完成删除。";
    DecidedFinalize: "Namespace {0} is empty: the controller takes its token off.", "命名空间 {0} 已空：控制器移除其标记。";

    EventRecorded: "An Event is recorded for {0}: {1}", "为 {0} 记录了一个 Event：{1}";
    Waits: "{0} waits {1}.", "{0}等待 {1}。";
    DiscoveryFindsNothing: "Discovery finds nothing that can be deleted: the collector keeps the monitors that it has.", "API 发现找不到任何可删除的资源：垃圾收集器保留现有的监视器。";
    DiscoveryUnchanged: "The collector looks at discovery: it watches what there is to watch.", "垃圾收集器查看 API 发现：该监视的都已在监视。";
    DiscoveryMonitorsFail: "The collector looks at discovery and cannot watch every resource: it tries again in the next round.", "垃圾收集器查看 API 发现，但有资源无法监视：下一轮再试。";
    DiscoveryWaits: "The collector looks at discovery: what it has to watch has changed, and it waits for the monitors to sync.", "垃圾收集器查看 API 发现：需要监视的资源有变化，等待监视器同步。";
    DiscoveryTimedOut: "The collector's monitors have not all synced within 30 s: it begins the round anew, and its workers stay paused.", "垃圾收集器的监视器在 30 秒内未全部同步：重新开始这一轮，工作线程继续暂停。";
    DiscoveryAccepted: "The collector goes by what discovery lists now.", "垃圾收集器以 API 发现现在列出的资源为准。";
    MapperReset: "The REST mapper asks discovery anew which kinds there are.", "REST 映射器重新向 API 发现查询有哪些类型。";
    MonitorsStarted: "The garbage collector starts and watches {0} resources.", "垃圾收集器启动，监视 {0} 种资源。";
    MonitorStarted: "The garbage collector begins to watch {0}.", "垃圾收集器开始监视 {0}。";
    MonitorStopped: "The garbage collector no longer watches {0}; what it knows of such objects stays in its graph.", "垃圾收集器不再监视 {0}；已知的此类对象仍留在图中。";
    MonitorFails: "Lists and watches of {0} fail for the garbage collector from now on.", "从现在起，垃圾收集器对 {0} 的列表和监视请求都会失败。";
    MonitorRecovers: "Lists and watches of {0} work again for the garbage collector.", "垃圾收集器对 {0} 的列表和监视请求恢复正常。";
    WorkersStartSynced: "Every monitor is synced: the garbage collector's workers start.", "所有监视器都已同步：垃圾收集器的工作线程启动。";
    WorkersStartAnyway: "Not every monitor has synced within 30 s: the garbage collector's workers start all the same.", "30 秒内未能同步所有监视器：垃圾收集器的工作线程仍然启动。";
    Throttled: "{0} waits {1} before its next call: its client is throttled.", "{0}在下一个请求之前等待 {1}：其客户端被限流。";
    ClockMoved: "The clock moves to {0}.", "时钟走到 {0}。";

    NoteFromGraph: "{0}: {1} objects come from the collector's picture of its graph; their finalizers, labels and grace periods are not known, no reference is taken to block, and objects without owners and dependents are not in it. Nodes that nobody has observed ({2}) are no objects.", "{0}：{1} 个对象来自收集器自己的图；其 finalizer、标签和宽限期未知，所有引用都视为不阻塞，没有属主和从属对象的对象不在图中。未被观察到的 {2} 个节点不是对象。";
    NoteDoubtfulEdges: " References to a missing owner ({0}) may be meant for another of its dependents, since the picture confuses them.", "指向缺失属主的 {0} 个引用可能本应指向其另一个从属对象，因为该图会混淆二者。";
    GraphExtraNode: "Only the real graph has {0} (uid {1}).", "只有真实的图中有 {0}（uid {1}）。";
    GraphMissingNode: "Only the simulated graph has {0} (uid {1}).", "只有模拟的图中有 {0}（uid {1}）。";
    GraphCoordinates: "uid {0} is {1} in the real graph and {2} in the simulated one.", "uid {0} 在真实的图中是 {1}，在模拟的图中是 {2}。";
    GraphFlagSet: "{0} is {1} in the real graph alone.", "{0} 只在真实的图中带有标志 {1}。";
    GraphFlagNotSet: "{0} is {1} in the simulated graph alone.", "{0} 只在模拟的图中带有标志 {1}。";
    GraphExtraEdge: "Only in the real graph {0} depends on {1}.", "只有在真实的图中 {0} 从属于 {1}。";
    GraphMissingEdge: "Only in the simulated graph {0} depends on {1}.", "只有在模拟的图中 {0} 从属于 {1}。";
    GraphSame: "The graphs are the same: {0} nodes, {1} edges.", "两图相同：{0} 个节点，{1} 条边。";
    GraphDiffers: "Differences: {0}. The real graph has {1} nodes and {2} edges.", "共 {0} 处差异。真实的图有 {1} 个节点、{2} 条边。";
    GraphPutRight: "Edges that the real dump draws to a missing owner by mistake, and that were taken for what they are: {0}.", "真实的转储误画到缺失属主、已按实际含义处理的边：{0} 条。";
    ActionRefused: "At {0}, {1} was refused ({2}, {4}): {3}.", "{0} 时 {1} 被拒绝（{2}，{4}）：{3}。";
    AnswerList: "{0} with objects: {1}", "{0}，{1} 个对象";

    FateDeleted: "deleted", "被删除";
    FateOrphaned: "orphaned", "被遗弃";
    FateKept: "kept", "保留";
    FateStuck: "stuck", "卡住";
    FateUncollectable: "uncollectable", "无法回收";
    FateDeleting: "being deleted", "删除中";
    FateCreated: "created", "新建";
    FateChanged: "changed", "有变化";
    FateUntouched: "untouched", "未受影响";

    ReasonRequested: "its deletion was asked for", "请求删除它";
    ReasonOwnersAbsent: "all owners absent", "所有属主都不存在";
    ReasonOwnerWaits: "an owner waits for it, and no other lives", "有属主在等待它，且没有其他存活的属主";
    ReasonSolidOwner: "an owner lives", "有存活的属主";
    ReasonOrphanedByOwner: "its owner was deleted with policy Orphan", "其属主以 Orphan 策略被删除";
    ReasonReferencesStripped: "another owner lives, so the reference was taken off", "有其他存活的属主，因此移除了引用";
    ReasonLastFinalizerRemoved: "its last finalizer was taken off", "最后一个 finalizer 已被移除";
    ReasonWaitsForDependents: "it waits for its dependents", "等待其从属对象";
    ReasonHeldByFinalizer: "a finalizer holds it", "有 finalizer 阻挡它";
    ReasonGracePeriod: "it has a grace period", "有宽限期";
    ReasonGraceOver: "its grace period is over", "宽限期已过";
    ReasonNamespaceDeleted: "its namespace is being deleted", "其命名空间正在删除";
    ReasonDefinitionDeleted: "the definition of its kind is being deleted", "其类型的定义正在删除";
    ReasonServiceRemoved: "the Service that it belongs to is gone", "它所属的 Service 已消失";
    ReasonEvicted: "its node has a taint that it does not tolerate, or no longer", "其节点带有它不容忍（或不再容忍）的污点";
    ReasonScaledDown: "its ReplicaSet had more pods than wanted", "其 ReplicaSet 的 Pod 多于所需";
    ReasonHistoryCleanedUp: "its Deployment keeps no more old ReplicaSets than its history limit", "其 Deployment 保留的旧 ReplicaSet 不超过历史上限";
    ReasonUnmappedOwner: "an owner is of a kind that is not served", "有属主的类型未被提供";
    ReasonScopeMismatch: "it is cluster-scoped and names a namespaced owner", "它是集群范围的，却列出了命名空间范围的属主";
    ReasonCycleBroken: "a circle was broken by unblocking its references", "通过解除其引用的阻塞打破了循环";
    ReasonDeadlock: "waiting objects wait for each other", "等待中的对象互相等待";
    ReasonRefused: "a request was refused", "一个请求被拒绝";
    ReasonWith: "{0}: {1}", "{0}：{1}";

    WaitsFinalizer: "finalizer {0}", "finalizer {0}";
    WaitsKubelet: "the kubelet's confirmation", "kubelet 的确认";
    WaitsNoNode: "a kubelet, and it is on no node", "kubelet，但它不在任何节点上";
    WaitsSilentNode: "the kubelet of node {0}, which does not answer", "节点 {0} 的 kubelet，但它没有应答";
    WaitsRefusal: "{0}, whose reference cannot be taken off", "{0}，其引用无法移除";
    WaitsNamespaceContent: "the content of the namespace", "命名空间中的内容";
    WaitsUnmappedKind: "the kind {0}, which is not served", "未被提供的类型 {0}";

    AssumesKindFromObjects: "{0} is served, with the scope of the objects seen", "{0} 由 API 提供，范围与见到的对象一致";
    AssumesKindNotServed: "the kind {0} is not served, since nothing defines it", "类型 {0} 未被提供，因为没有任何定义";
    AssumesOwnerOutside: "{0} is not among the objects and is absent", "{0} 不在这些对象之中，视为不存在";
    AssumesOwnerGuessed: "the owner that a reference names without a uid is {0}, the one of that name", "没有 uid 的属主引用指的是该名称的 {0}";
    AssumesOwnerExists: "{0} exists, though no object of its kind was seen", "{0} 存在，尽管没有见到该类型的任何对象";
    AssumesFinalizerStays: "nobody takes {0} off", "没有人移除 {0}";
    AssumesPodUsesGrace: "the pod uses its whole grace period of {0} s, and its kubelet confirms", "该 Pod 用满 {0} 秒宽限期，且其 kubelet 会确认";
    AssumesNoKubelet: "no kubelet confirms that the pod stopped", "没有 kubelet 确认该 Pod 已停止";

    PlaceSource: "{0}", "{0}";
    PlaceDocument: "document {0}", "第 {0} 个文档";
    PlaceLine: "line {0}", "第 {0} 行";
    PlaceLineColumn: "line {0}, column {1}", "第 {0} 行第 {1} 列";
    PlaceItem: "items[{0}]", "items[{0}]";
    ErrorAt: "{0}: {1}", "{0}：{1}";
    ErrorRemedy: "{0}. {1}", "{0}。{1}";
    ErrorField: "{0} {1}", "{0} {1}";
    ErrorDocument: "the document {0}", "该文档{0}";

    ProblemSyntax: "cannot be parsed: {0}", "无法解析：{0}";
    RemedySyntax: "Write it out again with kubectl get -o json or -o yaml, without cutting it.", "请用 kubectl get -o json 或 -o yaml 重新导出，不要截断。";
    ProblemTruncated: "ends too early", "过早结束";
    RemedyTruncated: "The file seems to be cut off: write it out again.", "文件似乎被截断：请重新导出。";
    ProblemWrongType: "must be {0}, but is {1}", "必须是{0}，但却是{1}";
    RemedyQuote: "Put it in quotes.", "请加上引号。";
    RemedyCorrect: "Correct it.", "请改正。";
    ProblemUnreadable: "must be {0}, but is `{1}`", "必须是{0}，但却是 `{1}`";
    ProblemLimit: "goes beyond a limit: at most {1} {0}", "超出限制：最多 {1} {0}";
    RemedyLimitInput: "Split it, or leave out what the question is not about.", "请拆分，或去掉与问题无关的内容。";
    RemedyLimitAlias: "Write the values out instead of repeating them by alias.", "请直接写出各个值，不要用别名反复引用。";
    RemedyLimitOther: "No real cluster gets that far; look for a mistake there.", "真实的集群不会达到这个数量；请检查是否有误。";
    ProblemUnknownField: "has a member `{0}` that does not exist", "含有不存在的成员 `{0}`";
    ProblemUnknownWord: "names the {0} `{1}`, which does not exist", "指定了不存在的{0} `{1}`";
    RemedyNearest: "Did you mean `{0}`?", "是否指 `{0}`？";
    RemedyKnown: "There are: {0}.", "可用的有：{0}。";
    ProblemMissingField: "has no member `{0}`", "缺少成员 `{0}`";
    RemedyMissingField: "Add it.", "请补上。";
    ProblemOneVerb: "must do exactly one thing", "必须恰好做一件事";
    RemedyOneVerb: "Give each action one of create, delete, patch and fault.", "每个动作只能有 create、delete、patch、fault 之一。";
    ProblemPatch: "cannot be read by the API server: {0}", "无法被 API 服务器读取：{0}";
    ProblemSecondDocument: "is more than one document", "多于一个文档";
    RemedySecondDocument: "Put objects under `objects`, or into a file of their own listed under `files`.", "请把对象放在 `objects` 下，或放入列在 `files` 下的单独文件。";
    ProblemUnknownKind: "names the kind {0}, which nothing defines", "指定了没有定义的类型 {0}";
    RemedyUnknownKind: "Give its apiVersion, or list it under `kinds`.", "请给出其 apiVersion，或在 `kinds` 中列出。";
    ProblemAmbiguousKind: "names the kind {0}, which several groups have", "指定了多个组都有的类型 {0}";
    RemedyAmbiguousKind: "Give one of the apiVersions {0}.", "请给出其中一个 apiVersion：{0}。";
    ProblemNamespaceMissing: "names a {0} without its namespace", "指定了 {0} 却没有命名空间";
    RemedyNamespaceMissing: "Add the namespace.", "请补上命名空间。";
    ProblemNamespaceNotAllowed: "names a {0} with a namespace, but its kind has none", "为 {0} 指定了命名空间，但该类型不属于命名空间";
    RemedyNamespaceNotAllowed: "Leave the namespace out.", "请去掉命名空间。";
    ProblemNotAnObject: "is no Kubernetes object: it needs apiVersion, kind and metadata.name", "不是 Kubernetes 对象：需要 apiVersion、kind 和 metadata.name";
    ProblemFile: "wants the file {0}, which cannot be read: {1}", "需要文件 {0}，但无法读取：{1}";
    RemedyFile: "Check the name; it is relative to the scenario file.", "请检查文件名；它相对于场景文件。";
    ProblemNotText: "is no text in UTF-8 or UTF-16", "不是 UTF-8 或 UTF-16 文本";
    RemedyNotText: "Save it as UTF-8.", "请保存为 UTF-8。";
    ProblemCompressed: "is a compressed archive", "是压缩文件";
    RemedyCompressed: "Unpack it first, or use gzip or tar.", "请先解压，或改用 gzip 或 tar。";
    ProblemDamaged: "is a damaged gzip file or tar archive", "是损坏的 gzip 文件或 tar 归档";
    RemedyDamaged: "Copy or download it again.", "请重新复制或下载。";
    ProblemOutOfRange: "must be a whole number from {0} to {1}, but is {2}", "必须是 {0} 到 {1} 之间的整数，但却是 {2}";
    ProblemStrayText: "has text that is neither JSON nor a message of kubectl", "含有既不是 JSON 也不是 kubectl 消息的文字";
    RemedyStrayText: "Remove that line.", "请删除该行。";
    ProblemYaml: "is YAML, and what reads YAML is not loaded", "是 YAML，而读取 YAML 的部分尚未加载";
    RemedyYaml: "Use JSON: kubectl get -o json.", "请使用 JSON：kubectl get -o json。";
    ProblemNoTemplate: "holds no pod template", "中没有 Pod 模板";
    ProblemNothing: "holds no Kubernetes object", "不含任何 Kubernetes 对象";
    RemedyNoTemplate: "Give it a Deployment, ReplicaSet, DaemonSet or StatefulSet, as a manifest or as `kubectl get -o yaml` prints it.", "请提供 Deployment、ReplicaSet、DaemonSet 或 StatefulSet 的清单，或者 `kubectl get -o yaml` 的输出。";
    RemedyNothing: "Write the objects out with kubectl get -o json or -o yaml.", "请用 kubectl get -o json 或 -o yaml 导出对象。";

    ProblemMinor: "asks for Kubernetes 1.{0}, of which nothing is known here", "要求 Kubernetes 1.{0}，这里没有它的资料";
    RemedyMinor: "The nearest that can be simulated is 1.{0}: ask for that one, and keep in mind what may have changed.", "可以模拟的最接近的版本是 1.{0}：请改用它，并留意其间可能的变化。";
    GateMinorNotCompared: "is set for Kubernetes 1.{0}, whose feature gates are not known here", "用于 Kubernetes 1.{0}，这里没有该版本特性门控的资料";
    GateNotThere: "does not exist in Kubernetes 1.{0}", "在 Kubernetes 1.{0} 中不存在";
    GateNotYetThere: "does not exist in Kubernetes 1.{0}; it came with 1.{1}", "在 Kubernetes 1.{0} 中不存在；它从 1.{1} 开始才有";
    GateLocked: "is locked to true in Kubernetes 1.{0}", "在 Kubernetes 1.{0} 中锁定为 true";
    GateGoneOn: "is removed in Kubernetes 1.{0}, which behaves as if it were true", "在 Kubernetes 1.{0} 中已移除，行为等同于 true";
    GateGoneOff: "is removed in Kubernetes 1.{0}, which behaves as if it were false", "在 Kubernetes 1.{0} 中已移除，行为等同于 false";
    GateNeeds: "is true and needs {0}, which is false", "为 true，但它依赖的 {0} 为 false";
    RemedyGateNeeds: "Set {0} to false as well, or leave {1} true.", "请把 {0} 也设为 false，或让 {1} 保持 true。";
    RemedyGateSwitch: "To see the behaviour all the same, set the switch {0}.", "若仍想看到该行为，请设置开关 {0}。";
    RemedyGateRemove: "Leave it out.", "请去掉它。";
    RemedySwitches: "`kubeloupe versions` lists the switches.", "`kubeloupe versions` 会列出所有开关。";

    ExpectedText: "a text", "文本";
    ExpectedBool: "true or false", "true 或 false";
    ExpectedNumber: "a number", "一个数字";
    NodesNotSimulated: "is {0}, which needs a controller of nodes, and none runs", "是 {0}，需要节点控制器，但没有运行任何一个";
    RemedyNodesNotSimulated: "Name nodelifecycle or tainteviction under controllers.", "请在 controllers 中列出 nodelifecycle 或 tainteviction。";
    NoSuchNode: "names the node {0}, which is neither among the objects nor created by an action", "指定了节点 {0}，但它既不在对象中，也没有由任何操作创建";
    RemedyNoSuchNode: "Correct the name, or add the Node.", "请更正名称，或添加该 Node。";
    NoSuchZone: "names the zone {0}, in which there is no node", "指定了可用区 {0}，但其中没有节点";
    RemedyNoSuchZone: "Write region:zone as the nodes' labels have them, zone alone where there is no region label, and an empty text for nodes without labels.", "请按节点标签写成 region:zone；没有 region 标签时只写 zone；节点没有这些标签时写空文本。";
    ExpectedInteger: "a whole number", "整数";
    ExpectedList: "a list", "列表";
    ExpectedMapping: "a mapping", "映射";
    ExpectedTimestamp: "a time such as 2026-01-31T12:00:00Z", "时间，例如 2026-01-31T12:00:00Z";
    ExpectedRate: "a number of calls a second, such as 20 or 0.5, or -1 for no limit", "每秒请求数，例如 20 或 0.5；-1 表示不限";
    ExpectedDuration: "a span of time such as 30s, 5ms or 1m", "时长，例如 30s、5ms 或 1m";
    ExpectedReference: "a reference such as `Pod shop/web-1`", "引用，例如 `Pod shop/web-1`";
    ExpectedComparison: "a comparison such as `<= 40s`", "比较，例如 `<= 40s`";
    ExpectedWaitsFor: "`finalizer NAME`, `kubelet`, `namespace content` or a reference", "`finalizer 名称`、`kubelet`、`namespace content` 或引用";
    ExpectedVersion: "a minor version of Kubernetes such as 1.37", "Kubernetes 次版本，例如 1.37";
    ExpectedFormatVersion: "`v1`, the version of this format", "`v1`，即此格式的版本";
    ExpectedSetting: "a name with its value, such as NAME=on or NAME=false", "名称及其取值，例如 NAME=on 或 NAME=false";
    FoundNull: "nothing", "空";
    FoundBool: "a truth value", "布尔值";
    FoundNumber: "a number", "数字";
    FoundText: "a text", "文本";
    FoundList: "a list", "列表";
    FoundMapping: "a mapping", "映射";
    VocabularyController: "controller", "控制器";
    VocabularyFlag: "flag", "标志";
    VocabularyFate: "fate", "结局";
    VocabularySchedule: "schedule", "调度方式";
    VocabularyPolicy: "propagation policy", "传播策略";
    VocabularyFault: "fault", "故障";
    VocabularyPatchType: "type of patch", "补丁类型";
    VocabularySubresource: "subresource", "子资源";
    VocabularySwitch: "switch", "开关";
    VocabularyGate: "feature gate", "特性门控";

    LimitInputBytes: "bytes of input", "字节的输入";
    LimitObjects: "objects", "个对象";
    LimitDocuments: "documents in one file", "个文档（单个文件）";
    LimitDepth: "levels of nesting", "层嵌套";
    LimitAliases: "aliases in one document", "个别名（单个文档）";
    LimitAliasExpansion: "nodes expanded from aliases", "个由别名展开的节点";
    LimitFinalizers: "finalizers of one object", "个 finalizer（单个对象）";
    LimitOwnerReferences: "owner references of one object", "个属主引用（单个对象）";
    LimitLabels: "labels of one object", "个标签（单个对象）";
    LimitVersions: "versions of one definition", "个版本（单个定义）";
    LimitConditions: "conditions of one object", "个状况（单个对象）";
    LimitNameBytes: "bytes of one name", "字节的名称";
    LimitMessageBytes: "bytes of one message", "字节的消息";
    LimitActions: "actions of one scenario", "个动作（单个场景）";
    LimitExpectations: "expectations of one scenario", "个期望（单个场景）";
    LimitSteps: "steps", "步";
    LimitSourceBytes: "bytes in one file", "字节（单个文件）";
    LimitFiles: "files", "个文件";
    LimitUnpackedBytes: "bytes unpacked from one file", "字节（由单个文件解压）";
    LimitNodes: "nodes with simulated kubelets", "个模拟 kubelet 的节点";
    LimitRecorded: "requests in one result", "个请求（单个结果）";
    LimitTemplateValues: "values in one object", "个值（单个对象）";

    NoteDuplicates: "{0} was there more than once; the newest state was kept.", "{0} 出现多次；保留了最新的状态。";
    NoteRecreated: "{0} was there with different uids; the one created last was kept.", "{0} 以不同的 uid 出现；保留了最后创建的。";
    NoteSharedUid: "Different objects have the same uid: {0}.", "不同的对象有相同的 uid：{0}。";
    NoteUidMadeUp: "{0} has no uid; one was made up.", "{0} 没有 uid；已编造一个。";
    NoteOwnerWithoutUid: "{0} names an owner without its uid, and there is no object of that kind and name; a uid was made up for it.", "{0} 列出了没有 uid 的属主，且没有该类型和名称的对象；已为其编造一个 uid。";
    NoteNamespaceAssumed: "{0} has no namespace; it was put into `default`.", "{0} 没有命名空间；已放入 `default`。";
    NoteNamespaceDropped: "{0} has a namespace though its kind has none; it was dropped.", "{0} 的类型不属于命名空间；已去掉其命名空间。";
    NoteKindAssumed: "Nothing defines the kind {0}: that it is served as {1}, {2}, is assumed from its objects.", "没有类型 {0} 的定义：根据其对象假定它以 {1} 提供，{2}。";
    NoteNamespaced: "namespaced", "属于命名空间";
    NoteClusterScoped: "cluster-scoped", "集群范围";
    NoteVersionAssumed: "{0} of the kind {1} is not built into this version of Kubernetes; it is taken as served.", "类型 {1} 的 {0} 不是此 Kubernetes 版本内置的；视为已提供。";
    NoteApiVersionAssumed: "{0} has no apiVersion; the only one with that kind was taken.", "{0} 没有 apiVersion；采用了唯一具有该类型的版本。";
    NoteSkipped: "{0} was left out: {1}.", "{0} 被略过：{1}。";
    SkippedScalar: "a single value is no object", "单个值不是对象";
    SkippedList: "the list holds no objects", "列表中没有对象";
    SkippedNoKind: "it has no kind", "没有 kind";
    SkippedNoApiVersion: "it has no apiVersion", "没有 apiVersion";
    SkippedNoName: "it has no name", "没有名称";
    NoteMoreSkipped: "{0} more things that are no objects were left out.", "另有 {0} 处不是对象的内容被略过。";
    NoteFileSkipped: "Left out: {0}", "已略过：{0}";
    NoteFilesPassedOver: "Files left out because {1}: {2}, such as {0}.", "因{1}而略过 {2} 个文件，例如 {0}。";
    PassedOverName: "their names are not those of JSON or YAML files", "文件名不是 JSON 或 YAML 文件";
    PassedOverLink: "links are not followed", "不跟随链接";
    PassedOverSpecial: "they are no ordinary files", "它们不是普通文件";
    PassedOverUnreadable: "they may not be read", "没有读取权限";
    NoteOmitted: "The result does not list everything: it leaves out requests ({0}), Events ({1}), traced steps ({2}), and changes of nodes and zones ({3}).", "结果没有列出全部内容：略去了 {0} 个请求、{1} 个 Event、{2} 个跟踪步骤，以及 {3} 个节点和可用区的变化。";
    NoteSkippedMore: "{0} and {1} more places of that file were left out: {2}.", "{0} 以及该文件中另外 {1} 处被略过：{2}。";
    NoteFilesSkippedMore: "{0} more files were left out; --json lists them all.", "另有 {0} 个文件被略过；--json 会全部列出。";
    NoteStrayText: "{0}: lines that are neither objects nor messages of kubectl were passed over ({1}).", "{0}：略过了 {1} 行既不是对象也不是 kubectl 消息的文字。";
    NoteOwnerGuessed: "{0} names an owner without its uid: probably the object of that kind and name, which is taken for it.", "{0} 列出了没有 uid 的属主：很可能就是该类型和名称的对象，因此视为它。";
    NoteUidFromReferences: "{0} has no uid; the one by which its dependents name it was taken.", "{0} 没有 uid；采用了其从属对象引用它时所用的 uid。";
    NoteTextPassedOver: "{0}: messages or logs were passed over ({1}).", "{0}：略过了 {1} 行消息或日志。";
    NoteIncompleteDiscovery: "{0}: kubectl could not list {1}, so objects may be missing, and namespaces cannot be finished.", "{0}：kubectl 无法列出 {1}，因此可能缺少对象，且命名空间无法完成删除。";
    NoteApiServiceUnavailable: "APIService {0} is not available ({1}): discovery fails, and namespaces cannot be finished.", "APIService {0} 不可用（{1}）：API 发现失败，命名空间无法完成删除。";
    NoteNotRead: "{0} was not read: {1}. Its objects are missing here.", "{0} 未能读取：{1}。此处缺少其对象。";
    NotListedUnauthorized: "the server does not know who asks (401)", "服务器不认识请求者（401）";
    NotListedForbidden: "listing it is not allowed (403)", "没有列出它的权限（403）";
    NotListedNotFound: "the server does not find it (404)", "服务器找不到它（404）";
    NotListedWholeObjectsOnly: "the server does not hand out metadata alone (406)", "服务器不能只提供元数据（406）";
    NotListedChangesTooFast: "its pages expired before they could be read (410)", "分页在读完之前就已过期（410）";
    NotListedStatus: "the server answered {0}", "服务器返回 {0}";
    NotListedUnreachable: "the server did not answer", "服务器没有应答";
    NotListedUnreadable: "the answer is not a list of objects", "应答不是对象列表";
    NoteOneNamespaceRead: "Only the namespace {0} was read: of other namespaces, and of the resources without a namespace ({1}), nothing is known. Owners there are taken as existing.", "只读取了命名空间 {0}：其他命名空间以及不属于命名空间的资源（{1} 种）均未知。那里的属主视为存在。";
    NoteEventsNotRead: "Events were not asked for: the garbage collector ignores them.", "没有读取 Event：垃圾回收器会忽略它们。";
    NotePodsTakenAsRunning: "Only metadata was read of the pods ({0}): they are taken to run, with a grace period of 30 s.", "只读取了 Pod（{0} 个）的元数据：假定它们正在运行，宽限期为 30 秒。";
    NoteOtherVersion: "The cluster says that it is {0}; it is simulated as 1.{1}.", "集群的版本是 {0}；按 1.{1} 模拟。";
    NoteDiscoveryFailureTold: "A condition of {0} says that discovery fails; the dump holds no APIServices that would say so themselves.", "{0} 的状况说明 API 发现失败；转储中没有可以直接说明这一点的 APIService。";
    NoteController: "The controller {0} is simulated as far as its revisions go: it makes no pods.", "控制器 {0} 只模拟到其修订版：它不创建 Pod。";
    NoteFlag: "The flag {0} belongs to a controller that is not simulated yet and has no effect here.", "标志 {0} 属于尚未模拟的控制器，在此没有作用。";
    NoteOlderMinor: "Kubernetes 1.{0} is older than what was compared (1.29 to 1.37). Everything is as in 1.29, its built-in kinds included, which is not certain; what is known to differ: {1}", "Kubernetes 1.{0} 早于已比较的版本（1.29 至 1.37）。一切按 1.29 模拟（包括内置类型），并不确定；已知的差异：{1}";
    NoteOlderMinorSame: "Kubernetes 1.{0} is older than what was compared (1.29 to 1.37). Everything is as in 1.29, its built-in kinds included, which is not certain; nothing is known to differ.", "Kubernetes 1.{0} 早于已比较的版本（1.29 至 1.37）。一切按 1.29 模拟（包括内置类型），并不确定；没有已知的差异。";
    NoteSwitch: "The switch {0} belongs to a mechanism that is not simulated and has no effect here.", "开关 {0} 属于未模拟的机制，在此没有作用。";
    NoteGate: "The feature gate {0} changes nothing that is simulated.", "特性门控 {0} 不影响任何被模拟的内容。";
    VersionsHead: "Simulated: Kubernetes 1.{0} to 1.{1}; compared line by line: 1.{2} to 1.{3}.", "可模拟：Kubernetes 1.{0} 至 1.{1}；逐行比较过：1.{2} 至 1.{3}。";
    VersionsSince: "Since 1.{0}", "自 1.{0} 起";
    VersionsUntil: "Up to 1.{0}", "至 1.{0} 为止";
    VersionsNever: "In no version by default", "任何版本默认都没有";
    VersionsGate: "feature gate {0}", "特性门控 {0}";
    VersionsPatch: "from {0}", "从 {0} 起";
    VersionsNotSimulated: "not simulated", "未模拟";
    VersionsFromTo: "From Kubernetes 1.{0} to 1.{1}", "从 Kubernetes 1.{0} 到 1.{1}";
    VersionsSame: "Kubernetes 1.{0} and 1.{1} behave the same, as far as is known.", "就目前所知，Kubernetes 1.{0} 与 1.{1} 行为相同。";
    VersionsOutcomes: "Changes which objects live, what is evicted, or when:", "改变哪些对象存活、何者被驱逐或时间：";
    VersionsRequests: "Changes requests, retries, codes, events or texts:", "改变请求、重试、状态码、事件或文字：";
    AndMore: "{0} and {1} more", "{0} 等另外 {1} 个";

    OutcomeStuck: "stuck", "卡住";
    OutcomeWillBeDeleted: "will be deleted", "将被删除";
    OutcomeSlow: "slow", "缓慢";
    OutcomeUncollectable: "uncollectable", "无法回收";
    OutcomeLosesReference: "loses a reference", "将失去引用";
    OutcomeStays: "stays", "保留";
    OutcomeCannotVerify: "cannot verify", "无法核实";

    ProblemTerminating: "waits for {0}", "等待 {0}";
    ProblemTerminatingOwnerGone: "waits for {0}; its owner {1} does not exist", "等待 {0}；其属主 {1} 不存在";
    ProblemFollowsNamespace: "its namespace is being deleted", "其命名空间正在删除";
    ProblemFollowsDefinition: "the definition of its kind is being deleted", "其类型的定义正在删除";
    ProblemFollowsService: "the Service that it belongs to goes", "它所属的 Service 将消失";
    ProblemFollowsWaiting: "its owner {0} is being deleted in the foreground, and no other owner lives", "其属主 {0} 正以前台方式删除，且没有其他存活的属主";
    ProblemFollowsOwner: "its owner {0} goes, and no other owner lives", "其属主 {0} 将消失，且没有其他存活的属主";
    ProblemTwoControllers: "more than one of its references names a controller, so the API server refuses every change of it", "多于一个引用标记为 controller，因此 API 服务器拒绝对它的任何修改";
    ProblemUidNamedTwice: "it names one uid twice, once as {0}, which does not exist: the collector then takes both references off", "它两次引用同一 uid，其中一次是不存在的 {0}：收集器会把两个引用都移除";
    ProblemSharedUid: "it has the same uid as {0}, and the collector takes them for one object", "它与 {0} 的 uid 相同，收集器会把它们视为同一对象";
    ProblemOwnsItself: "it owns itself", "它拥有自己";
    ProblemCircle: "it and {0} own each other in a circle", "它与 {0} 循环拥有";
    ProblemBlockingCircle: "it and {0} own each other in a circle, every reference of which blocks: deleted in the foreground together, they wait for each other for ever", "它与 {0} 循环拥有，且每个引用都会阻塞：若同时以前台方式删除，它们会永远互相等待";

    FaultOtherNamespace: "its owner {0} is not in its namespace: the uid is that of {1}, where the collector never looks", "其属主 {0} 不在其命名空间中：该 uid 属于 {1}，收集器不会到那里查找";
    FaultNamespacedOwner: "it is cluster-scoped and names the namespaced {0} as its owner, which can never be found", "它是集群范围的，却把命名空间范围的 {0} 列为属主，永远无法找到";
    FaultNamespacedOwnerFound: "it is cluster-scoped and names the namespaced {0} as its owner ({1}), which can never be found", "它是集群范围的，却把命名空间范围的 {0}（{1}）列为属主，永远无法找到";
    FaultWrongKind: "it names {2} as its owner, but the uid is that of {1}", "它的属主写作 {2}，但该 uid 属于 {1}";
    FaultWrongName: "it names {0} as its owner, but the uid is that of {1}", "它的属主写作 {0}，但该 uid 属于 {1}";
    FaultWrongApiVersion: "it names its owner {1} as {2}, and that is not served", "它把属主 {1} 写作 {2}，而该类型未被提供";
    FaultRecreated: "its owner {0} was made anew: {1} is there, but is younger than it and has another uid", "其属主 {0} 已重新创建：{1} 存在，但比它新且 uid 不同";
    FaultWrongUid: "its owner {0} has another uid: {1} is there, but it is not the one that is meant", "其属主 {0} 的 uid 不同：{1} 存在，但不是所指的那个";
    FaultNoUid: "it names its owner {0} without a uid, which matches nothing", "它引用属主 {0} 却没有 uid，不匹配任何对象";
    FaultUnknownKind: "its owner {0} is of the kind {2}, which is not served: the collector asks for it for ever, and decides nothing", "其属主 {0} 的类型 {2} 未被提供：收集器会一直查询，无法作出决定";
    FaultAbsent: "its owner {0} does not exist", "其属主 {0} 不存在";
    FaultNotInDump: "its owner {0} cannot be checked: the dump holds no {2} at all", "无法检查其属主 {0}：转储中没有任何 {2}";

    BlockerDependent: "its blocking dependent {0}", "阻塞它的从属对象 {0}";
    BlockerUnmappedKind: "its blocking dependent {0}, about which the collector cannot decide, since the kind {1} of an owner is not served", "阻塞它的从属对象 {0}，收集器无法对其作出决定，因为其属主的类型 {1} 未被提供";
    BlockerScopeMismatch: "its blocking dependent {0}, which is cluster-scoped and names a namespaced owner", "阻塞它的从属对象 {0}，它是集群范围的，却列出了命名空间范围的属主";
    BlockerDeadlock: "what waits for it: {0} wait for each other in a circle", "等待它的对象：{0} 循环互相等待";
    BlockerRefusal: "{0}, whose reference to it the API server refuses to take off ({1})", "{0}，API 服务器拒绝移除其引用（{1}）";
    BlockerInstance: "its instance {0}", "其实例 {0}";
    BlockerContent: "{0} in it", "其中的 {0}";
    BlockerContentAfterPods: "{0} in it, once the pods are gone", "其中的 {0}（在 Pod 消失之后）";
    BlockerDiscovery: "discovery of {0}, which fails: {1}", "{0} 的 API 发现，它失败了：{1}";
    BlockerWholeDiscovery: "discovery, which fails: {0}", "API 发现，它失败了：{0}";
    BlockerCondition: "content that its condition {0} tells of: {1}", "其状况 {0} 所述的内容：{1}";
    BlockerSpecFinalizer: "the token {0} in its spec.finalizers", "其 spec.finalizers 中的 {0}";
    BlockerGrace: "the kubelet of {0}, until its grace period is over", "{0} 的 kubelet，直到宽限期结束";
    BlockerUnconfirmed: "the kubelet of {0}, which should have confirmed long ago that it stopped", "{0} 的 kubelet，它早该确认该 Pod 已停止";
    BlockerNoKubelet: "a kubelet, and none is simulated", "kubelet，但未模拟任何 kubelet";
    BlockerNamespaceController: "the namespace controller, which has nothing else to wait for", "命名空间控制器，它已没有其他需要等待的";
    BlockerController: "whoever takes {0} off, who has nothing else to wait for", "负责移除 {0} 的控制器，它已没有其他需要等待的";
    BlockerNothing: "the next write, which removes it", "下一次写入，届时它会被移除";
    DiscoveryUnavailable: "its server cannot handle the request now", "其服务器目前无法处理请求";
    DiscoveryStale: "its server does not answer, and what is known is stale", "其服务器没有应答，已知信息已过时";
    CauseRequired: "a member is missing", "缺少字段";
    CauseInvalid: "a member is invalid", "字段无效";
    CauseNotSupported: "a word is not supported", "不支持的取值";
    CauseForbidden: "a change is forbidden", "禁止的修改";
    CauseNamespaceTerminating: "its namespace is being deleted", "其命名空间正在删除";

    MissingKind: "add them: kubectl get {0} -A", "请补充：kubectl get {0} -A";
    MissingDefinitions: "add the definitions, which say whether the kind is served: kubectl get crd", "请补充定义，以确定该类型是否被提供：kubectl get crd";
    MissingGroupVersion: "repair discovery of {0}, and make the dump again", "请修复 {0} 的 API 发现后重新导出";
    MissingContent: "add the content that the namespace's conditions tell of: kubectl get {0}", "请补充命名空间状况所述的内容：kubectl get {0}";
    MissingLater: "it was not followed for longer", "没有继续模拟更长时间";

    AimFrees: "so that it goes", "使其消失";
    AimKeeps: "so that it stays", "使其保留";
    AimRepairs: "so that it is right", "使其正确";
    EditRepairDiscovery: "repair what makes discovery fail", "请修复导致 API 发现失败的原因";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    #[test]
    fn every_phrase_has_both_languages_with_the_same_places() {
        for &phrase in Phrase::ALL {
            let (en, zh) = (phrase.text(Lang::En), phrase.text(Lang::Zh));
            assert!(!en.trim().is_empty() && !zh.trim().is_empty(), "{phrase:?}");
            assert_eq!(places(en), places(zh), "{phrase:?}");
            assert!(
                zh == en || zh.chars().any(|letter| letter > '\u{2e80}') || zh.contains('{'),
                "{phrase:?}: {zh}"
            );
        }
    }
}
