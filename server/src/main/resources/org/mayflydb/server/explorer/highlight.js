// Syntax highlighting for SQL and JSON that tolerates incomplete text.

import { h } from "./dom.js";

const KEYWORDS = new Set(
  (
    "all and array as asc between by desc distinct escape exists false from group having in is join left like limit not null offset or" +
    " order over rank right select top true udf undefined value where"
  ).split(" "),
);

const SQL = [
  ["comment", /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ["text", /'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/y],
  ["number", /\b\d[\w.]*/y],
  ["parameter", /@\w+/y],
  ["word", /[A-Za-z_]\w*/y],
  ["", /\s+|./y],
];

const JSON_TOKENS = [
  ["name", /"(?:[^"\\\n]|\\.)*"(?=\s*:)/y],
  ["text", /"(?:[^"\\\n]|\\.)*"?/y],
  ["number", /-?\d[\d.eE+-]*/y],
  ["keyword", /\b(?:true|false|null)\b/y],
  ["", /\s+|[^\s"]/y],
];

const kindOf = (kind, word, text, end) => {
  if (kind !== "word") {
    return kind;
  }
  if (KEYWORDS.has(word.toLowerCase())) {
    return "keyword";
  }
  return /^\s*\(/.test(text.slice(end, end + 20)) ? "function" : "";
};

/** The tokens of the text with their kinds. */
const partsOf = function* (text, language) {
  const patterns = language === "sql" ? SQL : JSON_TOKENS;
  let at = 0;
  while (at < text.length) {
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) {
        const start = at;
        at = pattern.lastIndex;
        yield [kindOf(kind, found[0], text, at), found[0], start];
        break;
      }
    }
  }
};

/** Highlighted nodes; `fault` is the `{start, end}` to underline. */
export const highlighted = (text, language, fault) => {
  const nodes = [];
  for (const [kind, part, start] of partsOf(text, language)) {
    const end = start + part.length;
    const wrong = fault && start < fault.end && end > fault.start;
    const classes = [kind ? `code-${kind}` : "", wrong ? "code-fault" : ""].join(" ").trim();
    nodes.push(classes ? h("span", { class: classes }, part) : part);
  }
  return nodes;
};
