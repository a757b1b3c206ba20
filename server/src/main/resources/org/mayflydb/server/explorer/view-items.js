// The items of a container, page by page, with an optional WHERE filter.

import { failureBox } from "./dialog.js";
import { button, field, h, table } from "./dom.js";
import { placeOf } from "./editor.js";
import { brief, count, moment, number, shortDuration } from "./format.js";
import { containerLink, itemLink } from "./links.js";
import { keyText, partitionKeyOf, query, readContainer } from "./resources.js";
import { now } from "./clock.js";
import { SYSTEM_PROPERTIES } from "./json-text.js";
import { ttlOffNote } from "./why.js";

const PAGE_ITEMS = 50;
const HEAD = 'SELECT VALUE {"item": c, "left": MAYFLY_SECONDSLEFT(c)} FROM c';


const preview = (item, definition) => {
  const keys = new Set(definition.paths.map((path) => path.split("/")[1]));
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== "id" && !SYSTEM_PROPERTIES.has(name) && !keys.has(name)));
};

const left = (seconds) => {
  if (seconds === undefined) {
    return h("span", { class: "muted" }, "never");
  }
  return h("span", { class: seconds < 3600 ? "soon" : null }, shortDuration(seconds));
};

const columnsFor = (place, definition) => [
  {
    title: "ID",
    cell: ({ item }) =>
      h("a", { href: itemLink(place, item.id, partitionKeyOf(item, definition)) }, brief(item.id, 60)),
  },
  { title: definition.paths.join(", "), cell: ({ item }) => keyText(partitionKeyOf(item, definition)) },
  { title: "Content", kind: "preview", cell: ({ item }) => h("code", null, brief(preview(item, definition), 140)) },
  {
    title: "Last write (UTC)",
    kind: "time",
    cell: ({ item }) => h("time", { title: `${shortDuration(now() - item._ts)} ago` }, moment(item._ts)),
  },
  { title: "Expires in", number: true, cell: (row) => left(row.left) },
];

/** The error of a filter, with its position in the filter instead of the query that contains it. */
const filterProblem = (problem, where) => {
  const [error] = problem.errors ?? [];
  const start = error?.location ? error.location.start - HEAD.length - " WHERE ".length : -1;
  if (start < 0 || start > where.length) {
    return failureBox(problem);
  }
  const { column } = placeOf(where, start);
  return h("p", { class: "fault", role: "alert" }, `Column ${column}: ${error.message}`);
};

export const showItems = async ({ place, parameters, signal }) => {
  const properties = await readContainer(place, signal);
  const { partitionKey } = properties;
  const where = parameters.get("where") ?? "";
  const text = where.trim() ? `${HEAD} WHERE ${where}` : HEAD;
  const starts = [null];
  let page = 0;

  const filter = h("input", {
    type: "text",
    value: where,
    spellcheck: "false",
    autocomplete: "off",
    "data-key": "/",
    placeholder: 'c.total > 100 AND STARTSWITH(c.id, "a")',
  });
  const form = h(
    "form",
    { class: "filter", role: "search" },
    field("WHERE", filter, null),
    h("button", { type: "submit" }, "Filter"),
    where ? h("a", { class: "button quiet", href: containerLink(place) }, "Clear") : null,
    h("a", { class: "button primary", href: containerLink(place, "item"), "data-key": "n" }, "New item"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(containerLink(place, "items", filter.value.trim() ? { where: filter.value } : {}));
  });

  const results = h("div", { class: "results" });
  const previous = button("Previous", () => turn(page - 1));
  const next = button("Next", () => turn(page + 1));
  const status = h("span", { class: "muted", role: "status" });
  const pager = h("div", { class: "pager" }, previous, next, status);

  const turn = async (to) => {
    results.setAttribute("aria-busy", "true");
    try {
      const answer = await query(place, text, { continuation: starts[to], pageSize: PAGE_ITEMS, signal });
      const rows = answer.json.Documents;
      page = to;
      starts[page + 1] = answer.header("x-ms-continuation");
      previous.disabled = page === 0;
      next.disabled = !starts[page + 1];
      status.textContent = `Page ${number(page + 1)} · ${count(rows.length, "item")} · ${answer.header("x-ms-request-charge")} RU`;
      results.replaceChildren(
        ttlOffNote(
          place,
          properties,
          rows.map(({ item }) => item),
        ),
        rows.length || page > 0
          ? table("Items", columnsFor(place, partitionKey), rows, { class: "items" })
          : h(
              "div",
              { class: "empty" },
              h("p", null, where ? "No matching items." : "This container has no items."),
            ),
        pager,
      );
    } catch (problem) {
      if (!signal.aborted) {
        results.replaceChildren(
          problem.status === 400 && where ? filterProblem(problem, where) : failureBox(problem, () => turn(to)),
        );
      }
    } finally {
      results.removeAttribute("aria-busy");
    }
  };
  await turn(0);
  return [form, results];
};
