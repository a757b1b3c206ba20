// The choice of a time to live: off, on without a default, or a number of seconds that people can read.

import { h, newId } from "./dom.js";
import { duration, number, wholeUnit } from "./format.js";

const SECONDS_MAX = 2_147_483_647;
const UNITS = [
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
];

/** What a default means, in a sentence. */
export const ttlSentence = (defaultTtl) => {
  if (defaultTtl === null || defaultTtl === undefined) {
    return "Off: nothing expires.";
  }
  return defaultTtl === -1
    ? "On, without a default: only items that have a ttl expire."
    : `Items expire ${duration(defaultTtl)} after their last write.`;
};

/**
 * `{node, read()}`: `read` answers null for off, -1, or seconds, and throws what to tell people.
 *
 * @param defaultTtl what the container has; null for off
 * @param legendClass `unseen` where a heading says the same
 */
export const ttlChoice = (defaultTtl, legendClass = null) => {
  const name = newId("ttl");
  const [unit, length] = defaultTtl > 0 ? wholeUnit(defaultTtl) : ["day", 86_400];
  const amount = h("input", {
    type: "number",
    min: "1",
    step: "1",
    value: String(defaultTtl > 0 ? defaultTtl / length : 30),
    "aria-label": "Lifetime",
    inputmode: "numeric",
  });
  const units = h(
    "select",
    { "aria-label": "Unit of the lifetime" },
    UNITS.map(([title, seconds]) => h("option", { value: String(seconds), selected: title === unit }, `${title}s`)),
  );
  const sum = h("p", { class: "hint", "aria-live": "polite" });
  const choice = (value, label, checked, ...more) => {
    const input = h("input", { type: "radio", name, value, checked });
    return h("div", { class: "choice" }, h("label", null, input, " ", label), more);
  };
  const node = h(
    "fieldset",
    null,
    h("legend", { class: legendClass }, "Time to live"),
    choice("off", "Off: nothing expires", defaultTtl === null || defaultTtl === undefined),
    choice("own", "On, without a default: items expire if they have a ttl of their own", defaultTtl === -1),
    choice(
      "seconds",
      "Items expire after their last write by",
      defaultTtl > 0,
      h("span", { class: "amount" }, amount, units),
    ),
    sum,
  );
  const chosen = () => node.querySelector("input[type=radio]:checked")?.value ?? "off";
  const read = () => {
    if (chosen() !== "seconds") {
      return chosen() === "off" ? null : -1;
    }
    const seconds = Number(amount.value) * Number(units.value);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MAX) {
      throw new Error(`A lifetime is a whole number of seconds, from 1 to ${number(SECONDS_MAX)}.`);
    }
    return seconds;
  };
  const update = () => {
    try {
      const seconds = read();
      sum.textContent = seconds > 0 ? `${number(seconds)} seconds, that is ${duration(seconds)}` : "";
    } catch (problem) {
      sum.textContent = problem.message;
    }
  };
  node.addEventListener("input", (event) => {
    if (event.target === amount || event.target === units) {
      node.querySelector("input[value=seconds]").checked = true;
    }
    update();
  });
  update();
  return { node, read };
};
