use super::breath::now_ms;
use super::canvas_pen::CanvasPen;
use super::palette::Palette;
use super::picture::SavedPicture;
use crate::graph::{
    Camera, Glide, Ink, Look, Node, Part, Point, Rect, Scene, Size, Standing, SvgPen, Tone, carried, draw,
};
use crate::state::Source;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlElement, Window};
use yew::{Callback, NodeRef};

/// What paints the boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Painter {
    /// Elements of the page.
    #[default]
    Svg,
    /// A canvas.
    Canvas,
}

impl Painter {
    /// The word for tests and style sheets.
    pub fn word(self) -> &'static str {
        match self {
            Painter::Svg => "svg",
            Painter::Canvas => "canvas",
        }
    }
}

/// A scene on the page, and the camera that it is seen through. Moving the camera paints and draws no component anew.
#[derive(Clone)]
pub struct Board(Rc<Inner>);

struct Inner {
    places: Places,
    state: RefCell<State>,
}

/// The elements that are painted on.
#[derive(Clone, Default)]
pub struct Places {
    /// Around all others; what is seen is as large as this.
    pub host: NodeRef,
    /// The group of an SVG that the camera moves.
    pub layer: NodeRef,
    /// The canvas.
    pub canvas: NodeRef,
    /// The map of the whole.
    pub map: NodeRef,
    /// What marks on the map the part that is seen.
    pub map_part: NodeRef,
}

#[derive(Default)]
struct State {
    scene: Option<Rc<Scene>>,
    /// What the scene is of, and which of the sources that were opened that is.
    source: Option<(Rc<Source>, u64)>,
    looks: Rc<Vec<Look>>,
    broken: Rc<Vec<bool>>,
    selected: Option<usize>,
    painter: Painter,
    screen: Option<Size>,
    camera: Option<Camera>,
    palette: Palette,
    flight: Option<Flight>,
    /// Boxes on their way to where they stand in the scene, and since when.
    glide: Option<(Glide, f64)>,
    /// A frame was asked for.
    scheduled: bool,
    /// The map shows something else by now.
    map_is_old: bool,
    /// The user has moved the picture.
    moved: bool,
    /// Whoever draws something over the picture.
    watcher: Option<Callback<Camera>>,
}

/// The camera on its way.
struct Flight {
    from: Camera,
    to: Camera,
    since: f64,
}

/// How long the camera is on its way, in milliseconds.
const FLIGHT_MS: f64 = 220.0;
/// How long boxes on a canvas are, as those of the page are by their style sheet.
const GLIDE_MS: f64 = 180.0;
/// The size of the map, in CSS pixels.
const MAP: Size = Size {
    width: 168.0,
    height: 112.0,
};
/// Pictures with fewer boxes have no map.
const MAP_FROM: usize = 40;
/// Room around a picture that is saved.
const MARGIN: f64 = 16.0;
/// What is gone to is shown at this scale at least.
const LEGIBLE: f64 = 0.7;

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Board {
    /// A board over these elements.
    pub fn new(places: Places) -> Self {
        Board(Rc::new(Inner {
            places,
            state: RefCell::default(),
        }))
    }

    /// The elements that it paints on.
    pub fn places(&self) -> &Places {
        &self.0.places
    }

    /// Shows a scene of a source; `lineage` says which of the sources that were opened that is, in whatever state. On a
    /// canvas boxes glide from where they were, but for those who want no motion.
    pub fn show(&self, scene: Rc<Scene>, source: Rc<Source>, lineage: u64, painter: Painter) {
        let (now, still) = (now_ms(), wants_no_motion());
        {
            let mut state = self.0.state.borrow_mut();
            // Looks of another scene are about other boxes.
            if state.scene.as_ref() != Some(&scene) {
                let glides = painter == Painter::Canvas && !still;
                let glide = glides
                    .then(|| state.glide_to(&scene, &source, lineage, now))
                    .flatten();
                state.glide = glide.map(|glide| (glide, now));
                state.source = Some((source, lineage));
                state.looks = Rc::default();
                state.broken = Rc::default();
                state.selected = None;
            }
            state.scene = Some(scene);
            state.painter = painter;
            state.map_is_old = true;
        }
        self.repaint();
    }

    /// Shows what the boxes of the scene are like, and which references are no more.
    pub fn dress(&self, looks: Rc<Vec<Look>>, broken: Rc<Vec<bool>>) {
        {
            let mut state = self.0.state.borrow_mut();
            state.looks = looks;
            state.broken = broken;
            state.map_is_old = true;
        }
        self.repaint();
    }

    /// Shows which box is chosen.
    pub fn select(&self, selected: Option<usize>) {
        self.0.state.borrow_mut().selected = selected;
        self.repaint();
    }

    /// The colours or the size of the page have changed.
    pub fn refresh(&self, screen: Size) {
        {
            let mut state = self.0.state.borrow_mut();
            state.screen = (screen.width > 0.0).then_some(screen);
            state.palette = Palette::default();
            state.map_is_old = true;
        }
        self.repaint();
    }

    /// The camera; none while nothing was seen.
    pub fn camera(&self) -> Option<Camera> {
        self.0.state.borrow().camera
    }

    /// Whether the user has moved the picture since it was last shown by itself.
    pub fn is_moved(&self) -> bool {
        self.0.state.borrow().moved
    }

    /// The picture is shown by itself again, wherever the user has moved it.
    pub fn release(&self) {
        self.0.state.borrow_mut().moved = false;
    }

    /// The user moves the picture.
    pub fn look(&self, to: Camera) {
        {
            let mut state = self.0.state.borrow_mut();
            state.moved = true;
            state.flight = None;
            state.camera = Some(to);
        }
        self.repaint();
    }

    /// The picture is shown as it is best seen.
    pub fn place(&self, to: Camera) {
        {
            let mut state = self.0.state.borrow_mut();
            state.moved = false;
            state.flight = None;
            state.camera = Some(to);
        }
        self.repaint();
    }

    /// The camera goes there, at once for those who want no motion.
    pub fn fly(&self, to: Camera) {
        let now = now_ms();
        let still = wants_no_motion();
        {
            let mut state = self.0.state.borrow_mut();
            match state.camera.filter(|_| !still) {
                Some(from) => state.flight = Some(Flight { from, to, since: now }),
                None => state.camera = Some(to),
            }
        }
        self.repaint();
    }

    /// Everything is shown.
    pub fn fit(&self) {
        if let Some((scene, screen)) = self.shown() {
            self.0.state.borrow_mut().moved = false;
            self.fly(Camera::fit(scene.bounds, screen));
        }
    }

    /// Zooms around a point of the page, or around the middle.
    pub fn zoom(&self, factor: f64, at: Option<Point>) {
        let (Some((scene, screen)), Some(camera)) = (self.shown(), self.camera()) else {
            return;
        };
        let at = at.map_or(
            Point {
                x: screen.width / 2.0,
                y: screen.height / 2.0,
            },
            |at| self.on_screen(at),
        );
        self.look(camera.zoom(factor, at, Camera::least(scene.bounds, screen)));
    }

    /// The smallest scale at which what is shown is looked at.
    pub fn least(&self) -> f64 {
        self.shown()
            .map_or(0.0, |(scene, screen)| Camera::least(scene.bounds, screen))
    }

    /// Moves the picture on the screen.
    pub fn pan(&self, by: Point) {
        if let Some(camera) = self.camera() {
            self.look(camera.pan(by));
        }
    }

    /// Brings a box into sight; with `legible` so large that it can be read.
    pub fn bring(&self, at: usize, legible: bool) {
        let (Some((scene, screen)), Some(camera)) = (self.shown(), self.camera()) else {
            return;
        };
        let Some(rect) = scene.rects.get(at) else { return };
        let to = camera.bring(*rect, screen, if legible { LEGIBLE } else { 0.0 });
        if to != camera {
            self.0.state.borrow_mut().moved = true;
            self.fly(to);
        }
    }

    /// From now on the camera of every frame is told.
    pub fn watch(&self, watcher: Option<Callback<Camera>>) {
        self.0.state.borrow_mut().watcher = watcher;
        self.repaint();
    }

    /// The boxes in sight.
    pub fn in_sight(&self) -> Vec<usize> {
        let (Some((scene, screen)), Some(camera)) = (self.shown(), self.camera()) else {
            return Vec::new();
        };
        scene.visible(&camera.seen(screen))
    }

    /// The box at a point of the page, as browsers tell it of a pointer.
    pub fn hit(&self, client: Point) -> Option<(usize, Node)> {
        let scene = self.0.state.borrow().scene.clone()?;
        let at = scene.hit(self.in_picture(client)?)?;
        Some((at, scene.picture.nodes[at]))
    }

    /// A point of the page in the picture's own coordinates.
    pub fn in_picture(&self, client: Point) -> Option<Point> {
        let camera = self.camera()?;
        Some(camera.picture_point(self.on_screen(client)))
    }

    /// A point of the page, counted from the picture's corner.
    pub fn on_screen(&self, client: Point) -> Point {
        let host = self.0.places.host.cast::<Element>();
        let (left, top) = host.map_or((0.0, 0.0), |host| {
            let rect = host.get_bounding_client_rect();
            (rect.left(), rect.top())
        });
        Point {
            x: client.x - left,
            y: client.y - top,
        }
    }

    fn shown(&self) -> Option<(Rc<Scene>, Size)> {
        let state = self.0.state.borrow();
        Some((state.scene.clone()?, state.screen?))
    }

    /// Moves the picture to where the map was pressed.
    pub fn press_map(&self, client: Point) {
        let (Some((scene, screen)), Some(camera)) = (self.shown(), self.camera()) else {
            return;
        };
        let Some(map) = self.0.places.map.cast::<Element>() else {
            return;
        };
        let rect = map.get_bounding_client_rect();
        let on_map = Point {
            x: client.x - rect.left(),
            y: client.y - rect.top(),
        };
        let to = map_camera(&scene).picture_point(on_map);
        self.look(Camera {
            offset: Point {
                x: screen.width / 2.0 - to.x * camera.scale,
                y: screen.height / 2.0 - to.y * camera.scale,
            },
            ..camera
        });
    }

    /// Everything that is shown, as a file of its own.
    pub fn save(&self) -> Option<SavedPicture> {
        self.read_palette();
        let state = self.0.state.borrow();
        let scene = state.scene.as_ref()?;
        let bounds = Rect {
            x: scene.bounds.x - MARGIN,
            y: scene.bounds.y - MARGIN,
            width: scene.bounds.width + 2.0 * MARGIN,
            height: scene.bounds.height + 2.0 * MARGIN,
        };
        let part = Part {
            rect: bounds,
            scale: 1.0,
        };
        let mut pen = SvgPen::new(&state.palette.colours);
        draw(
            &Standing::still(scene),
            part,
            &|at| state.look(at),
            &|edge| state.is_broken(edge),
            &mut pen,
        );
        Some(SavedPicture {
            text: pen.finish(bounds),
            width: bounds.width,
            height: bounds.height,
        })
    }

    /// Asks for a frame.
    fn repaint(&self) {
        if std::mem::replace(&mut self.0.state.borrow_mut().scheduled, true) {
            return;
        }
        let board = self.clone();
        let paint = Closure::once_into_js(move || board.paint());
        let asked =
            web_sys::window().and_then(|window| window.request_animation_frame(paint.unchecked_ref()).ok());
        if asked.is_none() {
            self.0.state.borrow_mut().scheduled = false;
        }
    }

    fn read_palette(&self) {
        let unread = self.0.state.borrow().palette.colours.is_empty();
        let host = self.0.places.host.cast::<Element>().filter(|_| unread);
        let palette = host.and_then(|host| Palette::read(&web_sys::window()?, &host));
        if let Some(palette) = palette {
            self.0.state.borrow_mut().palette = palette;
        }
    }

    fn paint(&self) {
        self.0.state.borrow_mut().scheduled = false;
        self.read_palette();
        let in_flight = {
            let mut state = self.0.state.borrow_mut();
            let (flies, glides) = (state.fly_on(), state.glide_on());
            flies || glides
        };
        let state = self.0.state.borrow();
        let (Some(scene), Some(screen), Some(camera)) = (&state.scene, state.screen, state.camera) else {
            return;
        };
        let Some(window) = web_sys::window() else { return };
        match state.painter {
            Painter::Svg => {
                if let Some(layer) = self.0.places.layer.cast::<Element>() {
                    // An element refuses no attribute with a plain name.
                    let _ = layer.set_attribute("transform", &camera.transform());
                }
            }
            Painter::Canvas => {
                if let Some(canvas) = self.0.places.canvas.cast::<HtmlCanvasElement>() {
                    state.paint_canvas(&window, &canvas, scene, screen, camera);
                }
            }
        }
        let map = self.0.places.map.cast::<HtmlCanvasElement>();
        let mark = self.0.places.map_part.cast::<HtmlElement>();
        let (scene, map_is_old) = (scene.clone(), state.map_is_old);
        if let (Some(map), Some(mark)) = (map, mark) {
            state.paint_map(&window, (&map, &mark), &scene, screen, camera);
        }
        let watcher = state.watcher.clone();
        drop(state);
        if let Some(watcher) = watcher {
            watcher.emit(camera);
        }
        if map_is_old {
            self.0.state.borrow_mut().map_is_old = false;
        }
        if in_flight {
            self.repaint();
        }
    }
}

impl State {
    /// Moves the camera on its way. Returns whether it is not there yet.
    fn fly_on(&mut self) -> bool {
        let Some(flight) = &self.flight else { return false };
        let share = ((now_ms() - flight.since) / FLIGHT_MS).clamp(0.0, 1.0);
        self.camera = Some(flight.from.towards(flight.to, share));
        if share >= 1.0 {
            self.flight = None;
        }
        share < 1.0
    }

    /// Lets boxes stand where they belong once their time is over. Returns whether it is not.
    fn glide_on(&mut self) -> bool {
        let over = |(_, since): &(Glide, f64)| now_ms() - since >= GLIDE_MS;
        self.glide.take_if(|glide| over(glide));
        self.glide.is_some()
    }

    /// Where everything of a scene is drawn now.
    fn standing<'s>(&self, scene: &'s Scene, now: f64) -> Standing<'s> {
        match &self.glide {
            Some((glide, since)) => glide.at(scene, (now - since) / GLIDE_MS),
            None => Standing::still(scene),
        }
    }

    /// The way from what is drawn now to another scene, where that is of the same.
    fn glide_to(&self, next: &Scene, source: &Rc<Source>, lineage: u64, now: f64) -> Option<Glide> {
        let (of, was) = self.source.as_ref()?;
        let scene = self.scene.as_ref().filter(|_| *was == lineage)?;
        let standing = self.standing(scene, now);
        let nodes = scene.picture.nodes.iter();
        let nodes = nodes.map(|&node| carried(node, of, source));
        Glide::new(nodes.zip(standing.rects.iter().copied()), next)
    }

    fn look(&self, at: usize) -> Look {
        let mut look = self.looks.get(at).cloned().unwrap_or_default();
        look.selected = self.selected == Some(at);
        look
    }

    fn is_broken(&self, edge: usize) -> bool {
        self.broken.get(edge).copied().unwrap_or(false)
    }

    fn paint_canvas(
        &self,
        window: &Window,
        canvas: &HtmlCanvasElement,
        scene: &Scene,
        screen: Size,
        camera: Camera,
    ) {
        let Some(context) = context(canvas) else { return };
        let density = resize(window, canvas, screen);
        // Only numbers that are none are refused.
        let _ = context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()));
        let _ = context.set_transform(
            camera.scale * density,
            0.0,
            0.0,
            camera.scale * density,
            camera.offset.x * density,
            camera.offset.y * density,
        );
        let part = Part {
            rect: camera.seen(screen),
            scale: camera.scale,
        };
        let mut pen = CanvasPen::new(&context, &self.palette.colours, &self.palette.font);
        draw(
            &self.standing(scene, now_ms()),
            part,
            &|at| self.look(at),
            &|edge| self.is_broken(edge),
            &mut pen,
        );
    }

    fn paint_map(
        &self,
        window: &Window,
        (map, mark): (&HtmlCanvasElement, &HtmlElement),
        scene: &Scene,
        screen: Size,
        camera: Camera,
    ) {
        let seen = camera.seen(screen);
        let whole = seen.covers(&scene.bounds);
        let hidden = whole || scene.rects.len() < MAP_FROM;
        if let Some(around) = map.parent_element() {
            // An element refuses no attribute with a plain name.
            let _ = around.toggle_attribute_with_force("hidden", hidden);
        }
        if hidden {
            return;
        }
        let on_map = map_camera(scene);
        if (self.map_is_old || map.width() == 0)
            && let Some(context) = context(map)
        {
            let density = resize(window, map, MAP);
            // Only numbers that are none are refused.
            let _ = context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
            context.clear_rect(0.0, 0.0, f64::from(map.width()), f64::from(map.height()));
            let _ = context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0);
            let mut inked = None;
            for (at, rect) in scene.rects.iter().enumerate() {
                let ink = if scene.picture.open[at] {
                    Ink::Line
                } else {
                    map_ink(self.looks.get(at))
                };
                if inked != Some(ink) {
                    context.set_fill_style_str(
                        self.palette.colours.get(ink as usize).map_or("", String::as_str),
                    );
                    inked = Some(ink);
                }
                let spot = on_map.screen_rect(*rect);
                context.fill_rect(spot.x, spot.y, spot.width.max(0.8), spot.height.max(0.8));
            }
        }
        let part = on_map.screen_rect(seen);
        let (left, top) = (part.x.clamp(0.0, MAP.width), part.y.clamp(0.0, MAP.height));
        let style = mark.style();
        for (name, value) in [
            ("left", left),
            ("top", top),
            ("width", (part.x + part.width).min(MAP.width) - left),
            ("height", (part.y + part.height).min(MAP.height) - top),
        ] {
            // Style sheets know these properties.
            let _ = style.set_property(name, &format!("{:.1}px", value.max(3.0)));
        }
    }
}

/// The colour of a box on the map.
fn map_ink(look: Option<&Look>) -> Ink {
    match look.map(|look| look.tone).unwrap_or_default() {
        Tone::Plain | Tone::Group | Tone::Virtual => Ink::Border,
        Tone::Doomed | Tone::Stopping | Tone::Gone => Ink::Deleted,
        Tone::Waiting => Ink::Waiting,
        Tone::Stuck => Ink::Stuck,
        Tone::Orphaned => Ink::Orphaned,
    }
}

fn map_camera(scene: &Scene) -> Camera {
    Camera::whole(scene.bounds, MAP, 3.0)
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

/// Makes a canvas as fine as the screen. Returns how many pixels it has for each of the page's.
fn resize(window: &Window, canvas: &HtmlCanvasElement, size: Size) -> f64 {
    let density = window.device_pixel_ratio().clamp(1.0, 3.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a screen is of a positive size, and not that large"
    )]
    let pixels = |size: f64| (size * density).round() as u32;
    let (width, height) = (pixels(size.width), pixels(size.height));
    // Setting a size clears the canvas and costs memory anew.
    if canvas.width() != width {
        canvas.set_width(width);
    }
    if canvas.height() != height {
        canvas.set_height(height);
    }
    density
}

fn wants_no_motion() -> bool {
    web_sys::window()
        .and_then(|window| {
            window
                .match_media("(prefers-reduced-motion: reduce)")
                .ok()
                .flatten()
        })
        .is_some_and(|query| query.matches())
}
