// Chooses the view for the address, and handles signing in and out.

import { events } from "./client.js";
import { failureBox, notify } from "./dialog.js";
import { h } from "./dom.js";
import { containerLink, databaseLink, readLink } from "./links.js";
import { canSign, forget, key, session } from "./session.js";
import { startMenu } from "./menu.js";
import { startShell } from "./shell.js";
import { startShortcuts } from "./shortcuts.js";
import { drawTree, forgetTree } from "./tree.js";
import { readClock } from "./clock.js";
import { showClock } from "./view-clock.js";
import { showDatabase } from "./view-database.js";
import { showItem } from "./view-item.js";
import { showItems } from "./view-items.js";
import { showOverview } from "./view-overview.js";
import { showQuery } from "./view-query.js";
import { showSettings } from "./view-settings.js";
import { showSignIn } from "./view-sign-in.js";
import { showStatistics } from "./view-statistics.js";
import { showTime } from "./view-time.js";

const CONTAINER_VIEWS = { items: showItems, item: showItem, query: showQuery, time: showTime, settings: showSettings };
const TABS = [
  ["items", "Items"],
  ["query", "SQL"],
  ["time", "TTL"],
  ["settings", "Settings"],
];

/** Views whose table takes the height that is left on the screen, so that the page itself does not scroll. */
const FILLING = new Set(["items", "query"]);

const main = document.getElementById("main");
let visit = new AbortController();

const notFound = () =>
  h("div", { class: "box" }, h("h1", null, "Page not found"), h("p", null, h("a", { href: "#/" }, "Overview")));

/** The view of an address: `{title, show, place, tab}`. */
const viewOf = ({ path }) => {
  const [kind, database, , container, tab] = path;
  if (path.length === 0) {
    return { title: "Overview", show: showOverview };
  }
  if (path.length === 1 && kind === "clock") {
    return { title: "Clock", show: showClock };
  }
  if (path.length === 1 && kind === "statistics") {
    return { title: "Statistics", show: showStatistics };
  }
  if (kind === "d" && path.length === 2) {
    return { title: database, show: showDatabase, place: { database } };
  }
  if (kind === "d" && path[2] === "c" && path.length === 5 && Object.hasOwn(CONTAINER_VIEWS, tab)) {
    return { title: `${container} · ${tab}`, show: CONTAINER_VIEWS[tab], place: { database, container }, tab };
  }
  return { title: "Not found", show: notFound };
};

const headOf = ({ place, tab }) => {
  if (!tab) {
    return [];
  }
  const current = tab === "item" ? "items" : tab;
  return [
    h(
      "div",
      { class: "place" },
      h(
        "nav",
        { class: "crumbs", "aria-label": "Database" },
        h("a", { href: databaseLink(place.database) }, place.database),
        h("span", { "aria-hidden": "true" }, "/"),
      ),
      h("h1", null, place.container),
    ),
    h(
      "nav",
      { class: "tabs", "aria-label": "Container views" },
      TABS.map(([name, title]) =>
        h("a", { href: containerLink(place, name), "aria-current": name === current ? "page" : null }, title),
      ),
    ),
  ];
};

/** Shows the view of the address, and aborts the signal of the view before it. */
const show = async ({ keepFocus = false } = {}) => {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const address = readLink(location.hash);
  const view = address ? viewOf(address) : { title: "Not found", show: notFound };
  document.title = `${view.title} · Mayfly explorer`;
  const content = h(
    "div",
    { class: FILLING.has(view.tab) ? "view fill" : "view", "aria-busy": "true" },
    h("p", { class: "loading" }, "Loading…"),
  );
  const context = {
    place: view.place,
    parameters: address?.parameters,
    signal,
    refresh: () => show({ keepFocus: true }),
  };
  main.replaceChildren(...headOf(view), content);
  if (!keepFocus) {
    main.focus({ preventScroll: true });
    main.scrollTop = 0;
    scrollTo(0, 0);
  }
  drawTree(view.place);
  try {
    const nodes = await view.show(context);
    if (!signal.aborted) {
      content.replaceChildren(...[nodes].flat());
    }
  } catch (problem) {
    if (!signal.aborted) {
      content.replaceChildren(failureBox(problem, context.refresh));
    }
  } finally {
    content.removeAttribute("aria-busy");
  }
};

const showSignInOrView = async (options) => {
  const side = document.getElementById("side");
  side.hidden = !key();
  document.getElementById("menu").hidden = !key();
  document.body.classList.toggle("signed-out", !key());
  if (!key() || !canSign()) {
    visit.abort();
    document.title = "Sign in · Mayfly explorer";
    main.replaceChildren(showSignIn(start));
    main.querySelector("input")?.focus();
    return;
  }
  await show(options);
};

/** Runs at every load, which leaves the focus at the top of the page, and after signing in. */
const start = async (options) => {
  if (key() && canSign()) {
    await readClock().catch((problem) => {
      // The admin API refuses read-only keys; the gateway accepts them.
      session.mayWrite = problem.status !== 401;
    });
  }
  startShell({ signOut, refresh: reloadView });
  await showSignInOrView(options);
};

const signOut = () => {
  forget();
  forgetTree();
  history.replaceState(null, "", "#/");
  start();
};

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
const typed = (kind) => main.querySelector(kind ? `textarea[data-changed=${kind}]` : "textarea[data-changed]") !== null;

/** Reloads the view after an external change, unless the user has typed something into it. */
const reloadView = () => {
  if (key() && !typed()) {
    show({ keepFocus: true });
  }
};

addEventListener("hashchange", (event) => {
  if (!key()) {
    return;
  }
  if (typed("unsaved") && !confirm("You have unsaved changes. Leave anyway?")) {
    history.pushState(null, "", event.oldURL);
    return;
  }
  show();
});
addEventListener("beforeunload", (event) => {
  if (typed("unsaved")) {
    event.preventDefault();
  }
});
events.addEventListener("refused", () => {
  if (!document.body.classList.contains("signed-out")) {
    signOut();
    notify("The server no longer accepts this key.", "failed");
  }
});
events.addEventListener("clock", () => {
  // The clock view redraws itself.
  if (readLink(location.hash)?.path[0] !== "clock") {
    reloadView();
  }
});
events.addEventListener("catalog", () => drawTree(viewOf(readLink(location.hash) ?? { path: [] }).place, true));
startMenu();
startShortcuts();
start({ keepFocus: true });
