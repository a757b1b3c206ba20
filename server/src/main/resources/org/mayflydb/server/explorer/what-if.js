// Before a default changes: what would be gone at once, and what would come back.

import { containerAdmin } from "./client.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { bytes, count, number } from "./format.js";
import { replaceContainer } from "./resources.js";
import { session } from "./session.js";
import { ttlSentence } from "./ttl-choice.js";

const tile = (title, { items, bytes: size }, kind = "") =>
  h(
    "div",
    { class: `tile ${kind}` },
    h("dt", null, title),
    h("dd", null, count(items, "item")),
    h("dd", { class: "tile-small" }, bytes(size)),
  );

const foreseen = (answer) => [
  h(
    "dl",
    { class: "tiles" },
    tile("Gone at once", answer.removed, answer.removed.items > 0 ? "tile-bad" : ""),
    tile("Brought back", answer.broughtBack, answer.broughtBack.items > 0 ? "tile-good" : ""),
    tile("Never expire, now", answer.present.never),
    tile("Never expire, then", answer.proposed.never),
  ),
  answer.exact
    ? null
    : h(
        "p",
        { class: "hint" },
        `Estimated from a sample; each number may be off by ${number(answer.errorItems)} items.`,
      ),
];

/**
 * Shows what the change would do, and changes the default if that is confirmed. Answers whether it did.
 *
 * @param seconds null for off, -1 for on without a default
 */
export const askWithForesight = async (place, properties, seconds) => {
  const answer = session.mayWrite
    ? await containerAdmin(place, "what-if", { defaultTtl: seconds === null ? "off" : String(seconds) })
    : null;
  const { defaultTtl, ...rest } = properties;
  return ask({
    title: "Change the time to live?",
    content: [
      h(
        "dl",
        { class: "facts" },
        h("div", null, h("dt", null, "Now"), h("dd", null, ttlSentence(defaultTtl))),
        h("div", null, h("dt", null, "Then"), h("dd", null, ttlSentence(seconds))),
      ),
      answer ? foreseen(answer) : null,
      answer?.removed.items > 0
        ? h(
            "p",
            { class: "box box-warning" },
            "What is gone at once can be brought back only until it is purged, which begins soon.",
          )
        : null,
    ],
    action: answer?.removed.items > 0 ? `Change it, and let ${count(answer.removed.items, "item")} go` : "Change it",
    danger: answer?.removed.items > 0,
    confirm: () => replaceContainer(place, seconds === null ? rest : { ...rest, defaultTtl: seconds }),
  });
};
