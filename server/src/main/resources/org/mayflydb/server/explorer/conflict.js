// Somebody else has written the item meanwhile: both versions, and a choice.

import { ask } from "./dialog.js";
import { h } from "./dom.js";

/** The lines of a text; those that the other text has not are marked. */
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
 * Asks what to do: answers `mine` to write over theirs, `theirs` to go on with what is stored, null to go back to editing.
 *
 * @param theirs null if the item is gone
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
    title: theirs === null ? "The item is gone" : "Somebody else has changed the item",
    wide: true,
    content: [
      h(
        "p",
        null,
        theirs === null
          ? "It has expired or was deleted since you opened it. Nothing has been written."
          : "It is not the version that you opened any more. Nothing has been written. Lines that differ are marked.",
      ),
      theirs === null
        ? version("Yours", mine, mine)
        : h("div", { class: "versions" }, version("Yours", mine, theirs), version("On the server", theirs, mine)),
      choice(
        "mine",
        theirs === null ? "Create it again" : "Write mine over it",
        theirs === null ? "Your version becomes a new item." : "What the other one has changed is lost.",
      ),
      theirs === null ? null : choice("theirs", "Take theirs", "What you have changed is lost."),
    ],
    action: "Do it",
    danger: true,
    confirm: () => {
      if (!answer) {
        throw new Error("Choose one of the two, or cancel to go on editing.");
      }
    },
  });
  return done ? answer : null;
};
