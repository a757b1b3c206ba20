// The server's clock, and moving it.

import { events } from "./client.js";
import { acceptTime, advance, now, readClock, setTo } from "./clock.js";
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
        h("p", null, h("strong", null, "This server keeps its data on disk.")),
        h(
          "p",
          null,
          "Moving the clock moves it for everybody. Items whose time is over by it are gone for all clients, and are then deleted for good; what is written meanwhile has the time of the moved clock. Going back does not undo that.",
        ),
      )
    : h(
        "p",
        { class: "hint" },
        "Everything here is in memory: moving the clock hurts nobody, though all who use this server see it.",
      );

const draw = (place, { shiftSeconds, durable, suspect, jumpSeconds }, time) => {
  const problem = h("div");
  const attempt = async (move, told) => {
    problem.replaceChildren();
    try {
      await move();
      notify(told);
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  const step = ([title, seconds]) =>
    button(`+ ${title}`, () => attempt(() => advance(seconds), `The clock was moved by ${title}.`));
  const wanted = h("input", { type: "datetime-local", step: "1", value: moment(now()).replace(" ", "T") });
  const set = async () => {
    const text = wanted.value.length === 16 ? `${wanted.value}:00Z` : `${wanted.value}Z`;
    await attempt(() => setTo(text), `The clock was set to ${wanted.value}.`);
  };
  place.replaceChildren(
    h("p", { class: "big-time" }, time, " ", h("span", { class: "muted" }, "UTC")),
    h(
      "p",
      null,
      shiftSeconds === 0
        ? "It is the clock of the server's machine."
        : `It is ${duration(shiftSeconds)} ${shiftSeconds > 0 ? "ahead of" : "behind"} the clock of the server's machine.`,
    ),
    suspect
      ? h(
          "div",
          { class: "box box-warning", role: "note" },
          h(
            "p",
            null,
            `The machine's clock jumped ahead by ${duration(jumpSeconds)}. What expires by it is hidden, but nothing is deleted until it is set back or trusted.`,
          ),
          button("Trust the machine's clock", () => attempt(acceptTime, "The clock is trusted; deletion continues.")),
        )
      : "",
    warning(durable),
    h("div", { class: "steps" }, STEPS.map(step)),
    h("div", { class: "filter" }, field("Set it to, UTC", wanted), button("Set", set)),
    problem,
    shiftSeconds === 0
      ? ""
      : button(
          "Back to the machine's time",
          () => attempt(() => advance(-shiftSeconds), "The clock is the machine's again."),
          { class: "primary" },
        ),
  );
};

/** The clock with all that moves it, which goes on by itself until the signal is given. */
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
    return h("p", { class: "box" }, "This key may only read. The clock needs a key that may write.");
  }
  return [h("h1", null, "Clock"), clockPanel(await readClock(), signal)];
};

/** The same in front of any view, which moves with the clock. */
export const openClock = async () => {
  if (!session.clock) {
    return;
  }
  const closed = new AbortController();
  await ask({ title: "Clock", content: clockPanel(session.clock, closed.signal) });
  closed.abort();
};
