use yew::prelude::*;

/// The icons of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// To the start.
    Rewind,
    /// One step back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One step on.
    Step,
    /// To the end.
    End,
    /// Light and dark.
    Theme,
    /// Something unfolds below.
    Down,
    /// Fold to the left.
    FoldLeft,
    /// Fold to the right.
    FoldRight,
    /// Take away, close.
    Cross,
    /// Add.
    Plus,
    /// Less.
    Minus,
    /// Show everything.
    Fit,
    /// A breakpoint.
    Dot,
    /// A way that branches.
    Branch,
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// Change.
    Pen,
    /// Open everything.
    Unfold,
    /// Close everything.
    FoldAll,
}

/// Which icon.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The icon.
    pub shape: Shape,
}

/// A small picture that goes with a label; it is never the only thing that says something.
#[component]
pub fn Icon(Props { shape }: &Props) -> Html {
    let path = match shape {
        Shape::Rewind => "M2 2h2v10H2zM12.5 2v10L5 7z",
        Shape::Back => "M11 2v10L3 7z",
        Shape::Play => "M3.5 1.5v11L12.5 7z",
        Shape::Pause => "M3 2h3v10H3zM8 2h3v10H8z",
        Shape::Step => "M2.5 2v10L9 7zM10 2h2v10h-2z",
        Shape::End => "M1.5 2v10L9 7zM10 2h2v10h-2z",
        Shape::Theme => "M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1zm0 1.4v9.2a4.6 4.6 0 0 1 0-9.2z",
        Shape::Down => "M2.5 4.5h9L7 10z",
        Shape::FoldLeft => "M2 2h1.5v10H2zM11.5 2.5v9L5 7z",
        Shape::FoldRight => "M10.5 2H12v10h-1.500zM2.500 2.500v9L9 7z",
        Shape::Cross => {
            "M3.3 2.200 7 5.900l3.700-3.700 1.100 1.100L8.100 7l3.700 3.700-1.100 1.100L7 8.100l-3.700 3.700-1.100-1.100L5.900 7 2.200 3.300z"
        }
        Shape::Plus => "M6.200 2h1.600v4.200H12v1.600H7.800V12H6.200V7.800H2V6.200h4.200z",
        Shape::Minus => "M2 6.200h10v1.600H2z",
        Shape::Undo => {
            "M5.500 1.500v2.700h2.300a4.200 4.200 0 0 1 0 8.400H3.500V11h4.300a2.600 2.600 0 0 0 0-5.200H5.500v2.700L1.500 5z"
        }
        Shape::Redo => {
            "M8.500 1.500v2.700H6.200a4.200 4.200 0 0 0 0 8.400h4.300V11H6.200a2.600 2.600 0 0 1 0-5.200h2.300v2.700l4-3.500z"
        }
        Shape::Pen => {
            "M9.800 1.300a1 1 0 0 1 1.400 0l1.500 1.500a1 1 0 0 1 0 1.400L11.300 5.600 8.400 2.700zM7.500 3.600l2.900 2.900-6 6H1.500V9.600z"
        }
        Shape::Dot => "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
        Shape::Branch => {
            "M4 1.500a1.750 1.750 0 0 0-.750 3.330v4.340a1.750 1.750 0 1 0 1.500 0V8.300c1.300-.500 4.900-.700 5.500-3.500a1.750 1.750 0 1 0-1.530-.100C8.200 6.300 6 6.500 4.750 6.900V4.830A1.750 1.750 0 0 0 4 1.500z"
        }
        Shape::Unfold => "M1 1h5v5H1zM8 1h5v5H8zM1 8h5v5H1zM8 8h5v5H8z",
        Shape::FoldAll => "M3 5h9v7H3zM1 3h9v1.500H2.500V10H1z",
        Shape::Fit => {
            "M1.500 1.500h4V3H3v2.500H1.500zM8.500 1.500h4v4H11V3H8.500zM1.500 8.500H3V11h2.500v1.500h-4zM11 8.500h1.500v4h-4V11H11z"
        }
    };
    html! {
        <svg class="icon" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path d={path} fill="currentColor" /></svg>
    }
}
