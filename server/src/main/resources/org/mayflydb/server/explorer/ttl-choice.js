// The choice of a container's TTL: off, on without a default, or a number of seconds.

import { h, newId } from "./dom.js";
import { duration, number, wholeUnit } from "./format.js";

const SECONDS_MAX = 2_147_483_647;
const UNITS = [
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
];

/** A defaultTtl as a sentence. */
export const ttlSentence = (defaultTtl) => {
  if (defaultTtl === null || defaultTtl === undefined) {
    return "TTL is off: nothing expires.";
  }
  return defaultTtl === -1
    ? "TTL is on without a default: only items with a ttl expire."
    : `Items expire ${duration(defaultTtl)} after their last write.`;
};

/**
 * `{node, read()}`: `read` returns null for off, -1 or seconds, and throws if the input is not valid.
 *
 * @param defaultTtl the current value; null for off
 * @param legendClass `unseen` below a heading with the same text
 */
export const ttlChoice = (defaultTtl, legendClass = null) => {
  const name = newId("ttl");
  const [unit, length] = defaultTtl > 0 ? wholeUnit(defaultTtl) : ["day", 86_400];
  const amount = h("input", {
    type: "number",
    min: "1",
    step: "1",
    value: String(defaultTtl > 0 ? defaultTtl / length : 30),
    "aria-label": "TTL",
    inputmode: "numeric",
  });
  const units = h(
    "select",
    { "aria-label": "TTL unit" },
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
    h("legend", { class: legendClass }, "TTL"),
    choice("off", "Off: nothing expires", defaultTtl === null || defaultTtl === undefined),
    choice("own", "On without a default (-1): only items with a ttl expire", defaultTtl === -1),
    choice(
      "seconds",
      "On with a default: items expire after",
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
      throw new Error(`Enter a TTL from 1 to ${number(SECONDS_MAX)} seconds.`);
    }
    return seconds;
  };
  const update = () => {
    try {
      const seconds = read();
      sum.textContent = seconds > 0 ? `${number(seconds)} seconds = ${duration(seconds)} after the last write` : "";
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
