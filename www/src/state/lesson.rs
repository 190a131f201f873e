use super::Script;
use crate::text::Language;

/// A scenario that comes with the page and shows one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What it is called in addresses and attributes.
    pub slug: &'static str,
    /// What it shows, in English and in Simplified Chinese.
    titles: [&'static str; 2],
    /// What there is to see, in the same languages.
    abouts: [&'static str; 2],
    /// The file. Its title is the English one.
    text: &'static str,
}

impl Lesson {
    /// All of them, in the order in which one learns.
    pub const ALL: [Lesson; 6] = [
        Lesson {
            slug: "foreground",
            titles: [
                "Foreground deletion waits for what blocks it",
                "前台删除会等待阻止它的对象",
            ],
            abouts: [
                "Watch the Deployment wait for its ReplicaSet, and that for its Pod, while the ConfigMap, whose reference blocks nothing, goes at once.",
                "看 Deployment 等待 ReplicaSet、ReplicaSet 等待 Pod；而 ConfigMap 的引用不阻止任何对象，马上就会消失。",
            ],
            text: include_str!("../../samples/lessons/foreground.yaml"),
        },
        Lesson {
            slug: "finalizer",
            titles: [
                "A finalizer holds an object until somebody removes it",
                "finalizer 会留住对象，直到有人移除它",
            ],
            abouts: [
                "The ConfigMap is only marked until its finalizer is removed after a minute; the Secret goes after it.",
                "ConfigMap 只是被标记，直到一分钟后它的 finalizer 被移除；之后 Secret 才会消失。",
            ],
            text: include_str!("../../samples/lessons/finalizer.yaml"),
        },
        Lesson {
            slug: "recreated",
            titles: [
                "An owner that comes back under its name is another owner",
                "以同名重建的所有者是另一个所有者",
            ],
            abouts: [
                "References name a uid. The Secret that was orphaned stays; the one restored with the old uid is collected.",
                "引用指向的是 uid。被孤立的 Secret 会留下；以旧 uid 恢复的 Secret 会被回收。",
            ],
            text: include_str!("../../samples/lessons/recreated.yaml"),
        },
        Lesson {
            slug: "namespace",
            titles: ["A namespace waits for what is in it", "命名空间会等待其中的内容"],
            abouts: [
                "Its content is deleted at once but for the Secret with a finalizer; the namespace tries again until that is gone.",
                "其中的内容立即被删除，只有带 finalizer 的 Secret 例外；命名空间会一直重试到它消失。",
            ],
            text: include_str!("../../samples/lessons/namespace.yaml"),
        },
        Lesson {
            slug: "rollout",
            titles: [
                "A Deployment makes its Pods, is scaled down, and goes",
                "Deployment 创建 Pod、缩容，然后被删除",
            ],
            abouts: [
                "The controllers make a ReplicaSet and Pods; scaling down deletes two; the rest goes with its owner.",
                "控制器创建 ReplicaSet 和 Pod；缩容删除两个；其余的随所有者一起消失。",
            ],
            text: include_str!("../../samples/lessons/rollout.yaml"),
        },
        Lesson {
            slug: "outage",
            titles: [
                "A node falls silent: its Pod is evicted, and waits for a kubelet",
                "节点失联：其 Pod 被驱逐，并等待 kubelet",
            ],
            abouts: [
                "The node is tainted after its grace period, the Pod deleted 300 s later, and it stays until a kubelet answers. What goes on with nodes is seen in the Nodes lens.",
                "宽限期过后节点被加上污点，300 秒后 Pod 被删除，但会一直留到有 kubelet 应答。节点的情况请看“节点”视图。",
            ],
            text: include_str!("../../samples/lessons/outage.yaml"),
        },
    ];

    /// The one with this slug.
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.slug == slug)
    }

    /// What it shows.
    pub fn title(self, language: Language) -> &'static str {
        self.titles[usize::from(language == Language::Chinese)]
    }

    /// What there is to see.
    pub fn about(self, language: Language) -> &'static str {
        self.abouts[usize::from(language == Language::Chinese)]
    }

    /// The scenario, with its title in this language.
    pub fn script(self, language: Language) -> Script {
        let title = self.title(language);
        Script {
            name: title.into(),
            text: self.text.replacen(self.titles[0], title, 1).into(),
            files: [].into(),
            minor: None,
        }
    }
}
