// Questions in SQL, and what they answer.

import { failureBox } from "./dialog.js";
import { button, field, h } from "./dom.js";
import { editor, placeOf } from "./editor.js";
import { number } from "./format.js";
import { indexUse, metricsOf, resultTable } from "./results.js";
import { formatted } from "./json-text.js";
import { gateway } from "./client.js";
import { linkOf, query } from "./resources.js";

const PAGE_ROWS = 100;
const METRICS = { "x-ms-documentdb-populatequerymetrics": "true", "x-ms-cosmos-populateindexmetrics-v2": "true" };
const START = "SELECT *\nFROM c";

/** What was last written for each container, while the page is open. */
const drafts = new Map();

const parametersOf = (text) => {
  if (text.trim() === "") {
    return [];
  }
  const values = JSON.parse(text);
  return Object.entries(values).map(([name, value]) => ({ name: name.startsWith("@") ? name : `@${name}`, value }));
};

const tile = (title, value) => h("div", { class: "tile" }, h("dt", null, title), h("dd", null, value));

const rangeCount = async (place, signal) =>
  (await gateway("GET", [...linkOf(place), "pkranges"], { signal })).json.PartitionKeyRanges.length;

export const showQuery = async ({ place, signal }) => {
  const ranges = await rangeCount(place, signal);
  const draftKey = JSON.stringify(place);
  const draft = drafts.get(draftKey) ?? { text: START, parameters: "" };
  drafts.set(draftKey, draft);
  let form = "table";
  let last = null;

  const results = h("div", { class: "results", "aria-live": "off" });
  const parameters = h("input", {
    type: "text",
    value: draft.parameters,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: '{"@customer": "ann"}',
  });
  parameters.addEventListener("input", () => (draft.parameters = parameters.value));

  const showFault = (problem) => {
    const [error] = problem.errors;
    const { start, end } = error.location;
    const { line, column } = placeOf(edit.value, start);
    edit.fault({
      start,
      end,
      message: `Line ${line}, column ${column}: ${error.message}${error.code ? ` (${error.code})` : ""}`,
    });
    edit.pointAt(start);
    results.replaceChildren();
  };

  const draw = () => {
    const { rows, answer, page, seconds } = last;
    const continuation = answer.header("x-ms-continuation");
    const metrics = metricsOf(answer.header("x-ms-documentdb-query-metrics"));
    const forms = ["table", "json"].map((name) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(form === name), onclick: () => ((form = name), draw()) },
        name === "table" ? "Table" : "JSON",
      ),
    );
    results.replaceChildren(
      h(
        "dl",
        { class: "tiles" },
        tile("Rows", `${number(rows.length)}${continuation ? ", and more" : ""}`),
        tile("Charge", `${answer.header("x-ms-request-charge")} RU`),
        tile("Time", `${(seconds * 1000).toFixed(0)} ms`),
        tile("In the server", metrics.time),
        tile("Items read", metrics.items),
        tile("Index entries read", metrics.entries),
      ),
      indexUse(answer.header("x-ms-cosmos-index-utilization")),
      h(
        "div",
        { class: "result-head" },
        h("h2", null, `Page ${number(page)}`),
        h("div", { class: "switch", role: "group", "aria-label": "Form of the rows" }, forms),
      ),
      rows.length === 0
        ? h("p", { class: "empty" }, "No rows.")
        : form === "table"
          ? resultTable(rows)
          : h(
              "pre",
              { class: "json-rows", tabindex: "0", "aria-label": "Rows as JSON" },
              formatted(
                answer.text.slice(answer.text.indexOf('"Documents":') + 12, answer.text.lastIndexOf(',"_count"')),
              ),
            ),
      h(
        "div",
        { class: "pager" },
        button("Next page", () => run(continuation, page + 1), { disabled: !continuation }),
      ),
    );
  };

  const run = async (continuation, page) => {
    edit.fault(null);
    results.setAttribute("aria-busy", "true");
    const began = performance.now();
    try {
      const values = parametersOf(parameters.value);
      const answer = await query(place, edit.value, {
        parameters: values,
        continuation,
        pageSize: PAGE_ROWS,
        headers: METRICS,
        signal,
      });
      last = { rows: answer.json.Documents, answer, page, seconds: (performance.now() - began) / 1000 };
      draw();
      announced.textContent = `${last.rows.length} rows`;
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      if (problem instanceof SyntaxError) {
        results.replaceChildren(
          h("p", { class: "fault", role: "alert" }, `The parameters are no JSON object: ${problem.message}`),
        );
      } else if (problem.errors?.[0]?.location) {
        showFault(problem);
      } else {
        results.replaceChildren(failureBox(problem, () => run(continuation, page)));
      }
    } finally {
      results.removeAttribute("aria-busy");
    }
  };
  const start = () => run(null, 1);
  const announced = h("span", { class: "unseen", role: "status" });

  const edit = editor({
    label: "Query",
    language: "sql",
    value: draft.text,
    rows: 8,
    submit: start,
    input: (text) => (draft.text = text),
  });
  edit.node.dataset.key = "/";
  return [
    edit.node,
    h("details", null, h("summary", null, "Parameters"), field("Values by name, as JSON", parameters)),
    h(
      "div",
      { class: "actions" },
      button("Run", start, { class: "primary" }),
      h("span", { class: "hint" }, "Ctrl Enter"),
      ranges > 1
        ? h("span", { class: "hint" }, `${ranges} physical partitions; the server asks all of them and answers as one.`)
        : null,
      announced,
    ),
    results,
  ];
};
