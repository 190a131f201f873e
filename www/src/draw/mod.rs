//! Drawing and editing: adding objects, drawing references between them, changing what is open, and the way back.

mod add_sheet;
mod deed_panel;
mod draw_bar;
mod edit_field;
mod invite;
mod kind_picker;
mod link_layer;
mod object_editor;
mod owner_editor;
mod state;
mod text;
mod use_say;

pub use add_sheet::AddSheet;
pub use deed_panel::DeedPanel;
pub use draw_bar::{DrawBar, EditToggle};
pub use invite::Invite;
pub use link_layer::LinkLayer;
pub use object_editor::ObjectEditor;
pub use state::{
    Applied, Change, CustomDraft, Deed, Document, Draft, Drawing, Edit, KindChoice, KindDraft, OwnerDraft,
    Place, Refusal, Requested, Step, StepName, Traces, Why, apply, kept_text, kind_choices, manifest,
    owner_of, read_kept, request_of, state_kinds, tried,
};
pub use text::Say;
pub use use_say::{use_draw_keys, use_say};
