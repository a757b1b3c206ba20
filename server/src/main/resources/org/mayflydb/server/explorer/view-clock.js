// The server's clock, and moving it.

import { events } from "./client.js";
import { now, readClock } from "./clock.js";
import { moveWithReview } from "./clock-move.js";
import { ask, failureBox, notify } from "./dialog.js";
import { button, field, h } from "./dom.js";
import { duration, moment } from "./format.js";
import { session } from "./session.js";

const STEPS = [
  ["1 minute", 60],
  ["1 hour", 3600],
  ["1 day", 86_400],
  ["30 days", 2_592_000],
  ["1 year", 31_536_000],
];

const warning = (durable) =>
  durable
    ? h(
        "div",
        { class: "box box-warning", role: "note" },
        h("p", null, h("strong", null, "This server stores its data on disk.")),
        h(
          "p",
          null,
          "Moving the clock affects everyone who uses this server. Items that expire by it disappear for all clients and are then deleted permanently; moving the clock back does not undo that. If a move would expire items, you see which ones before it happens.",
        ),
      )
    : h(
        "p",
        { class: "hint" },
        "All data is in memory, so moving the clock is safe. Everyone who uses this server sees it move.",
      );

const draw = (place, { shiftSeconds, durable, suspect, jumpSeconds }, time) => {
  const problem = h("div");
  const attempt = async (move, done) => {
    problem.replaceChildren();
    try {
      if (await moveWithReview(move)) {
        notify(done);
      }
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  const step = ([title, seconds]) =>
    button(`+ ${title}`, () => attempt({ advanceSeconds: seconds }, `Moved the clock ahead by ${title}.`));
  const wanted = h("input", { type: "datetime-local", step: "1", value: moment(now()).replace(" ", "T") });
  const set = async () => {
    const text = wanted.value.length === 16 ? `${wanted.value}:00Z` : `${wanted.value}Z`;
    await attempt({ set: text }, `Set the clock to ${text.replace("T", " ").replace("Z", " UTC")}.`);
  };
  place.replaceChildren(
    h("p", { class: "big-time" }, time, " ", h("span", { class: "muted" }, "UTC")),
    h(
      "p",
      null,
      shiftSeconds === 0
        ? "This is the time of the server's machine."
        : `This is ${duration(shiftSeconds)} ${shiftSeconds > 0 ? "ahead of" : "behind"} the server's machine.`,
    ),
    suspect
      ? h(
          "div",
          { class: "box box-warning", role: "note" },
          h(
            "p",
            null,
            `The clock of the server's machine jumped ahead by ${duration(jumpSeconds)}. Items that expire by it are hidden, but nothing is deleted until you set the clock back or trust it.`,
          ),
          button("Trust the machine's clock", () =>
            attempt({ accept: true }, "The clock is trusted; purging continues."),
          ),
        )
      : "",
    warning(durable),
    h("div", { class: "steps" }, STEPS.map(step)),
    h("div", { class: "filter" }, field("Set to (UTC)", wanted), button("Set", set)),
    problem,
    shiftSeconds === 0
      ? ""
      : button(
          "Back to the machine's time",
          () => attempt({ advanceSeconds: -shiftSeconds }, "The clock shows the machine's time again."),
          { class: "primary" },
        ),
  );
};

/** The clock and its controls, which stay current until `signal` aborts. */
const clockPanel = (clock, signal) => {
  const place = h("div");
  const time = h("span", null, moment(now()));
  const ticking = setInterval(() => (time.textContent = moment(now())), 1000);
  signal.addEventListener("abort", () => clearInterval(ticking));
  events.addEventListener("clock", () => draw(place, session.clock, time), { signal });
  draw(place, clock, time);
  return place;
};

export const showClock = async ({ signal }) => {
  if (!session.mayWrite) {
    return h("p", { class: "box" }, "This key is read-only. The clock requires a read-write key.");
  }
  return [h("h1", null, "Clock"), clockPanel(await readClock(), signal)];
};

/** The same in a dialog over any view. */
export const openClock = async () => {
  if (!session.clock) {
    return;
  }
  const closed = new AbortController();
  await ask({ title: "Clock", content: clockPanel(session.clock, closed.signal) });
  closed.abort();
};
