// The databases of the account.

import { askForDatabase } from "./create.js";
import { button, h } from "./dom.js";
import { databaseLink } from "./links.js";
import { databases } from "./resources.js";

export const showOverview = async ({ signal }) => {
  const list = (await databases(signal)).map(({ id }) => id).sort();
  return [
    h(
      "div",
      { class: "title-row" },
      h("h1", null, "Databases"),
      button("New database", askForDatabase, { class: "primary", "data-key": "n" }),
    ),
    list.length
      ? h(
          "ul",
          { class: "cards" },
          list.map((id) => h("li", null, h("a", { class: "card", href: databaseLink(id) }, h("strong", null, id)))),
        )
      : h(
          "div",
          { class: "empty" },
          h("p", null, "There is no database yet."),
          h("p", { class: "hint" }, "Make one here, or let your program make it."),
        ),
  ];
};
