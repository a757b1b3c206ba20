// Drawings: bars of a forecast, the line of an item's life, a small line of recent values.

import { h, svg } from "./dom.js";
import { bytes, count, duration, moment, number, shortDuration } from "./format.js";

const WIDTH = 800;
const HEIGHT = 260;
const LEFT = 64;
const RIGHT = 12;
const TOP = 16;
const BOTTOM = 36;

/** The next of 1, 2, 5, 10, … that gives at most five lines. */
const stepOf = (highest) => {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= rough) * power);
};

const shortNumber = (value) =>
  value >= 1e6 ? `${number(value / 1e6)} M` : value >= 1e4 ? `${number(value / 1e3)} k` : number(value);

const grid = (highest, y) => {
  const lines = [];
  const step = stepOf(highest);
  for (let value = 0; value <= highest + step * 0.01; value += step) {
    lines.push(
      svg("line", {
        x1: LEFT,
        x2: WIDTH - RIGHT,
        y1: y(value),
        y2: y(value),
        class: value === 0 ? "plot-base" : "plot-grid",
      }),
      svg("text", { x: LEFT - 8, y: y(value) + 4, class: "plot-label", "text-anchor": "end" }, shortNumber(value)),
    );
  }
  return lines;
};

const sentence = (bucket, now) => {
  const [after, until] = [duration(bucket.after - now), duration(bucket.until - now)];
  const span = bucket.after <= now ? `within ${until}` : `between ${after} and ${until} from now`;
  return `${count(bucket.items, "item")}, ${bytes(bucket.bytes)}, ${span} (until ${moment(bucket.until)})`;
};

/**
 * Bars of how many items expire in each bucket. One tab stop; arrow keys go from bar to bar, and the value of the chosen one is
 * told below. The same as a table is for who cannot see it.
 */
export const barPlot = ({ now, buckets, label }) => {
  const highest = Math.max(1, ...buckets.map((bucket) => bucket.items));
  const y = (value) =>
    HEIGHT - BOTTOM - (value / (Math.ceil(highest / stepOf(highest)) * stepOf(highest))) * (HEIGHT - TOP - BOTTOM);
  const slot = (WIDTH - LEFT - RIGHT) / buckets.length;
  const every = Math.ceil(buckets.length / 12);
  const told = h("output", { class: "plot-told", "aria-live": "polite" }, "Point at a bar, or use the arrow keys.");
  let chosen = -1;
  const bars = buckets.map((bucket, i) => {
    const height = bucket.items === 0 ? 0 : Math.max(2, y(0) - y(bucket.items));
    return svg(
      "g",
      { class: "plot-slot", onpointerenter: () => choose(i) },
      svg("rect", { x: LEFT + i * slot, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM, class: "plot-catch" }),
      svg("rect", {
        x: LEFT + i * slot + slot * 0.12,
        y: y(0) - height,
        width: slot * 0.76,
        height,
        rx: Math.min(3, slot * 0.2),
        class: "plot-bar",
      }),
      i % every === 0
        ? svg(
            "text",
            { x: LEFT + (i + 0.5) * slot, y: HEIGHT - BOTTOM + 20, class: "plot-label", "text-anchor": "middle" },
            shortDuration(bucket.until - now),
          )
        : null,
    );
  });
  const choose = (i) => {
    bars[chosen]?.classList.remove("chosen");
    chosen = (i + bars.length) % bars.length;
    bars[chosen].classList.add("chosen");
    told.textContent = sentence(buckets[chosen], now);
  };
  const moves = {
    ArrowRight: () => chosen + 1,
    ArrowLeft: () => (chosen < 0 ? -1 : chosen - 1),
    Home: () => 0,
    End: () => -1,
  };
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", tabindex: "0", "aria-label": label },
    grid(Math.ceil(highest / stepOf(highest)) * stepOf(highest), y),
    bars,
  );
  drawing.addEventListener("keydown", (event) => {
    if (event.key in moves) {
      event.preventDefault();
      choose(moves[event.key]());
    }
  });
  return h("figure", null, drawing, told);
};

/** From the write of an item to its end, and where now is between them. */
export const lifeLine = ({ from, now, deadline, state }) => {
  const [start, end] = [40, WIDTH - 40];
  const expired = state === "EXPIRED";
  const last = deadline ?? Math.max(now + (now - from), from + 1);
  const whole = Math.max(last, now) - from || 1;
  const x = (second) => start + ((second - from) / whole) * (end - start);
  const label = (second, title, below, anchor) =>
    svg(
      "g",
      null,
      svg("text", { x: x(second), y: below ? 78 : 24, class: "plot-title", "text-anchor": anchor }, title),
      svg("text", { x: x(second), y: below ? 95 : 40, class: "plot-label", "text-anchor": anchor }, moment(second)),
    );
  const anchorOfNow = x(now) < 160 ? "start" : x(now) > WIDTH - 160 ? "end" : "middle";
  const text =
    deadline === null
      ? "It never expires."
      : expired
        ? `It expired ${duration(now - deadline)} ago.`
        : `It has ${duration(deadline - now)} left.`;
  return h(
    "figure",
    { class: "life" },
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} 104`,
        class: "plot",
        role: "img",
        "aria-label": `Written ${moment(from)}, now ${moment(now)}. ${text}`,
      },
      svg("line", { x1: start, x2: end, y1: 56, y2: 56, class: "life-track" }),
      svg("line", { x1: start, x2: x(Math.min(now, deadline ?? now)), y1: 56, y2: 56, class: "life-spent" }),
      expired ? svg("line", { x1: x(deadline), x2: x(now), y1: 56, y2: 56, class: "life-over" }) : null,
      svg("circle", { cx: x(from), cy: 56, r: 6, class: "life-mark" }),
      deadline === null
        ? svg("path", { d: `M${end - 8} 48 l8 8 l-8 8`, class: "life-arrow" })
        : svg("circle", { cx: x(deadline), cy: 56, r: 6, class: "life-end" }),
      svg("line", { x1: x(now), x2: x(now), y1: 44, y2: 68, class: "life-now" }),
      label(from, "Counts from", false, "start"),
      deadline === null
        ? svg("text", { x: end, y: 40, class: "plot-title", "text-anchor": "end" }, "No end")
        : label(deadline, expired ? "Expired" : "Expires", false, expired && x(deadline) < 400 ? "middle" : "end"),
      label(now, "Now", true, anchorOfNow),
    ),
    h("figcaption", null, text),
  );
};

/** The values of the last minutes as a line. */
export const sparkLine = (values, label) => {
  const shown = values.length === 1 ? [values[0], values[0]] : values;
  const highest = Math.max(1, ...shown);
  const step = 200 / (shown.length - 1);
  const points = shown
    .map((value, i) => `${(i * step).toFixed(1)},${(38 - (value / highest) * 34).toFixed(1)}`)
    .join(" ");
  return svg(
    "svg",
    { viewBox: "0 0 200 40", class: "spark", role: "img", "aria-label": label, preserveAspectRatio: "none" },
    svg("polyline", { points, class: "spark-line" }),
  );
};
