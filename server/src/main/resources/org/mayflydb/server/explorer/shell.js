// What stands around every view: the tools at the top, and banners.

import { events, isAlive } from "./client.js";
import { now, readClock } from "./clock.js";
import { button, h } from "./dom.js";
import { notify } from "./dialog.js";
import { moment, shortDuration } from "./format.js";
import { key, session } from "./session.js";
import { showShortcuts } from "./shortcuts.js";
import { openClock } from "./view-clock.js";

const THEMES = ["auto", "light", "dark"];
const THEME_ENTRY = "mayfly-theme";
const ALIVE_MILLIS = 3000;
const CLOCK_MILLIS = 15_000;

const banners = document.getElementById("banners");
const tools = document.getElementById("tools");
const clockText = h("span", { class: "clock-text" });
let ticking = null;
let reading = null;
let watching = null;
let refreshView = () => {};

const applyTheme = (theme) => {
  if (theme === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
};

const themeButton = () => {
  let theme = localStorage.getItem(THEME_ENTRY) ?? "auto";
  const name = () => `Theme: ${theme}`;
  const node = h("button", { type: "button", class: "quiet", title: "Light, dark, or as the system has it" }, name());
  node.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem(THEME_ENTRY, theme);
    applyTheme(theme);
    node.textContent = name();
  });
  return node;
};

const drawClock = () => {
  if (!session.clock) {
    return;
  }
  const shift = session.clock.shiftSeconds;
  clockText.replaceChildren(
    h("time", null, moment(now()), " UTC"),
    shift === 0 ? "" : h("span", { class: "chip" }, `${shift > 0 ? "+" : "−"}${shortDuration(shift)}`),
  );
};

const banner = (name, ...content) => {
  banners.querySelector(`[data-name=${name}]`)?.remove();
  if (content.length) {
    banners.append(h("div", { class: `banner banner-${name}`, "data-name": name, role: "alert" }, content));
  }
};

const drawJumpBanner = () => {
  if (session.clock?.suspect) {
    banner(
      "jump",
      h(
        "span",
        null,
        `The clock of the server's machine jumped ahead by ${shortDuration(session.clock.jumpSeconds)}. Items expire by it, but nothing is deleted until it is set back, or is trusted in ${shortDuration(session.clock.acceptedInSeconds)}. `,
      ),
      h("a", { href: "#/clock" }, "Trust it now"),
    );
  } else {
    banner("jump");
  }
};

const drawClockBanner = () => {
  drawJumpBanner();
  if (session.clock?.durable && session.clock.shiftSeconds !== 0) {
    banner(
      "clock",
      h(
        "span",
        null,
        "The clock of this server has been moved, for everybody who uses it: items expire by it and are deleted for good. ",
      ),
      h("a", { href: "#/clock" }, "Move it back"),
    );
  } else {
    banner("clock");
  }
};

const offline = () => {
  if (watching) {
    return;
  }
  const again = async () => {
    if (await isAlive()) {
      online();
      await readClock().catch(() => {});
      refreshView();
    }
  };
  watching = setInterval(again, ALIVE_MILLIS);
  banner(
    "offline",
    h("span", null, "The server does not answer. This page tries again by itself. "),
    button("Try now", again),
  );
};

const online = () => {
  if (watching) {
    clearInterval(watching);
    watching = null;
    banner("offline");
    notify("The server answers again.");
  }
};

/** Draws it for whoever is signed in now. */
export const startShell = ({ signOut, refresh }) => {
  refreshView = refresh;
  clearInterval(ticking);
  clearInterval(reading);
  const signedIn = Boolean(key());
  tools.replaceChildren(
    ...[
      signedIn && session.clock
        ? h(
            "button",
            {
              type: "button",
              class: "quiet clock",
              onclick: openClock,
              title: "The server's clock: look at it, or move it",
            },
            clockText,
          )
        : null,
      themeButton(),
      h("button", { type: "button", class: "quiet", onclick: showShortcuts, "aria-label": "Keyboard shortcuts" }, "?"),
      signedIn ? h("button", { type: "button", class: "quiet", onclick: signOut }, "Sign out") : null,
    ].filter(Boolean),
  );
  banner(
    "read-only",
    ...(signedIn && !session.mayWrite
      ? [h("span", null, "This key may only read. Time, clock and statistics need a key that may write.")]
      : []),
  );
  drawClock();
  drawClockBanner();
  if (signedIn && session.clock) {
    ticking = setInterval(drawClock, 1000);
    reading = setInterval(() => {
      if (!watching && !document.hidden) {
        readClock().then(
          () => {
            drawClock();
            drawClockBanner();
          },
          () => {},
        );
      }
    }, CLOCK_MILLIS);
  }
};

applyTheme(localStorage.getItem(THEME_ENTRY) ?? "auto");
events.addEventListener("offline", offline);
events.addEventListener("online", online);
events.addEventListener("clock", () => {
  drawClock();
  drawClockBanner();
});
events.addEventListener("waiting", (event) => notify(`Too many requests; trying again in ${event.detail} ms.`, "wait"));
