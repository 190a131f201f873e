use crate::graph::{Ink, Line, Pen, Piece, Rect, Stroke};
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d;

/// Paints on a canvas.
pub(super) struct CanvasPen<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a [String],
    font: &'a str,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
    size: (f64, bool),
    opacity: f64,
}

impl<'a> CanvasPen<'a> {
    /// Begins; the palette has the colours of [`Ink::ALL`], and `font` the names of the page's fonts.
    pub(super) fn new(context: &'a CanvasRenderingContext2d, palette: &'a [String], font: &'a str) -> Self {
        CanvasPen {
            context,
            palette,
            font,
            fill: None,
            stroke: None,
            size: (0.0, false),
            opacity: 1.0,
        }
    }

    fn colour(&self, ink: Ink) -> &'a str {
        self.palette.get(ink as usize).map_or("", String::as_str)
    }

    /// Setting a colour costs more than a rectangle, and most are painted in one.
    fn fill_with(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            self.context.set_fill_style_str(self.colour(ink));
        }
    }

    fn stroke_with(&mut self, stroke: Stroke) {
        let before = self.stroke.replace(stroke);
        if before == Some(stroke) {
            return;
        }
        let context = self.context;
        if before.is_none_or(|before| before.ink != stroke.ink) {
            context.set_stroke_style_str(self.colour(stroke.ink));
        }
        context.set_line_width(stroke.width);
        if before.is_none_or(|before| (before.dash - stroke.dash).abs() > 1e-9) {
            let dashes = Array::new();
            if stroke.dash > 0.0 {
                dashes.push(&JsValue::from_f64(stroke.dash));
            }
            // A list of one number is one that every browser takes.
            let _ = context.set_line_dash(&dashes);
        }
    }
}

impl Pen for CanvasPen<'_> {
    fn rect(&mut self, rect: Rect, radius: f64, fill: Option<Ink>, stroke: Option<Stroke>) {
        let Rect { x, y, width, height } = rect;
        let context = self.context;
        if radius <= 0.0 {
            if let Some(ink) = fill {
                self.fill_with(ink);
                context.fill_rect(x, y, width, height);
            }
            if let Some(stroke) = stroke {
                self.stroke_with(stroke);
                context.stroke_rect(x, y, width, height);
            }
            return;
        }
        context.begin_path();
        // A radius is never negative, which is all that could be refused.
        let _ = context.round_rect_with_f64(x, y, width, height, radius);
        if let Some(ink) = fill {
            self.fill_with(ink);
            context.fill();
        }
        if let Some(stroke) = stroke {
            self.stroke_with(stroke);
            context.stroke();
        }
    }

    fn path(&mut self, pieces: &[Piece], fill: Option<Ink>, stroke: Option<Stroke>) {
        let context = self.context;
        context.begin_path();
        for piece in pieces {
            match piece {
                Piece::Move(to) => context.move_to(to.x, to.y),
                Piece::Line(to) => context.line_to(to.x, to.y),
                Piece::Curve(one, two, to) => {
                    context.bezier_curve_to(one.x, one.y, two.x, two.y, to.x, to.y);
                }
                Piece::Close => context.close_path(),
            }
        }
        if let Some(ink) = fill {
            self.fill_with(ink);
            context.fill();
        }
        if let Some(stroke) = stroke {
            self.stroke_with(stroke);
            context.stroke();
        }
    }

    fn text(&mut self, line: Line<'_>) {
        let context = self.context;
        if self.size != (line.size, line.bold) {
            self.size = (line.size, line.bold);
            let weight = if line.bold { 600 } else { 400 };
            context.set_font(&format!("{weight} {:.1}px {}", line.size, self.font));
        }
        self.fill_with(line.ink);
        context.set_text_align(if line.centred { "center" } else { "left" });
        // What cannot be painted is an infinite number, and there is none.
        let _ = context.fill_text(line.text, line.at.x, line.at.y);
        if line.struck {
            let wide = context
                .measure_text(line.text)
                .map_or(0.0, |metrics| metrics.width());
            context.fill_rect(line.at.x, line.at.y - line.size * 0.32, wide, line.size / 13.0);
        }
    }

    fn opacity(&mut self, opacity: f64) {
        if (self.opacity - opacity).abs() > 1e-9 {
            self.opacity = opacity;
            self.context.set_global_alpha(opacity);
        }
    }
}
