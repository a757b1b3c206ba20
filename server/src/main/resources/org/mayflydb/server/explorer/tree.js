// The tree of databases and containers in the sidebar. It loads the containers of a database when that is opened.

import { containers, databases } from "./resources.js";
import { explained } from "./dialog.js";
import { h } from "./dom.js";
import { containerLink, databaseLink } from "./links.js";
import { key } from "./session.js";

const side = document.getElementById("side");
const open = new Set();
const known = new Map();
let list = null;
let turn = 0;

const containerList = (database, place) =>
  h(
    "ul",
    null,
    known.get(database).map((id) =>
      h(
        "li",
        null,
        h(
          "a",
          {
            href: containerLink({ database, container: id }),
            "aria-current": place?.database === database && place?.container === id ? "page" : null,
          },
          id,
        ),
      ),
    ),
    known.get(database).length === 0 ? h("li", { class: "hint" }, "No containers") : null,
  );

const branch = (database, place, redraw) => {
  const isOpen = open.has(database) && known.has(database);
  const toggle = async () => {
    if (open.has(database)) {
      open.delete(database);
    } else {
      open.add(database);
      await load(database);
    }
    redraw();
  };
  return h(
    "li",
    null,
    h(
      "div",
      { class: "branch" },
      h("button", {
        type: "button",
        class: "twist",
        "aria-expanded": String(isOpen),
        "aria-label": `Containers of ${database}`,
        onclick: toggle,
      }),
      h(
        "a",
        {
          href: databaseLink(database),
          "aria-current": place?.database === database && !place?.container ? "page" : null,
        },
        database,
      ),
    ),
    isOpen ? containerList(database, place) : null,
  );
};

const load = async (database) => {
  known.set(database, (await containers(database)).map(({ id }) => id).sort());
};

const links = () =>
  h(
    "ul",
    { class: "side-links" },
    [
      ["#/", "Overview"],
      ["#/statistics", "Statistics"],
      ["#/clock", "Clock"],
    ].map(([href, title]) =>
      h("li", null, h("a", { href, "aria-current": (location.hash || "#/") === href ? "page" : null }, title)),
    ),
  );

/** Draws the tree and marks the current place; `reload` after something was created or deleted. */
export const drawTree = async (place, reload = false) => {
  if (!key()) {
    return;
  }
  const mine = ++turn;
  if (reload) {
    list = null;
    known.clear();
  }
  if (place?.database) {
    open.add(place.database);
  }
  const draw = () => {
    const redraw = () => mine === turn && draw();
    side.replaceChildren(
      links(),
      h("h2", null, "Databases"),
      list.length
        ? h(
            "ul",
            { class: "tree" },
            list.map((database) => branch(database, place, redraw)),
          )
        : h("p", { class: "hint" }, "None yet"),
    );
  };
  try {
    list ??= (await databases()).map(({ id }) => id).sort();
    for (const database of [...open]) {
      if (!list.includes(database)) {
        open.delete(database);
      } else if (
        !known.has(database) ||
        (place?.database === database && place.container && !known.get(database).includes(place.container))
      ) {
        await load(database);
      }
    }
    if (mine === turn) {
      draw();
    }
  } catch (problem) {
    if (mine === turn) {
      side.replaceChildren(links(), h("p", { class: "hint" }, explained(problem)));
    }
  }
};

/** Clears the tree after signing out. */
export const forgetTree = () => {
  list = null;
  known.clear();
  open.clear();
  side.replaceChildren();
};
