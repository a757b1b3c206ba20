// JSON as text. Items are shown and sent as they are written: parsing and printing them would change numbers that JavaScript
// cannot represent, and the order of properties.

const DEPTH_MAX = 128;
const SPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

/** Where text is not valid JSON, and why. Lines and columns count from one. */
export class JsonFault extends Error {
  constructor(text, offset, message) {
    super(message);
    const before = text.slice(0, offset).split("\n");
    this.offset = offset;
    this.line = before.length;
    this.column = before[before.length - 1].length + 1;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.tokens = [];
  }

  fault(message, offset = this.at) {
    throw new JsonFault(this.text, offset, message);
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) {
      this.at = pattern.lastIndex;
    }
    return found?.[0];
  }

  next() {
    this.match(SPACE);
    return this.text[this.at];
  }

  take(token) {
    this.tokens.push(token);
  }

  mark(character) {
    this.at++;
    this.take(character);
  }

  string() {
    const start = this.at;
    const found = this.match(STRING);
    if (found === undefined) {
      this.fault(
        this.text[start] === '"'
          ? "The string is not closed, or contains a character that must be escaped."
          : "Expected a property name in double quotes.",
      );
    }
    this.take(found);
    return found;
  }

  value(depth) {
    if (depth > DEPTH_MAX) {
      this.fault(`Values are nested deeper than ${DEPTH_MAX}.`);
    }
    const character = this.next();
    if (character === "{") {
      this.object(depth);
    } else if (character === "[") {
      this.array(depth);
    } else if (character === '"') {
      this.string();
    } else {
      const found = this.match(NUMBER) ?? this.match(WORD);
      if (found === undefined) {
        this.fault(character === undefined ? "Expected a value, but the text ends here." : "Expected a value.");
      }
      this.take(found);
    }
  }

  object(depth) {
    const names = new Set();
    this.mark("{");
    if (this.next() === "}") {
      this.mark("}");
      return;
    }
    for (;;) {
      this.next();
      const start = this.at;
      const name = JSON.parse(this.string());
      if (names.has(name)) {
        this.fault(`Duplicate property "${name}".`, start);
      }
      names.add(name);
      if (this.next() !== ":") {
        this.fault("Expected a colon after the property name.");
      }
      this.mark(":");
      this.value(depth + 1);
      if (this.following("}")) {
        return;
      }
    }
  }

  array(depth) {
    this.mark("[");
    if (this.next() === "]") {
      this.mark("]");
      return;
    }
    do {
      this.value(depth + 1);
    } while (!this.following("]"));
  }

  /** Reads a comma or the end; returns true at the end. */
  following(end) {
    const character = this.next();
    if (character === end) {
      this.mark(end);
      return true;
    }
    if (character !== ",") {
      this.fault(
        character === undefined ? `Expected a comma or ${end}, but the text ends here.` : `Expected a comma or ${end}.`,
      );
    }
    this.mark(",");
    return false;
  }
}

const tokensOf = (text) => {
  const reader = new Reader(text);
  reader.value(1);
  if (reader.next() !== undefined) {
    reader.fault("Unexpected text after the end of the value.");
  }
  return reader.tokens;
};

/** The first error in the text; null if it is a JSON object. */
export const faultOf = (text) => {
  try {
    tokensOf(text);
  } catch (fault) {
    if (fault instanceof JsonFault) {
      return fault;
    }
    throw fault;
  }
  return text.trimStart().startsWith("{")
    ? null
    : new JsonFault(text, text.length - text.trimStart().length, "Expected an object: { … }.");
};

/** The same JSON, indented. Numbers and order stay as they are. */
export const formatted = (text) => {
  const out = [];
  let indent = "";
  let previous = "";
  for (const token of tokensOf(text)) {
    const closing = token === "}" || token === "]";
    if (closing) {
      indent = indent.slice(2);
      out.push(previous === "{" || previous === "[" ? token : `\n${indent}${token}`);
    } else {
      if (previous === "{" || previous === "[" || previous === ",") {
        out.push(`\n${indent}`);
      }
      out.push(token === ":" ? ": " : token);
    }
    if (token === "{" || token === "[") {
      indent += "  ";
    }
    previous = token;
  }
  return out.join("");
};

/** What the server adds to every item. */
export const SYSTEM_PROPERTIES = new Set(["_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"]);

/** The formatted text of an item without its system properties. */
export const withoutSystemProperties = (text) => {
  const tokens = tokensOf(text);
  const kept = [];
  let depth = 0;
  let skipping = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (depth === 1 && tokens[i + 1] === ":" && (tokens[i - 1] === "{" || tokens[i - 1] === ",")) {
      skipping = SYSTEM_PROPERTIES.has(JSON.parse(token));
    }
    depth -= token === "}" || token === "]" ? 1 : 0;
    if (depth === 0 && token === "}") {
      skipping = false;
    }
    if (!skipping) {
      kept.push(token);
    }
    depth += token === "{" || token === "[" ? 1 : 0;
  }
  return formatted(kept.join("").replace(/,\}$/, "}"));
};

/** The texts of the elements of a JSON array. */
export const elementsOf = (text) => {
  const elements = [];
  let current = [];
  let depth = 0;
  for (const token of tokensOf(text)) {
    depth -= token === "}" || token === "]" ? 1 : 0;
    if (depth >= 1 && !(depth === 1 && token === ",")) {
      current.push(token);
    } else if (current.length > 0) {
      elements.push(current.join(""));
      current = [];
    }
    depth += token === "{" || token === "[" ? 1 : 0;
  }
  return elements;
};
