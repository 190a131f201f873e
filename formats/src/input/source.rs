/// One input: a file, standard input, what was pasted.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it: text, perhaps compressed, or an archive of texts.
    pub bytes: &'a [u8],
}
