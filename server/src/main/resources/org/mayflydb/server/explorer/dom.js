// Elements out of code. Whatever comes from the server becomes a text node: nothing here can make markup out of text.

const SVG = "http://www.w3.org/2000/svg";

const addAttribute = (node, name, value) => {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (typeof value === "function") {
    node.addEventListener(name.slice(2), value);
  } else if (name === "value" || name === "checked") {
    node[name] = value;
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
};

const build = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    addAttribute(node, name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

/** An element with attributes, listeners (`onclick: f`) and children; what is no node becomes text. */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** The same for drawings. */
export const svg = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

let count = 0;

/** An id that no other element has. */
export const newId = (prefix) => `${prefix}-${++count}`;

/** A label above its control, with a hint below. */
export const field = (label, control, hint) => {
  control.id ||= newId("field");
  const hintId = hint ? newId("hint") : null;
  if (hintId) {
    control.setAttribute("aria-describedby", hintId);
  }
  return h(
    "div",
    { class: "field" },
    h("label", { for: control.id }, label),
    control,
    hint ? h("p", { class: "hint", id: hintId }, hint) : null,
  );
};

/** A button that cannot be pressed again while what it does is under way. */
export const button = (label, action, attributes = {}) => {
  const node = h("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", async (event) => {
    if (node.getAttribute("aria-disabled") === "true") {
      return;
    }
    node.setAttribute("aria-disabled", "true");
    try {
      await action(event);
    } finally {
      node.removeAttribute("aria-disabled");
    }
  });
  return node;
};

/** A table: columns are `{title, cell(row), number}`. */
export const table = (caption, columns, rows, attributes = {}) =>
  h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      attributes,
      h("caption", { class: "unseen" }, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map((column) => h("th", { scope: "col", class: column.number ? "number" : null }, column.title)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            columns.map((column) => h("td", { class: column.number ? "number" : column.kind }, column.cell(row))),
          ),
        ),
      ),
    ),
  );
