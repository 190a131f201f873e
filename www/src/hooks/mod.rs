//! What connects the state to the page: the desk that does things, and hooks for time, keys and pointers.

mod breath;
mod clipboard;
mod cluster;
mod desk;
mod download;
mod drawing;
mod files;
mod gather;
mod moving;
mod picture;
mod settings;
mod sharing;
mod use_address;
mod use_drop;
mod use_keys;
mod use_place;
mod use_playback;
mod use_theme;
mod use_view;

pub use breath::{Breath, now_ms};
pub use clipboard::copy;
pub use cluster::{behind_proxy, keep_cluster, kept_base, kept_namespace};
pub use desk::Desk;
pub use download::download;
pub use drawing::Saving;
pub use files::read_text;
pub use picture::picture_of;
pub use use_address::use_address;
pub use use_drop::{gather_list, open_list, use_drop};
pub use use_keys::{use_keys, use_lens_keys};
pub use use_place::use_size;
pub use use_playback::use_playback;
pub use use_theme::use_theme;
pub use use_view::{use_desk, use_main_tag, use_view, use_words};
