// The review before a container's TTL changes: what would expire at once, and what would become readable again.

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

const effects = (answer) => [
  h(
    "dl",
    { class: "tiles" },
    tile("Expire at once", answer.removed, answer.removed.items > 0 ? "tile-bad" : ""),
    tile("Become readable again", answer.broughtBack, answer.broughtBack.items > 0 ? "tile-good" : ""),
    tile("Never expire, before", answer.present.never),
    tile("Never expire, after", answer.proposed.never),
  ),
  answer.exact
    ? null
    : h(
        "p",
        { class: "hint" },
        `Estimated from a sample; each number may be off by ${number(answer.errorItems)} items (95 % confidence).`,
      ),
];

/**
 * Shows what the change would do, and changes the TTL if the user confirms. Returns true if it was changed.
 *
 * @param seconds null for off, -1 for on without a default
 */
export const reviewTtlChange = async (place, properties, seconds) => {
  const answer = session.mayWrite
    ? await containerAdmin(place, "what-if", { defaultTtl: seconds === null ? "off" : String(seconds) })
    : null;
  const { defaultTtl, ...rest } = properties;
  return ask({
    title: "Change the TTL?",
    content: [
      h(
        "dl",
        { class: "facts" },
        h("div", null, h("dt", null, "Before"), h("dd", null, ttlSentence(defaultTtl))),
        h("div", null, h("dt", null, "After"), h("dd", null, ttlSentence(seconds))),
      ),
      answer ? effects(answer) : null,
      answer?.removed.items > 0
        ? h(
            "p",
            { class: "box box-warning" },
            "Expired items can be restored only until they are purged, which starts soon.",
          )
        : null,
    ],
    action:
      answer?.removed.items > 0
        ? `Change the TTL and delete ${count(answer.removed.items, "item")}`
        : "Change the TTL",
    danger: answer?.removed.items > 0,
    confirm: () => replaceContainer(place, seconds === null ? rest : { ...rest, defaultTtl: seconds }),
  });
};
