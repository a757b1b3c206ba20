// Someone else has written the item in the meantime: shows both versions and asks which to keep.

import { ask } from "./dialog.js";
import { h } from "./dom.js";

/** The lines of a text; marks those that are not in the other text. */
const version = (title, text, other) => {
  const known = new Set(other.split("\n").map((line) => line.trim().replace(/,$/, "")));
  return h(
    "section",
    { class: "version" },
    h("h3", null, title),
    h(
      "pre",
      { tabindex: "0", "aria-label": title },
      text.split("\n").map((line) => {
        const same = known.has(line.trim().replace(/,$/, ""));
        return h(same ? "span" : "mark", { class: "line" }, `${line}\n`);
      }),
    ),
  );
};

/**
 * Asks which version to keep. Returns `mine`, `theirs`, or null to continue editing.
 *
 * @param theirs null if the item no longer exists
 */
export const askAboutConflict = async (mine, theirs) => {
  let answer = null;
  const choice = (value, label, hint) =>
    h(
      "div",
      { class: "choice" },
      h(
        "label",
        null,
        h("input", { type: "radio", name: "conflict", value, required: true, onchange: () => (answer = value) }),
        " ",
        label,
      ),
      h("p", { class: "hint" }, hint),
    );
  const done = await ask({
    title: theirs === null ? "The item no longer exists" : "Someone else has changed the item",
    wide: true,
    content: [
      h(
        "p",
        null,
        theirs === null
          ? "It has expired or was deleted since you opened it. Your changes are not saved yet."
          : "The item has changed since you opened it. Your changes are not saved yet. Different lines are marked.",
      ),
      theirs === null
        ? version("Yours", mine, mine)
        : h("div", { class: "versions" }, version("Yours", mine, theirs), version("On the server", theirs, mine)),
      choice(
        "mine",
        theirs === null ? "Create it again" : "Overwrite with mine",
        theirs === null ? "Your version becomes a new item." : "The other changes are lost.",
      ),
      theirs === null ? null : choice("theirs", "Keep theirs", "Your changes are lost."),
    ],
    action: "Continue",
    danger: true,
    confirm: () => {
      if (!answer) {
        throw new Error("Choose a version, or cancel to continue editing.");
      }
    },
  });
  return done ? answer : null;
};
