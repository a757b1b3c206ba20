// The top bar and the banners, which are the same for every view.

import { events, isAlive } from "./client.js";
import { now, readClock } from "./clock.js";
import { button, h } from "./dom.js";
import { notify } from "./dialog.js";
import { moment, shortDuration } from "./format.js";
import { key, session } from "./session.js";
import { showShortcuts } from "./shortcuts.js";
import { openClock } from "./view-clock.js";

const THEMES = ["auto", "light", "dark"];
const SYMBOLS = { auto: "◐", light: "☀", dark: "☾" };
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
  const node = h("button", { type: "button", class: "quiet", title: "Light, dark, or as the system has it" });
  const draw = () => {
    node.setAttribute("aria-label", `Theme: ${theme}`);
    node.replaceChildren(
      h("span", { class: "wide-only" }, `Theme: ${theme}`),
      h("span", { class: "narrow-only" }, SYMBOLS[theme]),
    );
  };
  draw();
  node.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem(THEME_ENTRY, theme);
    applyTheme(theme);
    draw();
  });
  return node;
};

const drawClock = () => {
  if (!session.clock) {
    return;
  }
  const shift = session.clock.shiftSeconds;
  const [date, time] = moment(now()).split(" ");
  clockText.replaceChildren(
    h("time", null, h("span", { class: "wide-only" }, `${date} `), time, h("span", { class: "wide-only" }, " UTC")),
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
        `The clock of the server's machine jumped ahead by ${shortDuration(session.clock.jumpSeconds)}. Items expire by it, but purging is paused until you set it back or trust it. The server trusts it in ${shortDuration(session.clock.acceptedInSeconds)}. `,
      ),
      h("a", { href: "#/clock" }, "Review the clock"),
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
        "The clock of this server has been moved for all of its users. Items expire by it and are deleted permanently. ",
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
    h("span", null, "The server does not respond. Retrying automatically. "),
    button("Retry now", again),
  );
};

const online = () => {
  if (watching) {
    clearInterval(watching);
    watching = null;
    banner("offline");
    notify("The server responds again.");
  }
};

/** Draws the top bar for the current session. */
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
              title: "Show or move the server's clock",
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
      ? [h("span", null, "This key is read-only. The TTL view, the clock and statistics require a read-write key.")]
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
events.addEventListener("waiting", (event) => notify(`Too many requests; retrying in ${event.detail} ms.`, "wait"));
