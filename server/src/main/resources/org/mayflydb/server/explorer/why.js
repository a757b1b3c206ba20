// Why an item expires when it does, or why it never does.

import { h } from "./dom.js";
import { duration, number } from "./format.js";
import { containerLink } from "./links.js";

const seconds = (ttl) => `${number(ttl)} (${duration(ttl)})`;

const REASONS = {
  TIME_TO_LIVE_OFF: ({ ttl }) =>
    ttl === null
      ? "TTL is off for this container (it has no defaultTtl), so none of its items expire."
      : `TTL is off for this container (it has no defaultTtl), so the item's ttl of ${ttl === -1 ? ttl : seconds(ttl)} is not applied. To apply it, turn TTL on: without a default (-1), so that only items with a ttl expire, or with a default in seconds.`,
  ITEM_NEVER: () => "The item's ttl is -1, so it never expires.",
  ITEM_SECONDS: ({ ttl }) => `The item's own ttl of ${seconds(ttl)} applies.`,
  CONTAINER_DEFAULT: ({ defaultTtl }) =>
    `The item has no ttl, so the container's default of ${seconds(defaultTtl)} applies.`,
  CONTAINER_WITHOUT_DEFAULT: () =>
    "TTL is on for this container without a default (-1) and the item has no ttl, so it never expires.",
};

/** The reason that `explain` gives, as a paragraph. */
export const whyOf = (place, explained) =>
  h(
    "p",
    { class: explained.rule === "TIME_TO_LIVE_OFF" && explained.ttl !== null ? "box box-warning" : "why" },
    REASONS[explained.rule](explained),
    explained.rule === "TIME_TO_LIVE_OFF"
      ? [" ", h("a", { href: containerLink(place, "settings") }, "TTL settings")]
      : "",
  );

/** A note above items whose ttl is not applied because TTL is off; empty if there are none. */
export const ttlOffNote = (place, properties, items) =>
  properties.defaultTtl === undefined && items.some((item) => Number.isInteger(item.ttl))
    ? h(
        "p",
        { class: "box box-warning" },
        "TTL is off for this container (it has no defaultTtl), so the ttl of its items is not applied and nothing expires. ",
        h("a", { href: containerLink(place, "settings") }, "TTL settings"),
      )
    : "";
