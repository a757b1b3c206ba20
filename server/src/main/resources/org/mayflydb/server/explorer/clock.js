// The server's clock, which may differ from this machine's: kept as an offset, so that showing it needs no request.

import { admin, events } from "./client.js";
import { session } from "./session.js";

const accept = (answer) => {
  session.mayWrite = true;
  session.clock = {
    /** What to add to this machine's clock. */
    aheadMillis: answer.epochSeconds * 1000 - Date.now(),
    shiftSeconds: answer.shiftSeconds,
    durable: answer.store === "disk",
    /** Whether the clock of the server's machine has jumped ahead, by how much, and when the server will trust it. */
    suspect: answer.suspect,
    jumpSeconds: answer.jumpSeconds,
    acceptedInSeconds: answer.acceptedInSeconds,
  };
  return session.clock;
};

export const readClock = async () => accept(await admin("clock"));

/** The server's time in seconds since 1970. */
export const now = () => Math.floor((Date.now() + (session.clock?.aheadMillis ?? 0)) / 1000);

/** Moves the clock, or trusts it: `{advanceSeconds}`, `{set}` or `{accept: true}`. */
export const moveClock = async (move) => {
  accept(await admin("clock", { verb: "POST", body: move }));
  events.dispatchEvent(new CustomEvent("clock"));
};

/** What the same move would expire; changes nothing. */
export const foreseeMove = (move, signal) => admin(`clock/what-if?${new URLSearchParams(move)}`, { signal });
