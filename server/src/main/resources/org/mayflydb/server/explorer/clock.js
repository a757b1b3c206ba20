// The server's clock, which may be moved: what time it is there, without asking every second.

import { admin, events } from "./client.js";
import { session } from "./session.js";

const accept = (answer) => {
  session.mayWrite = true;
  session.clock = {
    /** What to add to this machine's clock. */
    aheadMillis: answer.epochSeconds * 1000 - Date.now(),
    shiftSeconds: answer.shiftSeconds,
    durable: answer.store === "disk",
    /** Whether the machine's clock has jumped ahead, by how much, and when that is accepted. */
    suspect: answer.suspect,
    jumpSeconds: answer.jumpSeconds,
    acceptedInSeconds: answer.acceptedInSeconds,
  };
  return session.clock;
};

export const readClock = async () => accept(await admin("clock"));

/** The second since 1970 that it is at the server, as far as the page knows. */
export const now = () => Math.floor((Date.now() + (session.clock?.aheadMillis ?? 0)) / 1000);

const move = async (body) => {
  accept(await admin("clock", { verb: "POST", body }));
  events.dispatchEvent(new CustomEvent("clock"));
};

/** Trusts a machine's clock that has jumped ahead. */
export const acceptTime = () => move({ accept: true });

export const advance = (seconds) => move({ advanceSeconds: seconds });

/** @param text such as 2027-01-01T00:00:00Z */
export const setTo = (text) => move({ set: text });
