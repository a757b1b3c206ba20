// Charts: bars of a forecast, the TTL of an item as a line, a sparkline. They are drawn at the width they have on the page,
// so that labels keep their size on small screens.

import { h, svg } from "./dom.js";
import { bytes, count, duration, moment, number, roughDuration, tick } from "./format.js";

const WIDTH = 800;
const HEIGHT = 260;
const RIGHT = 12;
const TOP = 16;
const BOTTOM = 36;
const TICK_WIDTH_MIN = 72;

/** Draws the chart, and again whenever its width changes. */
const fitted = (drawing, height, draw) => {
  let drawn = 0;
  const fit = (width) => {
    if (width > 0 && width !== drawn) {
      drawn = width;
      drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      drawing.setAttribute("height", String(height));
      drawing.replaceChildren(...draw(width).flat(Infinity).filter(Boolean));
    }
  };
  fit(WIDTH);
  new ResizeObserver(([entry]) => fit(Math.round(entry.contentRect.width))).observe(drawing);
  return drawing;
};

/** The smallest of 1, 2, 5, 10, 20, … that gives at most five grid lines. */
const stepOf = (highest) => {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= rough) * power);
};

const shortNumber = (value) =>
  value >= 1e6 ? `${number(value / 1e6)} M` : value >= 1e4 ? `${number(value / 1e3)} k` : number(value);

const grid = (highest, left, width, y) => {
  const lines = [];
  const step = stepOf(highest);
  for (let value = 0; value <= highest + step * 0.01; value += step) {
    lines.push(
      svg("line", {
        x1: left,
        x2: width - RIGHT,
        y1: y(value),
        y2: y(value),
        class: value === 0 ? "plot-base" : "plot-grid",
      }),
      svg("text", { x: left - 8, y: y(value) + 4, class: "plot-label", "text-anchor": "end" }, shortNumber(value)),
    );
  }
  return lines;
};

/** A span as the axis shows it: rounded where the exact number would only distract. */
const span = (seconds) => (seconds >= 31_536_000 ? roughDuration(seconds).replace("y", "years") : duration(seconds));

const sentence = (bucket, now) => {
  const [after, until] = [span(bucket.after - now), span(bucket.until - now)];
  const when = bucket.after <= now ? `within ${until}` : `between ${after} and ${until} from now`;
  return `${count(bucket.items, "item")}, ${bytes(bucket.bytes)}, ${when} (until ${moment(bucket.until)})`;
};

/** Dates and times if all bars span the same time, otherwise how far ahead each bar ends. */
const labelOf = (buckets, now) => {
  const step = buckets[0].until - buckets[0].after;
  return buckets.every((bucket) => bucket.until - bucket.after === step)
    ? { text: (bucket) => tick(bucket.after, step), at: 0, note: "Expiry time, UTC." }
    : { text: (bucket) => roughDuration(bucket.until - now), at: 0.5, note: "Time from now until expiry." };
};

/**
 * Bars that show how many items expire in each bucket. It is one tab stop; arrow keys move from bar to bar, and the text below
 * shows the values of the selected bar.
 */
export const barPlot = ({ now, buckets, label }) => {
  const largest = Math.max(1, ...buckets.map((bucket) => bucket.items));
  const highest = Math.ceil(largest / stepOf(largest)) * stepOf(largest);
  const y = (value) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - TOP - BOTTOM);
  const axis = labelOf(buckets, now);
  const told = h(
    "output",
    { class: "plot-told", "aria-live": "polite" },
    `${axis.note} Point at a bar or use the arrow keys to see its values.`,
  );
  let chosen = -1;
  let bars = [];

  const bar = (bucket, i, left, slot, every) => {
    const height = bucket.items === 0 ? 0 : Math.max(2, y(0) - y(bucket.items));
    return svg(
      "g",
      { class: i === chosen ? "plot-slot chosen" : "plot-slot", onpointerenter: () => choose(i) },
      svg("rect", { x: left + i * slot, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM, class: "plot-catch" }),
      svg("rect", {
        x: left + i * slot + slot * 0.12,
        y: y(0) - height,
        width: slot * 0.76,
        height,
        rx: Math.min(3, slot * 0.2),
        class: "plot-bar",
      }),
      i % every === 0
        ? svg(
            "text",
            {
              x: left + (i + axis.at) * slot,
              y: HEIGHT - BOTTOM + 20,
              class: "plot-label plot-tick",
              "text-anchor": "middle",
            },
            axis.text(bucket),
          )
        : null,
    );
  };
  const draw = (width) => {
    const left = width < 500 ? 44 : 64;
    const slot = (width - left - RIGHT) / buckets.length;
    const every = Math.max(1, Math.ceil(TICK_WIDTH_MIN / slot));
    bars = buckets.map((bucket, i) => bar(bucket, i, left, slot, every));
    return [grid(highest, left, width, y), bars];
  };
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
  const drawing = svg("svg", { class: "plot", role: "img", tabindex: "0", "aria-label": label });
  drawing.addEventListener("keydown", (event) => {
    if (event.key in moves) {
      event.preventDefault();
      choose(moves[event.key]());
    }
  });
  return h("figure", null, fitted(drawing, HEIGHT, draw), told);
};

const remaining = ({ now, deadline, state }) => {
  if (deadline === null) {
    return "Never expires.";
  }
  return state === "EXPIRED" ? `Expired ${duration(now - deadline)} ago.` : `Expires in ${duration(deadline - now)}.`;
};

/** From the last write of an item to its expiry, and where now is in between. */
const lifeLine = (life) => {
  const { from, written, now, deadline, state } = life;
  const startTitle = from === written ? "Last write" : "TTL starts";
  const expired = state === "EXPIRED";
  const last = deadline ?? Math.max(now + (now - from), from + 1);
  const whole = Math.max(last, now) - from || 1;
  const text = remaining(life);
  const draw = (width) => {
    const [start, end] = [12, width - 12];
    const x = (second) => start + ((second - from) / whole) * (end - start);
    const label = (second, title, below, anchor) =>
      svg(
        "g",
        null,
        svg("text", { x: x(second), y: below ? 84 : 24, class: "plot-title", "text-anchor": anchor }, title),
        svg("text", { x: x(second), y: below ? 100 : 40, class: "plot-label", "text-anchor": anchor }, moment(second)),
      );
    const anchorOf = (second) => (x(second) < 80 ? "start" : x(second) > width - 80 ? "end" : "middle");
    const roomForStart = !expired || x(deadline) > 210;
    return [
      svg("line", { x1: start, x2: end, y1: 56, y2: 56, class: "life-track" }),
      svg("line", { x1: start, x2: x(Math.min(now, deadline ?? now)), y1: 56, y2: 56, class: "life-spent" }),
      expired ? svg("line", { x1: x(deadline), x2: x(now), y1: 56, y2: 56, class: "life-over" }) : null,
      svg("circle", { cx: x(from), cy: 56, r: 6, class: "life-mark" }),
      deadline === null
        ? svg("path", { d: `M${end - 8} 48 l8 8 l-8 8`, class: "life-arrow" })
        : svg("circle", { cx: x(deadline), cy: 56, r: 6, class: "life-end" }),
      svg("line", { x1: x(now), x2: x(now), y1: 44, y2: 68, class: "life-now" }),
      roomForStart ? label(from, startTitle, false, "start") : null,
      deadline === null
        ? svg("text", { x: end, y: 40, class: "plot-title", "text-anchor": "end" }, "Never expires")
        : label(deadline, expired ? "Expired" : "Expires", false, expired ? anchorOf(deadline) : "end"),
      label(now, "Now", true, anchorOf(now)),
    ];
  };
  const drawing = svg("svg", {
    class: "plot",
    role: "img",
    "aria-label": `${startTitle} ${moment(from)}, now ${moment(now)}. ${text}`,
  });
  return h("figure", { class: "life" }, fitted(drawing, 104, draw), h("figcaption", null, text));
};

/** The line of what the admin command `explain` returns. */
export const lifeLineOf = ({ countsFrom, timestamp, now, deadline, state }) =>
  lifeLine({ from: countsFrom, written: timestamp, now, deadline, state });

/** Recent values as a line. */
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
