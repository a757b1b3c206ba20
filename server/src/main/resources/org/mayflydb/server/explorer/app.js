// The page as a whole: which view is shown, and what happens when the server refuses the key or does not answer.

import { events } from "./client.js";
import { failureBox, notify } from "./dialog.js";
import { h } from "./dom.js";
import { containerLink, databaseLink, readLink } from "./links.js";
import { canSign, forget, key, session } from "./session.js";
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
  ["time", "Time"],
  ["settings", "Settings"],
];

const main = document.getElementById("main");
let visit = new AbortController();

const notFound = () =>
  h("div", { class: "box" }, h("h1", null, "There is no such page"), h("p", null, h("a", { href: "#/" }, "Overview")));

/** Which view an address means: `{title, show, place, tab}`. */
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
      "nav",
      { class: "crumbs", "aria-label": "Where you are" },
      h("a", { href: databaseLink(place.database) }, place.database),
      h("span", { "aria-hidden": "true" }, "/"),
    ),
    h("h1", null, place.container),
    h(
      "nav",
      { class: "tabs", "aria-label": "Views of the container" },
      TABS.map(([name, title]) =>
        h("a", { href: containerLink(place, name), "aria-current": name === current ? "page" : null }, title),
      ),
    ),
  ];
};

/** Shows what the address says. A view that is left hears of it by its signal. */
const show = async ({ keepFocus = false } = {}) => {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const address = readLink(location.hash);
  const view = address ? viewOf(address) : { title: "Not found", show: notFound };
  document.title = `${view.title} · Mayfly explorer`;
  const content = h("div", { class: "view", "aria-busy": "true" }, h("p", { class: "loading" }, "Loading…"));
  const context = {
    place: view.place,
    parameters: address?.parameters,
    signal,
    refresh: () => show({ keepFocus: true }),
  };
  main.replaceChildren(...headOf(view), content);
  if (!keepFocus) {
    main.focus({ preventScroll: true });
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

const showWhoeverIsThere = async (options) => {
  const side = document.getElementById("side");
  side.hidden = !key();
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

/** After signing in, and at every load, when the focus stays at the top where browsers put it. */
const start = async (options) => {
  if (key() && canSign()) {
    await readClock().catch((problem) => {
      // The admin API takes no keys that may only read; everything else does.
      session.mayWrite = problem.status !== 401;
    });
  }
  startShell({ signOut, refresh: showAnew });
  await showWhoeverIsThere(options);
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

/** Shows the view anew because the world has changed, unless somebody is writing in it. */
const showAnew = () => {
  if (key() && !typed()) {
    show({ keepFocus: true });
  }
};

addEventListener("hashchange", (event) => {
  if (!key()) {
    return;
  }
  if (typed("unsaved") && !confirm("What you have typed is not saved. Leave all the same?")) {
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
    notify("The server does not take this key any more.", "failed");
  }
});
events.addEventListener("clock", () => {
  // The view of the clock draws itself.
  if (readLink(location.hash)?.path[0] !== "clock") {
    showAnew();
  }
});
events.addEventListener("catalog", () => drawTree(viewOf(readLink(location.hash) ?? { path: [] }).place, true));
startShortcuts();
start({ keepFocus: true });
