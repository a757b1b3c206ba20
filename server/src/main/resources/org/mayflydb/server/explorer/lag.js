// How far the deletion of what has expired is behind, live.

import { containerAdmin } from "./client.js";
import { h } from "./dom.js";
import { count, duration, number, shortDuration } from "./format.js";
import { sparkLine } from "./plot.js";

const POLL_MILLIS = 2000;
const SAMPLES_MAX = 90;

const tile = (title, value) => h("div", { class: "tile" }, h("dt", null, title), h("dd", null, value));

export const lagSection = (place, signal) => {
  const samples = [];
  const picture = h("div", { class: "lag" });
  const draw = (lag) => {
    samples.push(lag.backlogItems);
    samples.splice(0, samples.length - SAMPLES_MAX);
    picture.replaceChildren(
      h(
        "dl",
        { class: "tiles" },
        tile("Waiting to be purged", `${number(lag.backlogItems)}${lag.complete ? "" : " or more"}`),
        tile("Late by", lag.lateSeconds > 0 ? shortDuration(lag.lateSeconds) : "nothing"),
        tile("Purged a second", number(lag.itemsPerSecond)),
        tile("Gone in", lag.drainSeconds === null ? "—" : shortDuration(lag.drainSeconds)),
        tile("Purged since the start", number(lag.purgedItems)),
      ),
      sparkLine(
        samples,
        `Items that waited in the last ${duration((samples.length * POLL_MILLIS) / 1000)}, now ${count(lag.backlogItems, "item")}`,
      ),
    );
  };
  const poll = async () => {
    if (!document.hidden) {
      await containerAdmin(place, "lag", {}, { signal }).then(draw, () => {});
    }
    if (!signal.aborted) {
      setTimeout(poll, POLL_MILLIS);
    }
  };
  poll();
  return h("section", null, h("h2", null, "Purge"), picture);
};
