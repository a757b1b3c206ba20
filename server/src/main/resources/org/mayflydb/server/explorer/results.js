// Rows of a query as a table, and what the server says about how it found them.

import { h, table } from "./dom.js";
import { brief, number } from "./format.js";

const COLUMNS_MAX = 40;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const cell = (value) => {
  if (value === undefined) {
    return h("span", { class: "muted" }, "—");
  }
  if (value !== null && typeof value === "object") {
    return h("code", { title: brief(value, 2000) }, brief(value, 80));
  }
  return typeof value === "string" ? brief(value, 160) : h("code", null, String(value));
};

/** The members of all rows as columns; rows that are no objects have one column. */
export const resultTable = (rows) => {
  const names = [...new Set(rows.filter(isObject).flatMap((row) => Object.keys(row)))];
  const shown = names.slice(0, COLUMNS_MAX);
  const columns = shown.map((name) => ({ title: name, cell: (row) => cell(isObject(row) ? row[name] : undefined) }));
  if (rows.some((row) => !isObject(row))) {
    columns.unshift({ title: "value", cell: (row) => (isObject(row) ? cell(undefined) : cell(row)) });
  }
  return [
    table("Rows", columns, rows, { class: "rows" }),
    names.length > shown.length
      ? h("p", { class: "hint" }, `${number(names.length - shown.length)} further columns are in the JSON.`)
      : "",
  ]
    .filter(Boolean)
    .reduce((all, node) => (all.append(node), all), h("div"));
};

/** "a=1;b=2" as the gateway tells it. */
export const metricsOf = (header) => {
  const values = Object.fromEntries((header ?? "").split(";").map((pair) => pair.split("=")));
  const shown = (name) => (values[name] === undefined ? "—" : number(Number(values[name])));
  return {
    time: values.totalExecutionTimeInMs === undefined ? "—" : `${values.totalExecutionTimeInMs} ms`,
    items: shown("retrievedDocumentCount"),
    entries: shown("instructionCount"),
  };
};

/** Which indexes were used. */
export const indexUse = (header) => {
  const used = header
    ? JSON.parse(decodeURIComponent(header)).UtilizedIndexes
    : { SingleIndexes: [], CompositeIndexes: [] };
  const names = [
    ...used.SingleIndexes.map((index) => index.IndexSpec),
    ...used.CompositeIndexes.map((index) => index.IndexSpecs.join(", ")),
  ];
  return h(
    "p",
    { class: "index-use" },
    names.length
      ? ["Found by the index of ", names.map((name, i) => [i ? ", " : "", h("code", null, name)]), "."]
      : "Found by looking at items, without an index.",
  );
};
