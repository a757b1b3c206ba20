// The rows of a query as a table or as JSON, and what the server reports about its execution.

import { h, table } from "./dom.js";
import { brief, count, number } from "./format.js";
import { elementsOf, formatted, SYSTEM_PROPERTIES, withoutSystemProperties } from "./json-text.js";

const COLUMNS_MAX = 40;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether a row is a whole item, as of SELECT *. A row that names a system property on purpose is not. */
const isItem = (row) =>
  isObject(row) && ["_rid", "_self", "_etag", "_ts"].every((name) => Object.hasOwn(row, name));

/** Whether rows have system properties that can be hidden. */
export const haveSystemProperties = (rows) => rows.some(isItem);

const cell = (value) => {
  if (value === undefined) {
    return h("span", { class: "muted" }, "—");
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const title = text.length > 30 ? brief(text, 2000) : null;
  return h(typeof value === "string" ? "span" : "code", { title }, brief(text, 160));
};

const namesOf = (row, withSystem) =>
  Object.keys(row).filter((name) => withSystem || !isItem(row) || !SYSTEM_PROPERTIES.has(name));

/** The properties of all rows as columns; values that are not objects have a column of their own. */
export const resultTable = (rows, withSystem) => {
  const names = [...new Set(rows.filter(isObject).flatMap((row) => namesOf(row, withSystem)))];
  const shown = names.slice(0, COLUMNS_MAX);
  const columns = shown.map((name) => ({ title: name, cell: (row) => cell(isObject(row) ? row[name] : undefined) }));
  if (rows.some((row) => !isObject(row))) {
    columns.unshift({ title: "value", cell: (row) => (isObject(row) ? cell(undefined) : cell(row)) });
  }
  return [
    table("Rows", columns, rows, { class: "rows" }),
    names.length > shown.length
      ? h("p", { class: "hint" }, `${number(names.length - shown.length)} more columns are in the JSON.`)
      : null,
  ];
};

/** The rows as the server sent them, indented. */
export const resultJson = (rows, text, withSystem) => {
  const elements = elementsOf(text.slice(text.indexOf('"Documents":') + 12, text.lastIndexOf(',"_count"')));
  const shown = elements.map((element, i) =>
    withSystem || !isItem(rows[i]) ? formatted(element) : withoutSystemProperties(element),
  );
  return h("pre", { class: "json-rows", tabindex: "0", "aria-label": "Rows as JSON" }, `[${shown.join(",\n")}]`);
};

/** "a=1;b=2", as the server reports metrics. */
const metricsOf = (header) => Object.fromEntries((header ?? "").split(";").map((pair) => pair.split("=")));

const indexUse = (header) => {
  const used = header
    ? JSON.parse(decodeURIComponent(header)).UtilizedIndexes
    : { SingleIndexes: [], CompositeIndexes: [] };
  const names = [
    ...used.SingleIndexes.map((index) => index.IndexSpec),
    ...used.CompositeIndexes.map((index) => index.IndexSpecs.join(", ")),
  ];
  return names.length ? ["Index: ", names.map((name, i) => [i ? ", " : "", h("code", null, name)])] : "No index used";
};

/** The parts of the status line: page, rows, charge, time, work and indexes. */
export const statusFacts = ({ rows, answer, page, seconds }) => {
  const metrics = metricsOf(answer.header("x-ms-documentdb-query-metrics"));
  const more = answer.header("x-ms-continuation") ? ", more follow" : "";
  const inServer = metrics.totalExecutionTimeInMs;
  const facts = [
    `Page ${number(page)}`,
    `${count(rows.length, "row")}${more}`,
    `${answer.header("x-ms-request-charge")} RU`,
    `${(seconds * 1000).toFixed(0)} ms${inServer === undefined ? "" : ` (server ${inServer} ms)`}`,
    metrics.retrievedDocumentCount === undefined
      ? null
      : `${count(Number(metrics.retrievedDocumentCount), "item")} read`,
    metrics.instructionCount === undefined ? null : `${number(Number(metrics.instructionCount))} index entries read`,
    indexUse(answer.header("x-ms-cosmos-index-utilization")),
  ];
  return facts.filter(Boolean).map((fact) => h("span", null, fact));
};
