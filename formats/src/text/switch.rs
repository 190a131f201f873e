use super::Lang;
use kubeloupe_core::versions::Switch;

/// What the simulated cluster does with this switch on or off, in one sentence.
pub fn switch(switch: Switch, on: bool, lang: Lang) -> &'static str {
    let Sentences { off, on: is_on } = sentences(switch);
    let [en, zh] = if on { is_on } else { off };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// Both behaviours, each in English and Simplified Chinese.
struct Sentences {
    off: [&'static str; 2],
    on: [&'static str; 2],
}

fn sentences(switch: Switch) -> Sentences {
    let say = |off, on| Sentences { off, on };
    match switch {
        Switch::GcDeleteUsesResourceVersion => say(
            [
                "The collector deletes with the uid alone: an object that is adopted between its GET and its DELETE goes all the same.",
                "垃圾收集器删除时只带 uid：对象即使在其 GET 与 DELETE 之间被收养，也照样被删除。",
            ],
            [
                "The collector deletes with uid and resourceVersion: a change in between is a conflict, and an adopted object stays.",
                "垃圾收集器删除时带 uid 和 resourceVersion：期间的变化会造成冲突，被收养的对象得以保留。",
            ],
        ),
        Switch::GcConflictGoneIsNotFound => say(
            [
                "When the second look after a conflict finds nothing, the collector takes that for success and waits for the watch event (up to 1.33 there is no second look).",
                "冲突后再次查看时若对象已不存在，垃圾收集器视为成功，等待 watch 事件（1.33 及以前没有再次查看）。",
            ],
            [
                "When the second look after a conflict finds nothing, that counts as the DELETE having answered 404.",
                "冲突后再次查看时若对象已不存在，等同于 DELETE 应答 404。",
            ],
        ),
        Switch::GcDeleteNotFoundIsVirtualDelete => say(
            [
                "A DELETE answered with 404 is an error: the item is retried after its back-off.",
                "DELETE 应答 404 视为错误：该项退避后重试。",
            ],
            [
                "A DELETE answered with 404 tells the graph at once that the object is gone.",
                "DELETE 应答 404 会立即通知图：该对象已不存在。",
            ],
        ),
        Switch::GcStartGateTimeout => say(
            [
                "The collector waits for every monitor before it begins: one that never syncs keeps it idle for ever.",
                "垃圾收集器等所有监视器同步后才开始：只要有一个始终不同步，它就一直空闲。",
            ],
            [
                "The collector begins after 30 s even if some monitor has not synced.",
                "即使有监视器未同步，垃圾收集器也会在 30 秒后开始。",
            ],
        ),
        Switch::GcWorkersPauseDuringResync => say(
            [
                "The collector goes on working while a changed set of resources is brought in.",
                "资源集合变化时，垃圾收集器在重新同步期间继续工作。",
            ],
            [
                "The collector pauses while a changed set of resources is brought in, and repeats a failed round every 100 ms.",
                "资源集合变化时，垃圾收集器在重新同步期间暂停，失败的一轮每 100 毫秒重试一次。",
            ],
        ),
        Switch::NamespacePodsFirst => say(
            [
                "Everything in a namespace is deleted in one pass: ConfigMaps and Secrets disappear while pods are still in their grace period.",
                "命名空间的内容在一轮中全部删除：Pod 还在宽限期内，ConfigMap 和 Secret 就已消失。",
            ],
            [
                "A namespace's pods go first: nothing else in it is touched while a pod is left.",
                "命名空间中的 Pod 最先删除：只要还有 Pod，其他内容都不动。",
            ],
        ),
        Switch::ApiGraceNeverIntoPast => say(
            [
                "Shortening a grace period may move deletionTimestamp into the past.",
                "缩短宽限期可能把 deletionTimestamp 移到过去。",
            ],
            [
                "Shortening a grace period never moves deletionTimestamp before now; a period that is over already becomes one second.",
                "缩短宽限期时 deletionTimestamp 不会早于当前时间；已过期的宽限期变为一秒。",
            ],
        ),
        Switch::ApiPodGeneration => say(
            ["Pods have no generation.", "Pod 没有 generation。"],
            [
                "A new pod has generation 1, and its graceful deletion adds one.",
                "新 Pod 的 generation 为 1，优雅删除时加一。",
            ],
        ),
        Switch::ApiOwnerReferenceIndexedCauses => say(
            [
                "A refused owner reference is reported without its place in the list, and every empty member is called invalid.",
                "被拒绝的属主引用不报告其在列表中的位置，空成员一律称为无效。",
            ],
            [
                "A refused owner reference is reported with its place in the list, and an empty member is called required.",
                "被拒绝的属主引用会报告其在列表中的位置，空成员称为必填。",
            ],
        ),
        Switch::ApiOwnerReferencePlainTexts => say(
            [
                "The message about an empty member of an owner reference repeats its name: \"uid must not be empty\".",
                "属主引用成员为空时，消息会重复成员名：“uid must not be empty”。",
            ],
            [
                "The message about an empty member of an owner reference is plain: \"must not be empty\".",
                "属主引用成员为空时，消息只说：“must not be empty”。",
            ],
        ),
        Switch::ApiPutMissingWithUidNotFound => say(
            [
                "A PUT with a uid on an object that is gone is answered with 409.",
                "对已不存在的对象做带 uid 的 PUT，应答 409。",
            ],
            [
                "A PUT with a uid on an object that is gone is answered with 404.",
                "对已不存在的对象做带 uid 的 PUT，应答 404。",
            ],
        ),
        Switch::ApiBadDeleteOptions400 => say(
            [
                "DeleteOptions that cannot be read are answered with 500.",
                "无法解析的 DeleteOptions 应答 500。",
            ],
            [
                "DeleteOptions that cannot be read are answered with 400.",
                "无法解析的 DeleteOptions 应答 400。",
            ],
        ),
        Switch::ApiGenerateNameRetries => say(
            [
                "A generated name that is taken is answered with AlreadyExists.",
                "generateName 生成的名字若已被占用，应答 AlreadyExists。",
            ],
            [
                "A generated name that is taken is generated anew, up to eight names in all.",
                "generateName 生成的名字若已被占用，会重新生成，最多共八个名字。",
            ],
        ),
        Switch::ApiUpdateInMissingNamespace => say(
            [
                "An update in a namespace that does not exist is answered with 404 of the namespace.",
                "在不存在的命名空间中更新对象，应答该命名空间的 404。",
            ],
            [
                "An update is never stopped because its namespace does not exist.",
                "更新不会因命名空间不存在而被拦下。",
            ],
        ),
        Switch::ApiCreateByPutClearsSystemFields => say(
            [
                "A PUT or apply that creates keeps the uid and the timestamps of its body.",
                "以 PUT 或 apply 创建对象时，保留请求体中的 uid 和时间戳。",
            ],
            [
                "A PUT or apply that creates gets a new uid and new timestamps, as a POST does.",
                "以 PUT 或 apply 创建对象时，与 POST 一样分配新的 uid 和时间戳。",
            ],
        ),
        Switch::ApiDuplicateOwnersDropped => say(
            [
                "Owner references that are wholly equal are kept.",
                "完全相同的属主引用会保留。",
            ],
            [
                "Owner references that are wholly equal are dropped, with a warning.",
                "完全相同的属主引用会去重，并给出警告。",
            ],
        ),
        Switch::ApiNegativeGraceIsOne => say(
            [
                "A negative grace period is taken as it is: the pod goes at once, and one that finalizers hold never goes.",
                "负的宽限期按原样使用：Pod 立即消失；若有 finalizer 阻止，则永远不会消失。",
            ],
            [
                "A negative grace period counts as one second.",
                "负的宽限期按一秒处理。",
            ],
        ),
        Switch::ApiPrivateDeleteOptions => say(
            [
                "All objects of a deletecollection share one copy of the options: the grace period of the first pod holds for those after it.",
                "deletecollection 的所有对象共用一份选项：第一个 Pod 的宽限期对其后的 Pod 也生效。",
            ],
            [
                "Each object of a deletecollection gets its own copy of the options.",
                "deletecollection 的每个对象各有一份选项。",
            ],
        ),
        Switch::ApiPreconditionFollowsWrite => say(
            [
                "A resourceVersion precondition is checked against the version that the same DELETE has just written: 409, and the object stays.",
                "resourceVersion 前置条件会与同一个 DELETE 刚写入的版本比较：应答 409，对象保留。",
            ],
            [
                "A resourceVersion precondition follows what the same DELETE writes on its way.",
                "resourceVersion 前置条件随同一个 DELETE 的中间写入而更新。",
            ],
        ),
        Switch::NodeGrace50s => say(
            [
                "A node that does not report is Unknown after 40 s by default.",
                "节点默认 40 秒无上报即为 Unknown。",
            ],
            [
                "A node that does not report is Unknown after 50 s by default.",
                "节点默认 50 秒无上报即为 Unknown。",
            ],
        ),
        Switch::NodeNoexecuteByCurrentCondition => say(
            [
                "The NoExecute taint follows the Ready condition as it was when the pass began: a node just found Unknown gets its taint one pass (5 s) later.",
                "NoExecute 污点取决于本轮开始时的 Ready 状况：刚判定为 Unknown 的节点要到下一轮（5 秒后）才加污点。",
            ],
            [
                "The NoExecute taint follows the Ready condition that this pass has just set.",
                "NoExecute 污点取决于本轮刚设置的 Ready 状况。",
            ],
        ),
        Switch::NodeLeaseCircuitBreaker => say(
            [
                "A node whose lease seems expired is marked at once.",
                "租约看似过期的节点会立即被标记。",
            ],
            [
                "When leases seem expired because the cache is old, they are read from the API server before any node is marked.",
                "若租约看似过期是因为缓存陈旧，则先从 API 服务器读取，再标记节点。",
            ],
        ),
        Switch::NodeMissingReadyRetries => say(
            [
                "A node without a Ready condition makes the controller crash.",
                "节点没有 Ready 状况会使控制器崩溃。",
            ],
            [
                "A node without a Ready condition is looked at again after 50 ms.",
                "节点没有 Ready 状况时，50 毫秒后再看。",
            ],
        ),
        Switch::TaintEvictionForgetsDoneWork => say(
            [
                "A pod whose deletion was asked for stays known until it is gone: a change of taints starts no new timer for it.",
                "已请求删除的 Pod 在消失前一直被记住：污点变化不会为它启动新的计时。",
            ],
            [
                "A pod whose deletion was asked for is forgotten at once: a change of taints starts a new timer, and perhaps a second DELETE.",
                "已请求删除的 Pod 立即被遗忘：污点变化会启动新的计时，可能再次 DELETE。",
            ],
        ),
        Switch::TaintEvictionCancelBeatsFiredTimer => say(
            [
                "A cancellation that comes after the timer has fired is too late: the pod is deleted.",
                "计时触发之后的取消为时已晚：Pod 被删除。",
            ],
            [
                "A cancellation wins as long as the deletion has not begun.",
                "只要删除尚未开始，取消就有效。",
            ],
        ),
        Switch::TolerationComparisonOperators => say(
            [
                "The operators Lt and Gt of a toleration never match.",
                "容忍度的 Lt 和 Gt 运算符从不匹配。",
            ],
            [
                "The operators Lt and Gt of a toleration compare numbers.",
                "容忍度的 Lt 和 Gt 运算符比较数值。",
            ],
        ),
        Switch::ConditionObservedGeneration => say(
            [
                "The condition DisruptionTarget carries no observedGeneration.",
                "DisruptionTarget 状况不带 observedGeneration。",
            ],
            [
                "The condition DisruptionTarget carries the pod's observedGeneration.",
                "DisruptionTarget 状况带有 Pod 的 observedGeneration。",
            ],
        ),
        Switch::KubeletStatusOffset => say(
            [
                "A kubelet reports an unchanged status exactly every 5 minutes.",
                "状态不变时，kubelet 恰好每 5 分钟上报一次。",
            ],
            [
                "After a change of its status, a kubelet shifts its next report once, by up to half of the 5 minutes.",
                "状态变化之后，kubelet 会把下一次上报一次性错开，最多 5 分钟的一半。",
            ],
        ),
        Switch::RsPodsByOwnerIndex => say(
            [
                "A ReplicaSet looks through all pods of its namespace, and takes those whose controller has its uid.",
                "ReplicaSet 查看命名空间中的所有 Pod，取控制者 uid 与自己相同的。",
            ],
            [
                "A ReplicaSet takes the pods whose controller fits it in kind, name and uid.",
                "ReplicaSet 取控制者的类型、名字和 uid 都相符的 Pod。",
            ],
        ),
        Switch::RsExactAvailabilityRequeue => say(
            [
                "A ReplicaSet looks again one second after minReadySeconds.",
                "ReplicaSet 在 minReadySeconds 之后再过一秒复查。",
            ],
            [
                "A ReplicaSet looks again exactly when its next pod becomes available.",
                "ReplicaSet 恰好在下一个 Pod 变为可用时复查。",
            ],
        ),
        Switch::PodAvailableAtBoundary => say(
            [
                "At the very instant at which minReadySeconds end, a pod is not yet available.",
                "minReadySeconds 到期的那一刻，Pod 还不算可用。",
            ],
            [
                "At the very instant at which minReadySeconds end, a pod is available.",
                "minReadySeconds 到期的那一刻，Pod 即为可用。",
            ],
        ),
        Switch::RsTerminatingReplicas => say(
            [
                "The status does not count terminating pods.",
                "状态中不统计正在终止的 Pod。",
            ],
            [
                "The status counts terminating pods in terminatingReplicas.",
                "状态以 terminatingReplicas 统计正在终止的 Pod。",
            ],
        ),
        Switch::RsConsistencyStore => say(
            [
                "Only expectations keep a ReplicaSet from acting on an old cache.",
                "只有期望机制防止 ReplicaSet 依据陈旧缓存行动。",
            ],
            [
                "A ReplicaSet waits until its caches hold what it last wrote.",
                "ReplicaSet 等缓存赶上自己最近的写入后才行动。",
            ],
        ),
        Switch::DsConsistencyStore => say(
            [
                "Only expectations keep a DaemonSet from acting on an old cache.",
                "只有期望机制防止 DaemonSet 依据陈旧缓存行动。",
            ],
            [
                "A DaemonSet waits until its caches hold what it last wrote.",
                "DaemonSet 等缓存赶上自己最近的写入后才行动。",
            ],
        ),
        Switch::SsConsistencyStore => say(
            [
                "A StatefulSet may act on an old cache.",
                "StatefulSet 可能依据陈旧缓存行动。",
            ],
            [
                "A StatefulSet waits until its caches hold what it last wrote.",
                "StatefulSet 等缓存赶上自己最近的写入后才行动。",
            ],
        ),
        Switch::JobConsistencyStore => say(
            [
                "Only expectations keep a Job from acting on an old cache.",
                "只有期望机制防止 Job 依据陈旧缓存行动。",
            ],
            [
                "A Job waits until its caches hold what it last wrote.",
                "Job 等缓存赶上自己最近的写入后才行动。",
            ],
        ),
        Switch::RankingSidecarRestarts => say(
            [
                "Restarts of sidecars do not matter for which pod is deleted first.",
                "选择先删哪个 Pod 时，不看 sidecar 的重启次数。",
            ],
            [
                "Restarts of sidecars break ties when a pod to delete is chosen.",
                "选择先删哪个 Pod 时，以 sidecar 的重启次数打破平局。",
            ],
        ),
        Switch::DeploymentNameCut => say(
            [
                "A ReplicaSet's name is the Deployment's with the hash: one that is too long is refused by the API server.",
                "ReplicaSet 的名字是 Deployment 名加哈希：过长会被 API 服务器拒绝。",
            ],
            [
                "A ReplicaSet's name that would be too long is cut to fit.",
                "ReplicaSet 的名字过长时会被截短。",
            ],
        ),
        Switch::DeploymentRecreateAlwaysEnqueues => say(
            [
                "A Deployment that recreates is looked at again only when its last pod has gone.",
                "Recreate 的 Deployment 仅在最后一个 Pod 消失后再次处理。",
            ],
            [
                "A Deployment that recreates is looked at again for every pod that goes.",
                "Recreate 的 Deployment 在每个 Pod 消失时都会再次处理。",
            ],
        ),
        Switch::DeploymentScalingTextsFromTo => say(
            [
                "Scaling events say \"Scaled up replica set X to N\", some with \"from M\" at the end.",
                "扩缩容事件写作“Scaled up replica set X to N”，有时末尾带“from M”。",
            ],
            [
                "Scaling events say \"Scaled up replica set X from M to N\".",
                "扩缩容事件写作“Scaled up replica set X from M to N”。",
            ],
        ),
        Switch::DaemonsetRelabelOnce => say(
            [
                "Where several revisions match, a DaemonSet relabels its pods once for each surplus one.",
                "多个修订匹配时，DaemonSet 对每个多余修订都重新打一遍标签。",
            ],
            [
                "Where several revisions match, a DaemonSet relabels its pods once.",
                "多个修订匹配时，DaemonSet 只重新打一次标签。",
            ],
        ),
        Switch::RevisionOmitsCreationTimestamp => say(
            [
                "The bytes of a revision hold creationTimestamp: null.",
                "修订的字节中含有 creationTimestamp: null。",
            ],
            [
                "The bytes of a revision hold no creationTimestamp, so that its hash is another one.",
                "修订的字节中没有 creationTimestamp，因此哈希不同。",
            ],
        ),
        Switch::RevisionEqualityIgnoresLabels => say(
            [
                "Two revisions with different hash labels are unequal even with equal data.",
                "哈希标签不同的两个修订即使数据相同也不相等。",
            ],
            [
                "Two revisions with equal data are equal, whatever their labels say.",
                "数据相同的两个修订相等，不看标签。",
            ],
        ),
        Switch::StatefulsetSemanticRevisionComparison => say(
            [
                "A StatefulSet compares revisions byte by byte: an upgrade that writes them otherwise restarts its pods.",
                "StatefulSet 逐字节比较修订：升级后写法不同就会重启 Pod。",
            ],
            [
                "A StatefulSet compares revisions by meaning: an upgrade that writes them otherwise restarts nothing.",
                "StatefulSet 按含义比较修订：升级后写法不同也不会重启 Pod。",
            ],
        ),
        Switch::StatefulsetNegativeHistoryLimitOk => say(
            [
                "A negative revisionHistoryLimit makes the controller crash.",
                "负的 revisionHistoryLimit 会使控制器崩溃。",
            ],
            [
                "A negative revisionHistoryLimit deletes nothing.",
                "负的 revisionHistoryLimit 不删除任何修订。",
            ],
        ),
        Switch::StatefulsetOnDeleteCompletes => say(
            [
                "With OnDelete, the old revision stays the current one for ever.",
                "使用 OnDelete 时，旧修订始终是当前修订。",
            ],
            [
                "With OnDelete, the new revision becomes the current one when all pods carry it.",
                "使用 OnDelete 时，所有 Pod 都用上新修订后，它成为当前修订。",
            ],
        ),
        Switch::StatefulsetClaimsControllerReference => say(
            [
                "A StatefulSet's claims do not block it: its foreground deletion does not wait for them.",
                "StatefulSet 的 PVC 不阻塞它：前台删除不等待它们。",
            ],
            [
                "A StatefulSet's claims name it as their blocking controller: its foreground deletion waits for them.",
                "StatefulSet 的 PVC 以它为阻塞性控制者：前台删除会等待它们。",
            ],
        ),
        Switch::StatefulsetWaitsForAvailable => say(
            [
                "A StatefulSet goes on once a pod is ready.",
                "Pod 就绪后 StatefulSet 即继续。",
            ],
            [
                "A StatefulSet goes on once a pod is available, minReadySeconds included.",
                "Pod 可用（计入 minReadySeconds）后 StatefulSet 才继续。",
            ],
        ),
        Switch::HistoryByOwnerIndex => say(
            [
                "Revisions are looked for among all that carry the labels; the controller's uid decides.",
                "在所有带相应标签的修订中查找，以控制者的 uid 判定。",
            ],
            [
                "Revisions are found by the kind, name and uid of their controller.",
                "按控制者的类型、名字和 uid 查找修订。",
            ],
        ),
        Switch::InformerStrictOrder => say(
            [
                "An informer that lags hands over all changes of one object together, at the place of the first.",
                "informer 滞后时，会把同一对象的所有变化一起在第一个变化的位置交出。",
            ],
            [
                "An informer hands over changes in the order in which they came.",
                "informer 严格按到达顺序交出变化。",
            ],
        ),
        Switch::InformerBatches => say(
            [
                "An informer changes its store and calls the handlers object by object.",
                "informer 逐个对象更新缓存并调用处理函数。",
            ],
            [
                "An informer that lags puts up to 1000 objects into its store before it calls their handlers.",
                "informer 滞后时，先把最多 1000 个对象放入缓存，再调用处理函数。",
            ],
        ),
        Switch::InformerRelistDeletesFirst => say(
            [
                "After a relist, an informer tells what there is, and then what is gone.",
                "重新列举后，informer 先报告现有对象，再报告消失的对象。",
            ],
            [
                "After a relist, an informer tells what is gone, and then what there is.",
                "重新列举后，informer 先报告消失的对象，再报告现有对象。",
            ],
        ),
        Switch::InformerAtomicRelist => say(
            [
                "After a relist, an informer's store changes object by object.",
                "重新列举后，informer 的缓存逐个对象变化。",
            ],
            [
                "After a relist, an informer's store is replaced in one step, before any handler is called.",
                "重新列举后，informer 的缓存一步整体替换，然后才调用处理函数。",
            ],
        ),
        Switch::HostNetworkPortsInTemplates => say(
            [
                "Pod templates with hostNetwork are stored as they were sent.",
                "使用 hostNetwork 的 Pod 模板按原样保存。",
            ],
            [
                "Pod templates with hostNetwork get host ports by default, which changes their hash.",
                "使用 hostNetwork 的 Pod 模板默认补上主机端口，其哈希随之改变。",
            ],
        ),
    }
}
