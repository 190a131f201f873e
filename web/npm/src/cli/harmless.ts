/** What turns the direction of writing, ends a line or starts a command of a terminal, beside the C0 characters. */
const ACTS = "\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const IN_TEXT = new RegExp(`[\\u0000-\\u0008\\u000a-\\u001f${ACTS}]`, "g");
const IN_JSON = new RegExp(`[${ACTS}]`, "g");

/** One line as a terminal may get it: files, names and messages must not move the cursor or forge other lines. */
export function harmless(line: string): string {
  return line.replace(IN_TEXT, "\ufffd");
}

/** The same JSON, escaped further: such characters are only in its strings, and C0 characters are escaped in any JSON. */
export function escaped(json: string): string {
  return json.replace(IN_JSON, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
