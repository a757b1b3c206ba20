// Keyboard shortcuts, which are off while the user types.

import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { openClock } from "./view-clock.js";

const TABS = ["items", "query", "time", "settings"];

const LIST = [
  ["?", "Show this list"],
  ["1 2 3 4", "Items, SQL, TTL and Settings of the container"],
  ["/", "Go to the filter or the query"],
  ["n", "New item, container or database"],
  ["c", "Server clock"],
  ["s", "Statistics"],
  ["o", "Overview"],
  ["Ctrl Enter", "Run the query or save the item"],
  ["← →", "Move from bar to bar in a chart"],
  ["Esc", "Close a dialog"],
];

export const showShortcuts = () =>
  ask({
    title: "Keyboard shortcuts",
    content: h(
      "dl",
      { class: "keys" },
      LIST.map(([keys, meaning]) => [
        h(
          "dt",
          null,
          keys.split(" ").map((name) => h("kbd", null, name)),
        ),
        h("dd", null, meaning),
      ]),
    ),
  });

const click = (selector) => document.querySelector(selector)?.click();

const actions = {
  "?": showShortcuts,
  "/": () => document.querySelector("[data-key='/'] textarea, textarea[data-key='/'], input[data-key='/']")?.focus(),
  n: () => click("[data-key=n]"),
  c: openClock,
  s: () => location.assign("#/statistics"),
  o: () => location.assign("#/"),
};
TABS.forEach((tab, i) => {
  actions[String(i + 1)] = () => document.querySelectorAll(".tabs a")[i]?.click();
});

const isTyping = (target) => target.closest("input, textarea, select, dialog, [contenteditable]") !== null;

export const startShortcuts = () =>
  addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      !Object.hasOwn(actions, event.key)
    ) {
      return;
    }
    if (document.querySelector("dialog[open]") || document.body.classList.contains("signed-out")) {
      return;
    }
    event.preventDefault();
    actions[event.key]();
  });
