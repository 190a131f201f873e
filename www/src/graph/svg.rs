use super::{Ink, Line, Pen, Piece, Point, Rect, Stroke};
use std::fmt::Write;

/// Paints into the text of an SVG file.
#[derive(Debug)]
pub struct SvgPen<'a> {
    body: String,
    palette: &'a [String],
    opacity: f64,
}

impl<'a> SvgPen<'a> {
    /// Begins; the palette has the colours of [`Ink::ALL`].
    pub fn new(palette: &'a [String]) -> Self {
        SvgPen {
            body: String::new(),
            palette,
            opacity: 1.0,
        }
    }

    /// The file with what was painted, as large as `bounds`.
    pub fn finish(self, bounds: Rect) -> String {
        let Rect { x, y, width, height } = bounds;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Inter, Segoe UI, system-ui, sans-serif\">\
             <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>{}</svg>",
            self.colour(Ink::Bg),
            self.body
        )
    }

    fn colour(&self, ink: Ink) -> &'a str {
        self.palette.get(ink as usize).map_or("", String::as_str)
    }

    fn say(&mut self, args: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.body.write_fmt(args);
    }

    fn dress(&mut self, fill: Option<Ink>, stroke: Option<Stroke>) {
        let fill = fill.map_or("none", |ink| self.colour(ink));
        self.say(format_args!(" fill=\"{}\"", escaped(fill)));
        if let Some(stroke) = stroke {
            let colour = escaped(self.colour(stroke.ink));
            self.say(format_args!(
                " stroke=\"{colour}\" stroke-width=\"{:.2}\"",
                stroke.width
            ));
            if stroke.dash > 0.0 {
                self.say(format_args!(" stroke-dasharray=\"{:.1}\"", stroke.dash));
            }
        }
        if self.opacity < 1.0 {
            let opacity = self.opacity;
            self.say(format_args!(" opacity=\"{opacity:.2}\""));
        }
        self.body.push_str("/>");
    }
}

impl Pen for SvgPen<'_> {
    fn rect(&mut self, rect: Rect, radius: f64, fill: Option<Ink>, stroke: Option<Stroke>) {
        let Rect { x, y, width, height } = rect;
        self.say(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\""
        ));
        self.dress(fill, stroke);
    }

    fn path(&mut self, pieces: &[Piece], fill: Option<Ink>, stroke: Option<Stroke>) {
        if pieces.is_empty() {
            return;
        }
        let d = path_data(pieces);
        self.say(format_args!("<path d=\"{d}\""));
        self.dress(fill, stroke);
    }

    fn text(&mut self, line: Line<'_>) {
        let Point { x, y } = line.at;
        let colour = escaped(self.colour(line.ink));
        let anchor = if line.centred {
            " text-anchor=\"middle\""
        } else {
            ""
        };
        let weight = if line.bold { " font-weight=\"600\"" } else { "" };
        let struck = if line.struck {
            " text-decoration=\"line-through\""
        } else {
            ""
        };
        let (size, opacity, text) = (line.size, self.opacity, escaped(line.text));
        self.say(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{colour}\" opacity=\"{opacity:.2}\"{anchor}{weight}{struck}>{text}</text>"
        ));
    }

    fn opacity(&mut self, opacity: f64) {
        self.opacity = opacity;
    }
}

/// A path in SVG's own words.
pub fn path_data(pieces: &[Piece]) -> String {
    let mut data = String::new();
    for piece in pieces {
        // Writing into a string cannot fail.
        let _ = match piece {
            Piece::Move(to) => write!(data, "M{:.1} {:.1}", to.x, to.y),
            Piece::Line(to) => write!(data, "L{:.1} {:.1}", to.x, to.y),
            Piece::Curve(one, two, to) => write!(
                data,
                "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                one.x, one.y, two.x, two.y, to.x, to.y
            ),
            Piece::Close => write!(data, "z"),
        };
    }
    data
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no way to write these.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                safe.push('\u{fffd}')
            }
            _ => safe.push(one),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::super::edge_pieces;
    use super::{Ink, Line, Pen, Point, Rect, SvgPen, path_data};

    #[test]
    fn an_edge_ends_at_the_owner() {
        let path = edge_pieces(&[Point { x: 0.0, y: 0.0 }, Point { x: 10.0, y: 40.0 }]);
        assert_eq!(path_data(&path), "M10.0 40.0C10.0 20.0 0.0 20.0 0.0 0.0");
    }

    #[test]
    fn a_name_is_text_in_the_file_and_never_markup() {
        let palette: Vec<String> = Ink::ALL.iter().map(|ink| format!("c{}", *ink as usize)).collect();
        let mut pen = SvgPen::new(&palette);
        pen.text(Line {
            text: "<script>&\"\u{1}",
            at: Point::default(),
            size: 12.0,
            bold: true,
            centred: false,
            struck: true,
            ink: Ink::Text,
        });
        let file = pen.finish(Rect::default());
        assert!(
            file.contains(">&lt;script&gt;&amp;&quot;\u{fffd}</text>"),
            "{file}"
        );
        assert!(file.contains("fill=\"c5\"") && file.contains("line-through"));
    }
}
