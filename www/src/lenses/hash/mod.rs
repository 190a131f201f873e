//! The hash of a pod template.

mod answer_line;
mod code_stage;
mod collide_stage;
mod compare_stage;
mod dump_stage;
mod dump_text;
mod field_list;
mod lab;
mod lens;
mod makers_stage;
mod picker;
mod reveal;
mod sentence;
mod stage_panel;
mod state;
mod subject_bar;
mod template_panel;
mod text;
mod version_list;

pub use lens::HashLens;
