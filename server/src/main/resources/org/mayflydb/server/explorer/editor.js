// A text area over a highlighted copy of its text, with line numbers and an error message.

import { h, newId } from "./dom.js";
import { highlighted } from "./highlight.js";

/** Longer texts are not highlighted: that would make typing slow. */
const COLOURED_CHARACTERS_MAX = 60_000;

/**
 * An editor: `{node, value, fault(problem), pointAt(offset), saved()}`. A fault is `{start, end, message}`, or null for none.
 * With `unsaved`, leaving the view asks before changes are lost.
 */
export const editor = ({ label, language, value = "", rows = 12, submit, input, unsaved = false }) => {
  const noteId = newId("fault");
  const lines = h("pre", { class: "editor-lines", "aria-hidden": "true" });
  const colours = h("pre", { class: "editor-colours", "aria-hidden": "true" });
  const text = h("textarea", {
    "aria-label": label,
    "aria-describedby": noteId,
    rows: String(rows),
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
  });
  const note = h("p", { class: "fault", id: noteId, role: "alert" });
  let problem = null;

  const follow = () => {
    colours.scrollTop = text.scrollTop;
    colours.scrollLeft = text.scrollLeft;
    lines.scrollTop = text.scrollTop;
  };

  const draw = () => {
    const content = text.value;
    const plain = content.length > COLOURED_CHARACTERS_MAX;
    // The line break gives the last line of both the same height.
    colours.replaceChildren(...(plain ? [content] : highlighted(content, language, problem)), "\n");
    const count = content.split("\n").length;
    if (lines.dataset.count !== String(count)) {
      lines.dataset.count = String(count);
      lines.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n") + "\n";
    }
    follow();
  };

  const fault = (found) => {
    problem = found ? { start: found.start, end: Math.max(found.end ?? found.start + 1, found.start + 1) } : null;
    text.setAttribute("aria-invalid", String(Boolean(found)));
    note.textContent = found ? found.message : "";
    draw();
  };

  text.value = value;
  text.addEventListener("scroll", follow);
  text.addEventListener("input", () => {
    fault(null);
    text.dataset.changed = unsaved ? "unsaved" : "kept";
    input?.(text.value);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && submit) {
      event.preventDefault();
      submit();
    }
  });
  draw();

  const box = h("div", { class: "editor" }, lines, h("div", { class: "editor-text" }, colours, text));
  return {
    node: h("div", { class: "editor-outer" }, box, note),
    fault,
    /** Changes are saved; leaving the view loses nothing. */
    saved: () => delete text.dataset.changed,
    /** Puts the cursor at the error. */
    pointAt: (offset) => {
      text.focus();
      text.setSelectionRange(offset, offset);
      draw();
    },
    get value() {
      return text.value;
    },
    set value(content) {
      text.value = content;
      fault(null);
    },
  };
};

/** The line and column of an offset, counted from one. */
export const placeOf = (text, offset) => {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before[before.length - 1].length + 1 };
};
