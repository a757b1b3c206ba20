// The progress of the purge, live.

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
        tile("Waiting for purge", `${number(lag.backlogItems)}${lag.complete ? "" : " or more"}`),
        tile("Oldest expired", lag.lateSeconds > 0 ? `${shortDuration(lag.lateSeconds)} ago` : "—"),
        tile("Purged per second", number(lag.itemsPerSecond)),
        tile("Time to finish", lag.drainSeconds === null ? "—" : shortDuration(lag.drainSeconds)),
        tile("Purged since start", number(lag.purgedItems)),
      ),
      sparkLine(
        samples,
        `Items waiting for purge in the last ${duration((samples.length * POLL_MILLIS) / 1000)}, now ${count(lag.backlogItems, "item")}`,
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
