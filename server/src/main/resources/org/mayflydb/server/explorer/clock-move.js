// Moves of the clock. On a durable store nothing expires by a click before the user has seen what would expire.

import { foreseeMove, moveClock, readClock } from "./clock.js";
import { ask } from "./dialog.js";
import { h, table } from "./dom.js";
import { bytes, count, moment, number } from "./format.js";

/** "12 items", or "at least 12 items" if the server stopped counting. */
const amount = ({ items, complete }) => `${complete ? "" : "at least "}${count(items, "item")}`;

const sentenceCase = (text) => text[0].toUpperCase() + text.slice(1);

const exampleList = ({ examples, items }) =>
  h(
    "span",
    null,
    examples.map(({ id, deadline }, i) => [i ? ", " : "", h("code", { title: `Expires ${moment(deadline)}` }, id)]),
    items > examples.length ? ", …" : "",
  );

const COLUMNS = [
  { title: "Container", kind: "wrap", cell: ({ database, container }) => `${database} / ${container}` },
  { title: "Items", number: true, cell: (row) => `${row.complete ? "" : "≥ "}${number(row.items)}` },
  { title: "Size", number: true, cell: (row) => bytes(row.bytes) },
  { title: "First to expire", kind: "wrap", cell: exampleList },
];

const summary = (foreseen, isTrust) => {
  if (foreseen.items === 0) {
    return "The server could not check all containers in time, so items may expire.";
  }
  const what = `${amount(foreseen)} (${bytes(foreseen.bytes)})`;
  return isTrust
    ? `Once the clock is trusted, the server permanently deletes ${what} that ${foreseen.items === 1 ? "has" : "have"} expired:`
    : sentenceCase(`${what} would expire at once:`);
};

const review = (foreseen, isTrust) => [
  h("p", null, summary(foreseen, isTrust)),
  foreseen.containers.length
    ? table("Items that would expire", COLUMNS, foreseen.containers, { class: "compact stacked" })
    : null,
  foreseen.containersLeftOut > 0
    ? h("p", { class: "hint" }, `${count(foreseen.containersLeftOut, "more container")} not shown.`)
    : null,
  foreseen.complete || foreseen.items === 0
    ? null
    : h("p", { class: "hint" }, "There are too many items to count all of them; more may expire than shown."),
  h(
    "p",
    { class: "box box-warning" },
    isTrust
      ? "Deleted items cannot be restored. If the machine's clock is wrong, set it back instead: the items become readable again."
      : "Expired items disappear for all clients and are then deleted permanently. Moving the clock back does not bring them back.",
  ),
];

/** After this, what was reviewed may no longer be what would expire. */
const REVIEW_MILLIS_MAX = 300_000;

/**
 * Moves the clock, after a review if items would expire on a durable store. Returns true if it was moved.
 *
 * @param move `{advanceSeconds}`, `{set}` or `{accept: true}`
 */
export const moveWithReview = async (move) => {
  const { durable } = await readClock();
  const foreseen = durable ? await foreseeMove(move) : null;
  if (foreseen === null || (foreseen.items === 0 && foreseen.complete)) {
    await moveClock(move);
    return true;
  }
  const reviewed = performance.now();
  const isTrust = move.accept === true;
  return ask({
    title: isTrust ? "Trust the machine's clock?" : `Move the clock to ${moment(foreseen.target)} UTC?`,
    wide: true,
    content: review(foreseen, isTrust),
    action: `${isTrust ? "Trust" : "Move"} the clock${foreseen.items > 0 ? ` and delete ${amount(foreseen)}` : ""}`,
    danger: true,
    confirm: async () => {
      if (performance.now() - reviewed > REVIEW_MILLIS_MAX) {
        throw new Error("This review is out of date. Close it and try again.");
      }
      await moveClock(move);
    },
  });
};
