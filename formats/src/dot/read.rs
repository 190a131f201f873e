use super::token::{Token, Tokens};
use super::{DotEdge, DotGraph, DotVertex};
use crate::error::LoadError;
use crate::limits::{Limit, Limits};
use kubeloupe_core::sorted::SortedMap;

/// Reads what the collector's debug endpoint printed, or another digraph whose nodes have the same attributes. Messages
/// call the text `source`.
///
/// Errors name line and column; nothing is read of a text that is broken.
pub fn read(source: &str, text: &str, limits: &Limits) -> Result<DotGraph, LoadError> {
    let mut reader = Reader {
        tokens: Tokens::new(source, text, limits),
        ahead: None,
        nodes: limits.get(Limit::Objects),
        edges: limits.get(Limit::Objects).saturating_mul(8),
        graph: DotGraph::default(),
        uids: SortedMap::new(),
    };
    reader.header()?;
    while reader.statement()? {}
    if let Some((at, _)) = reader.take()? {
        return Err(reader.tokens.wrong(at, "something follows the graph".to_owned()));
    }
    let Reader { mut graph, uids, .. } = reader;
    for edge in &mut graph.edges {
        for end in [&mut edge.dependent, &mut edge.owner] {
            if let Some(uid) = uids.get(end) {
                end.clone_from(uid);
            }
        }
    }
    for uid in graph.edges.iter().flat_map(|edge| [&edge.dependent, &edge.owner]) {
        if !graph.vertices.contains_key(uid) {
            // An edge makes its ends, of which nothing else is known.
            let unknown = DotVertex {
                is_missing: true,
                ..DotVertex::default()
            };
            graph.vertices.insert(uid.clone(), unknown);
        }
    }
    graph.settle();
    Ok(graph)
}

struct Reader<'t> {
    tokens: Tokens<'t>,
    ahead: Option<(usize, Token)>,
    nodes: u64,
    edges: u64,
    graph: DotGraph,
    /// The uids of nodes that the text calls otherwise.
    uids: SortedMap<String, String>,
}

impl Reader<'_> {
    fn take(&mut self) -> Result<Option<(usize, Token)>, LoadError> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    fn expect(&mut self) -> Result<(usize, Token), LoadError> {
        match self.take()? {
            Some(token) => Ok(token),
            None => Err(self.tokens.truncated()),
        }
    }

    /// Whether the mark is next; it is taken then.
    fn takes(&mut self, mark: &Token) -> Result<bool, LoadError> {
        let next = self.take()?;
        if next.as_ref().is_some_and(|(_, token)| token == mark) {
            return Ok(true);
        }
        self.ahead = next;
        Ok(false)
    }

    /// `strict digraph full {`
    fn header(&mut self) -> Result<(), LoadError> {
        let mut seen = false;
        loop {
            match self.expect()? {
                (_, Token::Mark('{')) if seen => return Ok(()),
                (_, Token::Text(word)) if seen || word == "strict" => {
                    seen |= word == "digraph";
                }
                (_, Token::Text(word)) if word == "digraph" => seen = true,
                (at, _) => return Err(self.tokens.wrong(at, "a digraph was expected".to_owned())),
            }
        }
    }

    /// One statement; `false` at the closing brace.
    fn statement(&mut self) -> Result<bool, LoadError> {
        let (at, id) = match self.expect()? {
            (_, Token::Mark('}')) => return Ok(false),
            (_, Token::Mark(';')) => return Ok(true),
            (at, Token::Text(id)) => (at, id),
            (at, _) => return Err(self.tokens.wrong(at, "a node was expected".to_owned())),
        };
        if id == "subgraph" {
            return Err(self
                .tokens
                .wrong(at, "the collector draws no subgraphs".to_owned()));
        }
        if self.takes(&Token::Mark('='))? {
            self.text()?;
            return Ok(true);
        }
        let mut ends = vec![id];
        while self.takes(&Token::Arrow)? {
            ends.push(self.text()?);
        }
        let attributes = self.attributes()?;
        if let [id] = ends.as_slice() {
            if !matches!(id.as_str(), "graph" | "node" | "edge") || attributes.contains_key("uid") {
                self.vertex(at, id.clone(), &attributes)?;
            }
            return Ok(true);
        }
        for pair in ends.windows(2) {
            if self.graph.edges.len() as u64 >= self.edges {
                return Err(self.tokens.over(at, Limit::Objects, self.edges));
            }
            self.graph.edges.push(DotEdge {
                dependent: pair[0].clone(),
                owner: pair[1].clone(),
                is_doubtful: false,
            });
        }
        Ok(true)
    }

    fn text(&mut self) -> Result<String, LoadError> {
        match self.expect()? {
            (_, Token::Text(text)) => Ok(text),
            (at, _) => Err(self.tokens.wrong(at, "a name was expected".to_owned())),
        }
    }

    /// `[key=value …]`, perhaps with commas or semicolons between, perhaps several times, perhaps not at all.
    fn attributes(&mut self) -> Result<SortedMap<String, String>, LoadError> {
        let mut attributes = SortedMap::new();
        while self.takes(&Token::Mark('['))? {
            loop {
                match self.expect()? {
                    (_, Token::Mark(']')) => break,
                    (_, Token::Mark(',' | ';')) => {}
                    (at, Token::Text(key)) => {
                        if self.expect()?.1 != Token::Mark('=') {
                            return Err(self.tokens.wrong(at, format!("attribute {key} has no value")));
                        }
                        let value = self.text()?;
                        attributes.insert(key, value);
                    }
                    (at, _) => return Err(self.tokens.wrong(at, "an attribute was expected".to_owned())),
                }
            }
        }
        Ok(attributes)
    }

    fn vertex(
        &mut self,
        at: usize,
        id: String,
        attributes: &SortedMap<String, String>,
    ) -> Result<(), LoadError> {
        let text = |key: &str| attributes.get(key).map_or("", String::as_str);
        let flag = |key: &str| text(key) == "true";
        let api_version = match (text("group"), text("version")) {
            ("", version) => version.to_owned(),
            (group, version) => format!("{group}/{version}"),
        };
        let vertex = DotVertex {
            api_version,
            kind: text("kind").to_owned(),
            namespace: text("namespace").to_owned(),
            name: text("name").to_owned(),
            is_missing: flag("missing"),
            being_deleted: flag("beingDeleted"),
            deleting_dependents: flag("deletingDependents"),
            is_virtual: flag("virtual"),
        };
        let uid = match attributes.get("uid") {
            Some(uid) if *uid != id => {
                self.uids.insert(id, uid.clone());
                uid.clone()
            }
            _ => id,
        };
        match self.graph.vertices.get(&uid) {
            // A node that is there is not missing, whatever the dump says a second time.
            Some(_) => {
                self.graph.repeated += 1;
                if !vertex.is_missing {
                    self.graph.vertices.insert(uid, vertex);
                }
            }
            None if self.graph.vertices.len() as u64 >= self.nodes => {
                return Err(self.tokens.over(at, Limit::Objects, self.nodes));
            }
            None => {
                self.graph.vertices.insert(uid, vertex);
            }
        }
        Ok(())
    }
}
