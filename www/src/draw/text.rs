//! What drawing and editing say, in both languages side by side. Nothing here knows Yew.

use super::state::{Limit, MOST_DEPTH, MOST_KEPT_BYTES, Refusal, StepName, Why};
use crate::text::Language;

/// The words of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Say {
    language: Language,
}

/// Words that need no numbers, English and Chinese.
macro_rules! words {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        $(
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
        Say { language }
    }

    words! {
        edit: "Edit", "编辑";
        edit_about: "Change what is open: add objects, draw references, undo", "修改已打开的内容：添加对象、绘制引用、撤销";
        draw: "Draw a cluster", "绘制集群";
        draw_about: "Begin with an empty cluster and add objects to it", "从空集群开始，逐个添加对象";
        draw_title: "drawn-cluster", "drawn-cluster";
        tools: "Drawing", "绘制";
        add: "Add object", "添加对象";
        undo: "Undo", "撤销";
        redo: "Redo", "重做";
        save: "Save", "保存";
        save_scenario: "Scenario", "场景";
        save_manifest: "kubectl YAML", "kubectl YAML";
        unsaved: "not saved", "未保存";
        saved: "saved", "已保存";
        kept: "This tab keeps the drawing over a reload, without its undo steps, and forgets it when it is closed. Nothing leaves the page.", "此标签页在重新加载后保留绘图（不含撤销步骤），关闭后即丢弃。任何内容都不会离开页面。";
        not_kept: "It is not kept over a reload: save it.", "重新加载后不会保留：请保存。";
        at_start: "You are editing the start: the cluster before anything is asked.", "正在编辑起始状态：提出任何问题之前的集群。";
        in_world: "You are watching. Changes here are requests to the running cluster at this step.", "正在观看。此处的更改是在当前步骤向运行中集群发出的请求。";
        to_start: "Edit the start instead", "改为编辑起始状态";
        empty: "An empty cluster", "空集群";
        empty_about: "Add an object, then another, and drag from the small handle on top of a dependent to its owner. Then ask what a deletion does.", "先添加一个对象，再添加另一个，从从属对象顶部的小圆点拖到其属主。然后询问删除会带来什么。";
        first: "Add the first object", "添加第一个对象";
        kind: "Kind", "类型";
        kind_search: "Search kinds, or type one of your own", "搜索类型，或输入自定义类型";
        no_kind: "No such kind.", "没有这样的类型。";
        own_kind: "Another kind…", "其他类型…";
        known_kind: "Known kinds", "已知类型";
        api_version: "apiVersion", "apiVersion";
        resource: "Resource (plural)", "资源（复数）";
        namespaced: "Objects of it are in namespaces", "该类型的对象位于命名空间中";
        name: "Name", "名称";
        namespace: "Namespace", "命名空间";
        no_namespace: "cluster-scoped: has no namespace", "集群作用域：没有命名空间";
        make_namespace: "Make this namespace too", "同时创建此命名空间";
        node: "Node it runs on", "所在节点";
        node_about: "A pod without a node is deleted at once; with one its kubelet stops it first.", "没有节点的 Pod 会立即删除；有节点时由 kubelet 先停止它。";
        owner: "Owner", "属主";
        no_owner: "none", "无";
        add_this: "Add", "添加";
        uid: "uid", "uid";
        uid_about: "set by the API server; references follow it", "由 API 服务器设置；引用随之变化";
        labels: "Labels", "标签";
        labels_about: "one per line: key=value", "每行一个：key=value";
        finalizers: "Finalizers", "终结器";
        finalizers_about: "one per line", "每行一个";
        owners: "Owner references", "属主引用";
        add_owner: "Add an owner…", "添加属主…";
        write_owner: "Write a reference by hand", "手写引用";
        write_this: "Write", "写入";
        controller: "controller", "controller";
        blocks: "blockOwnerDeletion", "blockOwnerDeletion";
        remove_owner: "Remove the reference", "移除引用";
        duplicate: "Duplicate", "复制";
        remove: "Take out of the drawing", "从绘图中移除";
        absent: "Only references know of it. Add it, or change the references.", "只有引用提到它。请添加它，或修改这些引用。";
        immutable: "A running cluster cannot change name, namespace or uid.", "运行中的集群无法更改名称、命名空间或 uid。";
        deeds: "In the running cluster", "在运行中的集群里";
        deeds_about: "These are requests. What comes of them is played.", "这些是请求。其结果会随即播放。";
        delete: "Delete", "删除";
        force: "Force off", "强制移除";
        recreate: "Recreate under the same name", "以同名重新创建";
        recreate_about: "possible once it is gone", "需待其消失之后";
        handle: "Drag to an owner", "拖动到属主";
        drop_here: "becomes the owner", "成为属主";
        no_label: "A line without = is no label.", "没有 = 的行不是标签。";
        more: "Name, labels, finalizers", "名称、标签、终结器";
    }

    /// What a step was.
    pub fn step(self, step: &StepName) -> String {
        let english = self.language == Language::English;
        let (en, zh, what) = match step {
            StepName::Add(what) => ("add", "添加", what),
            StepName::Duplicate(what) => ("duplicate", "复制", what),
            StepName::Remove(what) => ("take out", "移除", what),
            StepName::Name(what) => ("rename", "重命名", what),
            StepName::Namespace(what) => ("move", "移动", what),
            StepName::Uid(what) => ("uid of", "更改 uid：", what),
            StepName::Finalizers(what) => ("finalizers of", "更改终结器：", what),
            StepName::Labels(what) => ("labels of", "更改标签：", what),
            StepName::AddOwner(what) => ("owner of", "添加属主：", what),
            StepName::WriteOwner(what) => ("reference of", "更改引用：", what),
            StepName::Controller(what) => ("controller of", "更改 controller：", what),
            StepName::Blocks(what) => ("blockOwnerDeletion of", "更改 blockOwnerDeletion：", what),
            StepName::RemoveOwner(what) => ("remove owner of", "移除属主：", what),
            StepName::Open(what) => ("open", "打开", what),
        };
        if english {
            format!("{en} {what}")
        } else {
            format!("{zh} {what}")
        }
    }

    /// `Undo: add ConfigMap shop/a`.
    pub fn undo_step(self, step: Option<&StepName>) -> String {
        self.with_step(self.undo(), step)
    }

    /// `Redo: add ConfigMap shop/a`.
    pub fn redo_step(self, step: Option<&StepName>) -> String {
        self.with_step(self.redo(), step)
    }

    fn with_step(self, word: &str, step: Option<&StepName>) -> String {
        step.map_or_else(
            || word.to_owned(),
            |step| match self.language {
                Language::English => format!("{word}: {}", self.step(step)),
                Language::Chinese => format!("{word}：{}", self.step(step)),
            },
        )
    }

    /// Why a change was not made. The API server's messages are in its own words.
    pub fn refusal(self, refusal: &Refusal) -> String {
        let english = self.language == Language::English;
        match &refusal.why {
            Why::Api { message, .. } => message.clone(),
            Why::NoNamespace(namespace) => format!("namespaces \"{namespace}\" not found"),
            Why::Limit(limit) => self.limit(*limit),
            Why::Gone if english => "It is not there any more.".to_owned(),
            Why::Gone => "它已不存在。".to_owned(),
            Why::OwnedAlready if english => "It has a reference to this owner already.".to_owned(),
            Why::OwnedAlready => "它已有对此属主的引用。".to_owned(),
            Why::NotLabel(line) => format!("{} ({line})", self.no_label()),
            Why::NoUid if english => "A uid is a text without spaces.".to_owned(),
            Why::NoUid => "uid 是不含空格的文本。".to_owned(),
            Why::UidTaken(other) if english => {
                format!("{other} has this uid. The API server gives none twice.")
            }
            Why::UidTaken(other) => format!("{other} 已使用此 uid。API 服务器不会重复分配。"),
            Why::NotApiVersion(_) if english => {
                "A custom kind's apiVersion is group/version, with a dot in the group: example.com/v1."
                    .to_owned()
            }
            Why::NotApiVersion(_) => {
                "自定义类型的 apiVersion 为 group/version，组名含点：example.com/v1。".to_owned()
            }
            Why::NotKind(_) if english => {
                "A kind begins with a capital and has letters and digits: Database.".to_owned()
            }
            Why::NotKind(_) => "类型以大写字母开头，只含字母和数字：Database。".to_owned(),
            Why::NotResource(_) if english => {
                "A resource has small letters, digits and dashes, and begins with a letter: databases."
                    .to_owned()
            }
            Why::NotResource(_) => "资源只含小写字母、数字和连字符，以字母开头：databases。".to_owned(),
            Why::KindKnown(kind) if english => {
                format!("The group has {kind} or its resource already: pick it from the known kinds.")
            }
            Why::KindKnown(kind) => format!("该组已有 {kind} 或其资源：请从已知类型中选择。"),
        }
    }

    fn limit(self, limit: Limit) -> String {
        let most = limit.most();
        let (en, zh) = match limit {
            Limit::Objects => ("objects can be in a drawing", "个对象"),
            Limit::Text => (
                "bytes can be in a name, a label or a finalizer",
                "字节（名称、标签或终结器）",
            ),
            Limit::Labels => ("labels can be on an object", "个标签"),
            Limit::Finalizers => ("finalizers can be on an object", "个终结器"),
            Limit::Owners => ("owners can an object have", "个属主"),
        };
        match self.language {
            Language::English => format!("At most {most} {en}."),
            Language::Chinese => format!("最多 {most} {zh}。"),
        }
    }

    /// How far back one can go, and what is kept.
    pub fn limits(self) -> String {
        let kilobytes = MOST_KEPT_BYTES >> 10;
        match self.language {
            Language::English => format!(
                "The last {MOST_DEPTH} steps can be undone. Up to {kilobytes} kB are kept over a reload."
            ),
            Language::Chinese => format!("可撤销最近 {MOST_DEPTH} 步。重新加载时最多保留 {kilobytes} kB。"),
        }
    }

    /// What stands at the top of a manifest.
    pub fn manifest(self) -> Vec<&'static str> {
        match self.language {
            Language::English => vec![
                "Drawn with kubeloupe. Apply in this order: owners before their dependents.",
                "",
                "What kubectl cannot know: the API server gives every object its uid, and an owner",
                "reference needs the uid of its owner. Where an object has owners, the commands above it",
                "print their uids once they are applied: put each in its reference as `uid:` before",
                "applying the object. Without it the API server refuses the object; with a wrong one the",
                "garbage collector deletes it. Objects that are marked (uid) below need this.",
                "",
                "Kinds of your own come with a CustomResourceDefinition that accepts anything. Workloads",
                "have no replicas and suspended jobs, so that no controller adds to what is drawn. What is",
                "being deleted in the drawing lives here: kubectl cannot create it otherwise.",
            ],
            Language::Chinese => vec![
                "由 kubeloupe 绘制。请按此顺序应用：属主先于从属对象。",
                "",
                "kubectl 无法得知的内容：每个对象的 uid 由 API 服务器分配，而属主引用需要属主的 uid。",
                "对象有属主时，其上方的命令会在属主应用之后打印 uid：应用该对象之前，请将其作为 `uid:`",
                "填入引用。缺少 uid 时 API 服务器会拒绝该对象；uid 错误时垃圾回收器会删除它。",
                "下面标有 （uid） 的对象需要这样处理。",
                "",
                "自定义类型附带接受任意内容的 CustomResourceDefinition。工作负载没有副本，Job 处于挂起状态，",
                "因此不会有控制器添加绘图之外的对象。绘图中正在删除的对象在此是存活的：kubectl 无法以其他方式创建。",
            ],
        }
    }
}
