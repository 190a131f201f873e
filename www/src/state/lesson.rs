use super::Script;
use crate::text::Language;

/// A scenario that comes with the page and shows one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What it is called in addresses and attributes.
    pub slug: &'static str,
    /// What it shows, in English and in Simplified Chinese.
    titles: [&'static str; 2],
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
            text: include_str!("../../samples/lessons/foreground.yaml"),
        },
        Lesson {
            slug: "finalizer",
            titles: [
                "A finalizer holds an object until somebody removes it",
                "finalizer 会留住对象，直到有人移除它",
            ],
            text: include_str!("../../samples/lessons/finalizer.yaml"),
        },
        Lesson {
            slug: "recreated",
            titles: [
                "An owner that comes back under its name is another owner",
                "以同名重建的所有者是另一个所有者",
            ],
            text: include_str!("../../samples/lessons/recreated.yaml"),
        },
        Lesson {
            slug: "namespace",
            titles: ["A namespace waits for what is in it", "命名空间会等待其中的内容"],
            text: include_str!("../../samples/lessons/namespace.yaml"),
        },
        Lesson {
            slug: "rollout",
            titles: [
                "A Deployment makes its Pods, is scaled down, and goes",
                "Deployment 创建 Pod、缩容，然后被删除",
            ],
            text: include_str!("../../samples/lessons/rollout.yaml"),
        },
        Lesson {
            slug: "outage",
            titles: [
                "A node falls silent, and its Pod is evicted",
                "节点失联，其 Pod 被驱逐",
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
