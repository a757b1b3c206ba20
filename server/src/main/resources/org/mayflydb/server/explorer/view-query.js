// SQL queries and their results.

import { failureBox } from "./dialog.js";
import { button, field, h } from "./dom.js";
import { editor, placeOf } from "./editor.js";
import { haveSystemProperties, resultJson, resultTable, statusFacts } from "./results.js";
import { gateway } from "./client.js";
import { linkOf, query } from "./resources.js";

const PAGE_ROWS = 100;
const METRICS = { "x-ms-documentdb-populatequerymetrics": "true", "x-ms-cosmos-populateindexmetrics-v2": "true" };
const START = "SELECT *\nFROM c";
const [EDITOR_ROWS_MIN, EDITOR_ROWS_MAX] = [4, 12];

/** The last query of each container, while the page is open. */
const drafts = new Map();

const parametersOf = (text) => {
  if (text.trim() === "") {
    return [];
  }
  const values = JSON.parse(text);
  return Object.entries(values).map(([name, value]) => ({ name: name.startsWith("@") ? name : `@${name}`, value }));
};

const rangeCount = async (place, signal) =>
  (await gateway("GET", [...linkOf(place), "pkranges"], { signal })).json.PartitionKeyRanges.length;

const formSwitch = (shown, redraw) =>
  h(
    "div",
    { class: "switch", role: "group", "aria-label": "Result format" },
    [
      ["table", "Table"],
      ["json", "JSON"],
    ].map(([name, title]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(shown.form === name),
          onclick: () => {
            shown.form = name;
            redraw();
          },
        },
        title,
      ),
    ),
  );

const systemSwitch = (shown, redraw) => {
  const box = h("input", { type: "checkbox", checked: shown.system });
  box.addEventListener("change", () => {
    shown.system = box.checked;
    redraw();
  });
  return h("label", { class: "check" }, box, " System properties");
};

export const showQuery = async ({ place, signal }) => {
  const ranges = await rangeCount(place, signal);
  const draftKey = JSON.stringify(place);
  const draft = drafts.get(draftKey) ?? { text: START, parameters: "" };
  drafts.set(draftKey, draft);
  const shown = { form: "table", system: false };
  let last = null;

  const controls = h("div", { class: "result-controls" });
  const status = h("p", { class: "status-line", role: "status" });
  const results = h("div", { class: "results" });
  const parameters = h("input", {
    type: "text",
    value: draft.parameters,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: '{"@customer": "ann"}',
  });
  parameters.addEventListener("input", () => (draft.parameters = parameters.value));

  const clear = (...nodes) => {
    last = null;
    controls.replaceChildren();
    status.replaceChildren();
    results.replaceChildren(...nodes);
  };

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
    clear();
  };

  const draw = () => {
    const { rows, answer, page } = last;
    const continuation = answer.header("x-ms-continuation");
    const focused = [...controls.querySelectorAll("button, input")].indexOf(document.activeElement);
    controls.replaceChildren(
      ...[
        haveSystemProperties(rows) ? systemSwitch(shown, draw) : null,
        formSwitch(shown, draw),
        button("Next page", () => run(continuation, page + 1), { disabled: !continuation }),
      ].filter(Boolean),
    );
    // The controls were replaced: keep the focus where it was.
    controls.querySelectorAll("button, input")[focused]?.focus();
    status.replaceChildren(...statusFacts(last));
    const content =
      shown.form === "table" ? resultTable(rows, shown.system) : [resultJson(rows, answer.text, shown.system)];
    results.replaceChildren(
      ...(rows.length === 0 ? [h("p", { class: "empty" }, "No rows.")] : content.filter(Boolean)),
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
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      if (problem instanceof SyntaxError) {
        clear(h("p", { class: "fault", role: "alert" }, `The parameters are not a JSON object: ${problem.message}`));
      } else if (problem.errors?.[0]?.location) {
        showFault(problem);
      } else {
        clear(failureBox(problem, () => run(continuation, page)));
      }
    } finally {
      results.removeAttribute("aria-busy");
    }
  };
  const start = () => run(null, 1);

  const edit = editor({
    label: "Query",
    language: "sql",
    value: draft.text,
    rows: Math.min(EDITOR_ROWS_MAX, Math.max(EDITOR_ROWS_MIN, draft.text.split("\n").length)),
    submit: start,
    input: (text) => (draft.text = text),
  });
  edit.node.dataset.key = "/";
  return [
    edit.node,
    h(
      "div",
      { class: "query-bar" },
      button("Run", start, { class: "primary" }),
      h("span", { class: "hint wide-only" }, "Ctrl Enter"),
      h("details", null, h("summary", null, "Parameters"), field("Values as JSON", parameters)),
      ranges > 1 ? h("span", { class: "hint" }, `Runs on ${ranges} physical partitions.`) : null,
      controls,
    ),
    status,
    results,
  ];
};
