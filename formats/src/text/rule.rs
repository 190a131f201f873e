use super::Lang;

macro_rules! rules {
    ($($id:literal: $en:literal, $zh:literal;)*) => {
        /// Every rule with its short explanation in English and Simplified Chinese.
        pub const RULES: &[(&str, [&str; 2])] = &[$(($id, [$en, $zh])),*];
    };
}

/// What a rule says, in short; `None` for an id that is none.
pub fn rule(id: &str, lang: Lang) -> Option<&'static str> {
    let (_, texts) = RULES.iter().find(|(known, _)| *known == id)?;
    Some(match lang {
        Lang::En => texts[0],
        Lang::Zh => texts[1],
    })
}

rules! {
    "API-1": "An owner reference needs apiVersion, kind, name and uid; nothing checks that the owner exists.", "属主引用需要 apiVersion、kind、name 和 uid；不会检查属主是否存在。";
    "API-2": "Wholly equal owner references are dropped.", "完全相同的属主引用会被去重。";
    "API-3": "A finalizer is a qualified name, and orphan and foregroundDeletion exclude each other.", "finalizer 必须是限定名，且 orphan 与 foregroundDeletion 互斥。";
    "API-4": "An object that is being deleted gets no new finalizers by update.", "正在删除的对象不能通过更新添加 finalizer。";
    "API-5": "Wrong options of a deletion are refused before anything is read.", "删除选项有误时，在读取对象之前就会被拒绝。";
    "API-6": "A precondition that does not hold is a conflict.", "前置条件不成立即为冲突。";
    "API-7": "A blocking reference needs the right to change the owner's finalizers, where that is enforced.", "在启用该检查时，添加阻塞引用需要有修改属主 finalizer 的权限。";
    "API-8": "A refusal lists every fault with its member.", "拒绝应答会列出每处错误及其字段。";
    "API-10": "The policy of the deletion decides which of the collector's finalizers the object gets.", "删除策略决定对象获得垃圾收集器的哪个 finalizer。";
    "API-11": "Without a policy, replication controllers and jobs orphan their dependents; everything else lets them be collected.", "未指定策略时，ReplicationController 和 Job 会遗弃从属对象；其他类型的从属对象会被回收。";
    "API-12": "A scheduled pod is deleted with its grace period; a longer one asked for later changes nothing.", "已调度的 Pod 在宽限期后删除；之后请求更长的宽限期不起作用。";
    "API-13": "A deletion removes the object at once, unless a grace period or a finalizer holds it.", "除非有宽限期或 finalizer 阻挡，删除会立即移除对象。";
    "API-14": "An object that finalizers hold gets a deletionTimestamp and no grace.", "被 finalizer 阻挡的对象会得到 deletionTimestamp，且没有宽限期。";
    "API-15": "Every write gives one event; a write that changes nothing gives none.", "每次写入产生一个事件；没有变化的写入不产生事件。";
    "API-16": "A second deletion with another policy changes the collector's finalizer.", "以另一策略再次删除会更换垃圾收集器的 finalizer。";
    "API-17": "An update that takes the last finalizer off removes the object.", "移除最后一个 finalizer 的更新会移除对象。";
    "API-18": "An update with an old version is a conflict; another uid is refused.", "使用旧版本的更新即为冲突；uid 不同会被拒绝。";
    "API-19": "A deletion of a collection deletes one object after the other.", "删除集合时逐个删除对象。";
    "API-20": "A name is taken as long as its object is still being deleted.", "对象仍在删除时，其名称仍被占用。";
    "API-21": "A deletion answers 200; 202 for the old way to ask for cascading.", "删除应答 200；以旧方式请求级联删除时应答 202。";
    "API-22": "A pod without grace left goes with one deletion.", "没有剩余宽限期的 Pod 一次删除即消失。";
    "C-15": "The controller manager's client makes 20 calls a second, 30 at once; the garbage collector's makes 40 a second.", "控制器管理器的客户端每秒发出 20 个请求，突发 30 个；垃圾收集器的客户端每秒 40 个。";
    "GC-1": "The graph has one node for each uid.", "图中每个 uid 有一个节点。";
    "GC-2": "Only the graph builder changes the graph.", "只有图构建器会修改图。";
    "GC-3": "Events count in the order in which they arrive; versions are not compared.", "事件按到达顺序生效；不比较版本。";
    "GC-4": "Owners and dependents know each other.", "属主与从属对象互相知晓。";
    "GC-5": "A deletion and a creation that arrive as one change leave the old node behind.", "合并为一次变化到达的删除和新建会留下旧节点。";
    "GC-6": "An object seen through two groups is one node.", "通过两个组看到的同一对象是一个节点。";
    "GC-10": "An owner that is not known becomes a virtual node and is looked up; a reference that does not fit has its object looked at.", "未知的属主成为虚拟节点并被查询；引用不符时会检查其对象。";
    "GC-11": "References are compared by uid.", "引用按 uid 比较。";
    "GC-12": "A reference that no longer blocks has its owner looked at.", "引用不再阻塞时会检查其属主。";
    "GC-13": "A virtual node whose object is observed takes the observed identity.", "虚拟节点的对象被观察到后，采用观察到的身份。";
    "GC-14": "An object seen for the first time becomes a node, linked to its owners.", "首次见到的对象成为节点，并与其属主相连。";
    "GC-15": "A changed object has its references compared and relinked.", "对象变化时会比较并重新连接其引用。";
    "GC-16": "An object that starts to wait has its dependents looked at; one that starts to orphan goes to the other queue.", "对象开始等待时会检查其从属对象；开始遗弃时进入另一队列。";
    "GC-17": "When an object is gone, its dependents are looked at, and owners that wait for it.", "对象消失后，会检查其从属对象以及等待它的属主。";
    "GC-18": "An owner found absent is taken out of the graph, unless dependents know it by another identity.", "被发现不存在的属主会从图中移除，除非有从属对象以其他身份引用它。";
    "GC-24": "Dependents whose reference names the same coordinates match; the others do not.", "引用坐标相同的从属对象视为匹配，其他则不匹配。";
    "GC-25": "A virtual node that does not exist as one dependent says is tried as the next one says.", "虚拟节点若不像某个从属对象所说的那样存在，就按下一个的说法尝试。";
    "GC-30": "What failed is tried again later and later; what succeeded is forgotten.", "失败的会以越来越长的间隔重试；成功的会被遗忘。";
    "GC-31": "A virtual item that the graph no longer holds as such is dropped.", "图中已不再作为虚拟节点的项会被丢弃。";
    "GC-32": "What is already being deleted without waiting is left alone.", "已在删除且不在等待的对象不再处理。";
    "GC-33": "An attempt begins with a live read of the object.", "每次尝试都从实时读取对象开始。";
    "GC-34": "An object that is gone, or has another uid, is absent.", "已消失或 uid 不同的对象视为不存在。";
    "GC-35": "An absent object is taken out of the graph by a virtual delete event.", "不存在的对象通过虚拟删除事件从图中移除。";
    "GC-36": "A waiting object goes its own way.", "等待中的对象另行处理。";
    "GC-37": "An object without owners is not collected.", "没有属主的对象不会被回收。";
    "GC-38": "References are judged one by one, and the first error ends the attempt.", "逐个判断引用，遇到第一个错误即结束本次尝试。";
    "GC-39": "An owner is absent if the cache says so, if it is not found, or if it has another uid.", "缓存中有记录、查不到或 uid 不同的属主视为不存在。";
    "GC-40": "A reference is dangling, waiting or solid; an owner that is being deleted without foreground is solid.", "引用分为悬空、等待中和可靠；未以前台方式删除中的属主是可靠的。";
    "GC-41": "An object with a solid owner stays and loses its other references; one without any is deleted.", "有可靠属主的对象保留并失去其他引用；没有可靠属主的对象被删除。";
    "GC-41a": "References are taken off by uid, even if one of two with the same uid is solid.", "按 uid 移除引用，即使同一 uid 的两个引用中有一个是可靠的。";
    "GC-42": "A circle of waiting objects is broken by unblocking the references of one.", "通过解除其中一个对象引用的阻塞来打破等待循环。";
    "GC-43": "The collector deletes with uid and version as preconditions.", "垃圾收集器以 uid 和版本为前置条件进行删除。";
    "GC-44": "After a conflict that left the owners alone, the deletion is repeated with the uid alone.", "若冲突未涉及属主，则仅凭 uid 再次删除。";
    "GC-45": "An object that is gone before its deletion is taken out of the graph.", "在删除之前已消失的对象会从图中移除。";
    "GC-50": "A waiting object goes on waiting for its blocking dependents, and loses its finalizer when there are none.", "等待中的对象继续等待阻塞它的从属对象，全部消失后移除其 finalizer。";
    "GC-52": "A finalizer is taken off with the version read before, and a conflict is tried again.", "凭先前读取的版本移除 finalizer，遇到冲突则重试。";
    "GC-53": "A simple collection takes a read, a read of each owner and a deletion.", "一次简单的回收需要一次读取、每个属主各一次读取和一次删除。";
    "GC-55": "The known dependents lose their reference, then the owner its finalizer orphan.", "已知的从属对象先失去引用，然后属主移除 orphan finalizer。";
    "GC-56": "Whether an owner waits is read from its live state.", "属主是否在等待取决于其实时状态。";
    "GC-57": "With both finalizers only orphaning is acted on.", "同时有两个 finalizer 时只处理遗弃。";
    "GC-58": "References are taken off by uid, custom resources by the whole list.", "按 uid 移除引用；自定义资源则替换整个列表。";
    "GC-59": "References are unblocked from what the graph knows.", "根据图中已知的内容解除引用的阻塞。";
    "GC-60": "An owner in another namespace is reported by an Event.", "属主位于其他命名空间时会记录 Event。";
    "GC-61": "Failed synchronisations are counted.", "统计失败的同步。";
    "GC-62": "The graph can be written out for Graphviz.", "可以将图输出为 Graphviz 格式。";
    "GC-70": "The collector watches every resource that can be deleted, listed and watched.", "垃圾收集器监视所有可删除、列出和监视的资源。";
    "GC-71": "The watched resources are looked up again every 30 s.", "每 30 秒重新查询要监视的资源。";
    "GC-72": "A resource that is no longer served is no longer watched, but its nodes stay.", "不再提供的资源不再被监视，但其节点保留。";
    "GC-73": "Workers start when every resource is synchronised, or after 30 s.", "所有资源同步完成或 30 秒后，工作线程开始运行。";
    "GC-74": "Nothing is delivered again without a change.", "没有变化就不会再次投递。";
    "GC-80": "Being deleted and waiting for dependents are two flags.", "正在删除与等待从属对象是两个标志。";
    "GC-81": "Each call carries the version that it was decided on, or none.", "每个调用携带其决策所依据的版本，或不携带。";
    "GC-82": "A waiting object is looked at again when a dependent goes or no longer blocks.", "从属对象消失或不再阻塞时，会再次检查等待中的对象。";
    "NS-1": "A deleted namespace is first marked Terminating.", "被删除的命名空间先标记为 Terminating。";
    "NS-2": "Deleting a terminating namespace again changes nothing.", "再次删除 Terminating 的命名空间不会有变化。";
    "NS-3": "A namespace goes once spec.finalizers and metadata.finalizers are empty.", "spec.finalizers 与 metadata.finalizers 都为空时命名空间消失。";
    "NS-4": "Nothing is created in a terminating namespace, and three namespaces cannot be deleted.", "不能在 Terminating 的命名空间中新建对象，且有三个命名空间不能删除。";
    "NS-10": "A terminating namespace is worked on after 5 s, and again while something remains.", "Terminating 的命名空间在 5 秒后处理，仍有内容时会再次处理。";
    "NS-11": "A pass deletes the content, and takes the token off when nothing remains.", "每一轮删除其中的内容，没有剩余时移除标记。";
    "NS-12": "Pods go first, and incomplete discovery keeps a namespace from being finished.", "先删除 Pod；API 发现不完整会使命名空间无法完成删除。";
    "NS-13": "Each resource is deleted as a collection, and what remains decides when the next pass is.", "每种资源按集合删除，剩余内容决定下一轮的时间。";
    "NS-14": "Content is deleted in the background, whatever was asked of it before.", "无论之前如何请求，其中的内容都以后台方式删除。";
    "NS-15": "Five conditions tell what keeps the namespace.", "五个状况说明是什么阻挡了命名空间。";
    "NS-16": "To the collector a namespace is an object like any other.", "对垃圾收集器来说命名空间与其他对象无异。";
    "WQ-1": "An item is in a queue once, and is not worked on twice at the same time.", "每个项在队列中只出现一次，且不会同时被处理两次。";
    "WQ-2": "Of two delays the earlier counts.", "两次延迟以较早者为准。";
    "WQ-3": "Each failure doubles the delay of an item.", "每次失败使该项的延迟加倍。";
    "WQ-4": "A success sets the delay back.", "成功后延迟复位。";
    "WQ-5": "A worker takes an item, works on it, and is done with it.", "工作线程取出一个项，处理并完成它。";
    "WQ-6": "Changes for the graph builder are kept all, and in order.", "图构建器的变化全部按顺序保留。";
    "NL-4": "A pass lists the nodes, evaluates each, and judges the zones last.", "每轮先列出节点，逐个检查，最后判定可用区。";
    "NL-7": "A node whose evaluation fails counts for nothing in this pass.", "检查失败的节点在本轮中不计入任何统计。";
    "NL-12": "A node is silent when now is strictly after its last sign of life plus its grace.", "当前时刻严格晚于最后心跳加宽限期时，节点视为失联。";
    "NL-14": "The status is written only if Ready changes.", "仅当 Ready 改变时才写入状态。";
    "NT-7": "A node not ready and not tainted is queued anew in every pass.", "未就绪且尚无污点的节点在每轮都会重新排队。";
    "NT-9": "A node that is reachable loses its NoExecute taints and leaves the queue.", "可达的节点失去 NoExecute 污点并离开队列。";
    "ZN-3": "A zone without a ready node is fully disrupted; with at least three not ready and the threshold's share of them, partially.", "没有就绪节点的可用区为完全中断；至少三个未就绪且达到阈值比例的为部分中断。";
    "ZN-4": "A partially disrupted zone is slowed if it is large, and stopped if not.", "部分中断的可用区若较大则放慢驱逐，否则停止驱逐。";
    "ZN-6": "A zone whose state changes gets the limiter of its new state.", "状态改变的可用区会换用新状态的限速器。";
    "ZN-7": "A fully disrupted zone beside others that are not is evicted at the full rate.", "其他可用区并未完全中断时，完全中断的可用区仍以全速驱逐。";
    "ZN-8": "With every zone fully disrupted nothing is evicted.", "所有可用区都完全中断时不驱逐任何 Pod。";
    "ZN-9": "When master disruption ends, every node gets its grace anew.", "主控中断结束时，所有节点重新获得宽限期。";
    "ZN-11": "A zone without an entry gets an empty queue and a full bucket.", "没有条目的可用区得到空队列和满令牌桶。";
    "ZN-17": "Where the real process would crash the node is skipped.", "真实进程会崩溃之处，跳过该节点。";
    "RQ-4": "Every node that is taken from the queue costs a token.", "从队列取出的每个节点都消耗一个令牌。";
    "RQ-6": "A limiter is swapped only for one whose rate reads otherwise, and one that was stopped reads 1.", "只有速率读数不同时才更换限速器，而被停止的限速器读数为 1。";
    "CB-1": "Without the circuit breaker the controller believes its lease cache.", "没有断路器时，控制器相信自己的租约缓存。";
    "CB-5": "While the lease cache is behind what was read live, no node is judged.", "租约缓存落后于直接读取的结果时，不判定任何节点。";
    "CB-6": "Before a node is called silent its lease is read live.", "判定节点失联之前会直接读取其租约。";
    "CB-9": "When the lease cache stalls, the first node whose grace ends makes the breaker hold all.", "租约缓存停滞时，第一个宽限期结束的节点会使断路器阻挡全部节点。";
    "CB-10": "A pass that counts no node forgets the states of all zones.", "没有统计到任何节点的一轮会忘记所有可用区的状态。";
    "TE-4": "A pod that tolerates the taint for a time is deleted after that time.", "对污点有限期容忍的 Pod 在期满后被删除。";
    "TE-7": "Taint eviction marks the pod and deletes it with its own grace.", "污点驱逐会标记 Pod 并以其自身宽限期删除。";
    "TE-8": "When the taints go, the pod stays.", "污点消失后 Pod 保留。";
    "KL-1": "A kubelet renews its lease every ten seconds.", "kubelet 每十秒续约一次租约。";
    "HS-1": "A character's code, modulo 27, is its place among the characters that spell no words.", "字符编码对 27 取余，即它在拼不出单词的字符表中的位置。";
    "HS-3": "The hash is FNV-1a of the dumped template, then of eight bytes of the collisionCount if there is one.", "哈希是对转储模板做 FNV-1a，若有 collisionCount 再加上它的八个字节。";
    "HS-4": "Sums have up to ten digits, so hashes vary in length.", "校验和最多十位，因此哈希长度不一。";
    "HS-5": "The Deployment's new ReplicaSet is the oldest one with an equal template; the hash is not asked.", "Deployment 的新 ReplicaSet 是模板相等的最旧的一个；不看哈希。";
    "HS-6": "Templates are equal by meaning, the label pod-template-hash aside: quantities by their number, nil like empty.", "除 pod-template-hash 标签外，模板按含义比较：数量按数值，nil 与空相同。";
    "HS-9": "If the computed name is taken by another template, collisionCount goes up by one and the next sync tries again.", "若算出的名称已被别的模板占用，collisionCount 加一，下次同步再试。";
    "HS-11": "A label is the hash of whoever made the ReplicaSet, with its version and its collisionCount, and stays.", "标签是创建 ReplicaSet 时由当时的版本和 collisionCount 算出的哈希，此后不变。";
    "HS-12": "Up to 1.11 the label is the plain number, while the name carries its characters.", "1.11 及以前标签是普通数字，名称中则是编码后的字符。";
    "HS-17": "A StatefulSet's revision is hashed by FNV-1 over its data and the digits of the collisionCount.", "StatefulSet 的修订版对其数据和 collisionCount 的数字做 FNV-1。";
    "HS-19": "A revision's data is a patch in JSON that replaces the template.", "修订版的数据是一个替换模板的 JSON 补丁。";
    "SP-3": "Every field is dumped with its name and type, in the order of the Go struct, also when it is zero.", "每个字段都按 Go 结构体的顺序连同名称和类型转储，零值也不例外。";
    "EX-1": "Each controller object has one record: how many creations and how many deletions it still expects to see, and since when.", "每个控制器对象有一条记录：仍预期看到多少次创建、多少次删除，以及自何时起。";
    "EX-2": "Expecting something anew replaces the whole record, both counters, and stamps it.", "重新设置预期会替换整条记录（两个计数器）并更新时间戳。";
    "EX-3": "Counters have no floor: they go below zero, and only where there is a record.", "计数器没有下限：可低于零，且仅在有记录时变化。";
    "EX-4": "A creation that is seen lowers one counter, a deletion the other.", "看到一次创建降低一个计数器，看到一次删除降低另一个。";
    "EX-5": "Expectations are fulfilled when both counters are at zero or below.", "两个计数器都不大于零时，预期即已满足。";
    "EX-6": "What was expected more than five minutes ago no longer holds anything back; nothing is woken by that.", "超过五分钟的预期不再阻挡任何事；到期本身不会唤醒任何人。";
    "EX-7": "A sync may create and delete only if its expectations are fulfilled, expired, or not there.", "只有预期已满足、已到期或不存在时，同步才可以创建和删除。";
    "EX-8": "When the controller object goes, its expectations go.", "控制器对象消失时，其预期随之消失。";
    "EX-9": "Expected deletions are kept by namespace and name of the pod, and counted by distinct ones.", "预期的删除按 Pod 的命名空间和名称保存，并按不同的名称计数。";
    "EX-10": "A deletion counts only if its name is still expected, and only once.", "只有名称仍在预期中的删除才计数，且只计一次。";
    "EX-11": "Expecting creations leaves the expected names alone.", "设置创建预期不影响预期的名称。";
    "EX-12": "Creations are counted, not told apart: any new pod of the controller counts.", "创建只计数，不区分：控制器的任何新 Pod 都算。";
    "RS-1": "Whatever happens to a ReplicaSet puts it into the queue.", "ReplicaSet 的任何变化都会使其入队。";
    "RS-2": "A ReplicaSet that is gone loses its expectations.", "已消失的 ReplicaSet 失去其预期。";
    "RS-3": "A pod's controller counts only if kind, name and uid are right.", "只有类型、名称和 uid 都正确时，Pod 的控制者才算数。";
    "RS-4": "A pod that is already being deleted when it is first seen counts as a deletion, not as a creation.", "首次看到时已在删除的 Pod 算作删除，而不是创建。";
    "RS-5": "A new pod of a ReplicaSet lowers its counter and wakes it; one that nobody owns wakes every set that selects it.", "ReplicaSet 的新 Pod 降低其计数器并唤醒它；无属主的 Pod 唤醒所有选中它的集合。";
    "RS-6": "A changed pod wakes its ReplicaSet; one whose deletion began counts as deleted.", "Pod 变化会唤醒其 ReplicaSet；开始删除的 Pod 算作已删除。";
    "RS-7": "A pod that is gone counts as deleted and wakes its ReplicaSet.", "消失的 Pod 算作已删除并唤醒其 ReplicaSet。";
    "RS-8": "Only add events lower the counter of creations, never updates.", "只有新增事件降低创建计数器，更新从不降低。";
    "RS-9": "A pod that nobody owns wakes every ReplicaSet whose selector matches it.", "无属主的 Pod 会唤醒选择器匹配它的每个 ReplicaSet。";
    "RS-10": "A sync that fails is tried again, later each time; one that succeeds is forgotten.", "失败的同步会以越来越长的间隔重试；成功的会被遗忘。";
    "RS-11": "The gate is read before the pods. While it is closed a sync still claims pods and writes the status.", "先读闸门，再读 Pod。闸门关闭时，同步仍会认领 Pod 并写入状态。";
    "RS-12": "A pod is active unless it has finished or is being deleted.", "未结束且未在删除的 Pod 是活动的。";
    "RS-13": "The status tells what was seen before anything was created or deleted.", "状态反映创建或删除之前所看到的情况。";
    "RS-14": "A sync creates or deletes what is missing or too much, at most 500.", "一次同步补足缺少的或删除多余的，最多 500 个。";
    "RS-15": "Creations are expected before they are made; those that are not made are taken back.", "创建之前先设预期；未创建的会被收回。";
    "RS-16": "In a namespace that is being deleted nothing is taken back, so what was expected stays until it expires.", "在正被删除的命名空间中不会收回，预期会一直保留到到期。";
    "RS-17": "Deletions are expected before they are made; those that fail count as seen.", "删除之前先设预期；失败的视为已看到。";
    "RS-18": "Creations are made in batches of 1, 2, 4, 8 …, and the first failure ends them.", "按 1、2、4、8 …… 分批创建，第一次失败即结束。";
    "RS-19": "A new pod is named after its ReplicaSet, with labels and finalizers of the template.", "新 Pod 以其 ReplicaSet 命名，带有模板的标签和 finalizer。";
    "RS-19a": "Each creation and deletion is recorded as an Event, failures too.", "每次创建和删除都记录为 Event，失败也是。";
    "RS-20": "If not all pods go, a ranking says which go first.", "若不是全部删除，则由排序决定先删哪些。";
    "RS-21": "Pods of sibling sets count for the ranking; a ReplicaSet without a controller has no siblings.", "兄弟集合的 Pod 计入排序；没有控制者的 ReplicaSet 没有兄弟。";
    "RS-22": "A pod ranks by how many related active pods are on its node.", "Pod 按其节点上相关活动 Pod 的数量排序。";
    "RS-23": "The status counts active pods, ready ones, and those ready for long enough.", "状态统计活动、就绪以及就绪足够久的 Pod。";
    "RS-24": "A failure to create or delete shows as the condition ReplicaFailure, until a sync has none.", "创建或删除失败显示为 ReplicaFailure 状况，直到某次同步没有失败。";
    "RS-25": "The status is written only if something changed, and once more after a conflict.", "只有变化时才写状态，冲突后再写一次。";
    "RS-30": "From 1.36 on a sync fails while the cache is older than what the set has written.", "从 1.36 起，缓存旧于该集合自己的写入时同步会失败。";
    "RS-31": "What is created, adopted or written as status is remembered by its version.", "创建、收养或写入的状态按其版本记住。";
    "RS-32": "A cache that is too old is an error, and expectations stay as they are.", "缓存太旧是一个错误，预期保持不变。";
    "CR-1": "The controller of an object is the first owner reference that says so.", "对象的控制者是第一个如此声明的属主引用。";
    "CR-2": "What matches and has no controller is adopted; what is owned and no longer matches is released; what is another's is left alone.", "匹配且无控制者的被收养；已拥有但不再匹配的被释放；属于他人的不动。";
    "CR-3": "What is gone meanwhile is no error; anything else fails the sync.", "其间已消失的不算错误；其他情况使同步失败。";
    "CR-4": "A release of a pod that was replaced by a namesake counts as done.", "释放已被同名者取代的 Pod 视为完成。";
    "CR-5": "Before the first adoption of a sync the controller is read live.", "每次同步首次收养之前会实时读取控制者。";
    "CR-6": "A controller that is being deleted, or has another uid, adopts nothing.", "正在删除或 uid 不同的控制者不收养任何对象。";
    "CR-7": "Adoption and release are patches that carry the uid of the object.", "收养和释放是携带对象 uid 的补丁。";
    "CR-8": "Only active pods are adopted or released.", "只有活动的 Pod 才会被收养或释放。";
    "CR-9": "ReplicaSets and ControllerRevisions are claimed in the same way.", "ReplicaSet 和 ControllerRevision 以同样方式认领。";
    "E-1": "A custom finalizer outlasts the collector's.", "自定义 finalizer 的保留时间比垃圾收集器的更长。";
    "E-2": "While a custom finalizer holds the owner, its dependents stay.", "自定义 finalizer 阻挡属主期间，其从属对象保留。";
    "E-3": "A switch to Orphan midway saves what is not deleted yet.", "中途改为 Orphan 可保留尚未删除的对象。";
    "E-4": "A switch to Background midway is a race between the two queues.", "中途改为 Background 会在两个队列之间产生竞争。";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rules_are_told_once_in_both_languages() {
        let ids: BTreeSet<&str> = RULES.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids.len(), RULES.len());
        for (id, [en, zh]) in RULES {
            assert!(en.ends_with('.') && zh.ends_with('。'), "{id}");
            assert_eq!(rule(id, Lang::Zh), Some(*zh));
        }
        assert_eq!(rule("GC-999", Lang::En), None);
    }
}
