// Creates elements. Data from the server becomes text nodes, never markup.

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

/** An element with attributes, listeners (`onclick: f`) and children; children that are not nodes become text. */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const svg = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

let count = 0;

/** A unique element id. */
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

/** A button that ignores clicks until its action has finished. */
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

/**
 * A table: columns are `{title, cell(row), number}`. It scrolls sideways if it is too wide; one of class `stacked` shows each row
 * as a block on small screens, which needs explicit roles to remain a table for screen readers.
 */
export const table = (caption, columns, rows, attributes = {}) => {
  const stacked = attributes.class?.includes("stacked") ?? false;
  const role = (name) => (stacked ? name : null);
  const head = (column) =>
    h("th", { scope: "col", class: column.number ? "number" : column.kind, role: role("columnheader") }, column.title);
  const cell = (column, row) =>
    h(
      "td",
      { class: column.number ? "number" : column.kind, role: role("cell"), "data-title": column.title },
      column.cell(row),
    );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      { ...attributes, role: role("table") },
      h("caption", { class: "unseen" }, caption),
      h("thead", { role: role("rowgroup") }, h("tr", { role: role("row") }, columns.map(head))),
      h(
        "tbody",
        { role: role("rowgroup") },
        rows.map((row) =>
          h(
            "tr",
            { role: role("row") },
            columns.map((column) => cell(column, row)),
          ),
        ),
      ),
    ),
  );
};
