// One item: shows, edits and deletes it.

import { askAboutConflict } from "./conflict.js";
import { containerAdmin } from "./client.js";
import { ask, failureBox, notify } from "./dialog.js";
import { button, h } from "./dom.js";
import { editor } from "./editor.js";
import { bytes, moment } from "./format.js";
import { faultOf, withoutSystemProperties } from "./json-text.js";
import { containerLink, itemLink } from "./links.js";
import { lifeLineOf } from "./plot.js";
import { createItem, deleteItem, partitionKeyOf, readContainer, readItem, replaceItem } from "./resources.js";
import { session } from "./session.js";
import { whyOf } from "./why.js";

const template = (definition) => {
  const item = { id: crypto.randomUUID() };
  for (const path of definition.paths) {
    const names = path.split("/").slice(1);
    const last = names.pop();
    const owner = names.reduce((target, name) => (target[name] ??= {}), item);
    owner[last] ??= "";
  }
  return JSON.stringify(item, null, 2);
};

const life = async (place, id, partitionKey, signal) => {
  if (!session.mayWrite) {
    return "";
  }
  const found = await containerAdmin(place, "explain", { id, partitionKey: JSON.stringify(partitionKey) }, { signal });
  return found.state === "ABSENT"
    ? ""
    : [lifeLineOf(found), whyOf(place, found)];
};

const facts = (item, text) =>
  h(
    "dl",
    { class: "facts" },
    [
      ["Last write (UTC)", moment(item._ts)],
      ["Size", bytes(new TextEncoder().encode(text).length)],
      ["ETag", item._etag],
      ["Resource ID", item._rid],
    ].map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
  );

/** The height of the editor: that of its text, within bounds. */
const rowsFor = (text) => Math.min(24, Math.max(8, text.split("\n").length + 1));

/** Returns true if the text is valid JSON; otherwise the editor shows where it is not. */
const isSound = (edit) => {
  const fault = faultOf(edit.value);
  if (fault) {
    edit.fault({ start: fault.offset, message: `Line ${fault.line}, column ${fault.column}: ${fault.message}` });
    edit.pointAt(fault.offset);
  }
  return !fault;
};

const showNew = (place, definition) => {
  const problem = h("div");
  const save = async () => {
    problem.replaceChildren();
    if (!isSound(edit)) {
      return;
    }
    try {
      const made = (await createItem(place, edit.value, partitionKeyOf(JSON.parse(edit.value), definition))).json;
      edit.saved();
      notify(`Created ${made.id}.`);
      location.assign(itemLink(place, made.id, partitionKeyOf(made, definition)));
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  const edit = editor({
    label: "New item as JSON",
    language: "json",
    value: template(definition),
    rows: 16,
    submit: save,
    unsaved: true,
  });
  return [
    h("h2", null, "New item"),
    edit.node,
    problem,
    h(
      "div",
      { class: "actions" },
      button("Create", save, { class: "primary" }),
      h("a", { class: "button quiet", href: containerLink(place), onclick: () => edit.saved() }, "Cancel"),
    ),
  ];
};

const showGone = (place, id) =>
  h(
    "div",
    { class: "empty" },
    h("p", null, h("strong", null, id), " does not exist: it has expired, was deleted, or was never created."),
    h(
      "p",
      null,
      h("a", { href: containerLink(place, "time") }, "Expired items"),
      " · ",
      h("a", { href: containerLink(place) }, "All items"),
    ),
  );

const showStored = async (context, definition, id, partitionKey) => {
  const { place, signal, refresh } = context;
  const answer = await readItem(place, id, partitionKey, signal);
  const stored = answer.json;
  const text = withoutSystemProperties(answer.text);
  const problem = h("div");

  const conflict = async () => {
    let theirs = null;
    try {
      theirs = await readItem(place, id, partitionKey, signal);
    } catch (gone) {
      if (gone.status !== 404) {
        throw gone;
      }
    }
    const choice = await askAboutConflict(edit.value, theirs && withoutSystemProperties(theirs.text));
    if (choice === "theirs") {
      edit.saved();
      refresh();
    } else if (choice === "mine") {
      await (theirs === null
        ? createItem(place, edit.value, partitionKey)
        : replaceItem(place, id, edit.value, partitionKey, theirs.json._etag));
      edit.saved();
      notify(`Saved ${id}.`);
      refresh();
    }
  };

  const save = async () => {
    problem.replaceChildren();
    if (!isSound(edit)) {
      return;
    }
    try {
      await replaceItem(place, id, edit.value, partitionKey, stored._etag);
      edit.saved();
      notify(`Saved ${id}.`);
      refresh();
    } catch (refusal) {
      await (refusal.status === 412 || refusal.status === 404 ? conflict().catch(show) : show(refusal));
    }
  };
  const show = (refusal) => problem.replaceChildren(failureBox(refusal));

  const remove = async () => {
    const done = await ask({
      title: "Delete the item?",
      content: h("p", null, h("strong", null, id), " is deleted immediately and permanently."),
      action: "Delete",
      danger: true,
      confirm: () => deleteItem(place, id, partitionKey, stored._etag),
    });
    if (done) {
      edit.saved();
      notify(`Deleted ${id}.`);
      location.assign(containerLink(place));
    }
  };

  const edit = editor({
    label: `Item ${id} as JSON`,
    language: "json",
    value: text,
    rows: rowsFor(text),
    submit: save,
    unsaved: true,
  });
  return [
    h("h2", { class: "item-id" }, id),
    ...[await life(place, id, partitionKey, signal)].flat(),
    edit.node,
    problem,
    h(
      "div",
      { class: "actions" },
      button("Save", save, { class: "primary" }),
      h("a", { class: "button quiet", href: containerLink(place) }, "All items"),
      button("Delete…", remove, { class: "danger" }),
    ),
    facts(stored, answer.text),
  ];
};

export const showItem = async (context) => {
  const { place, parameters, signal } = context;
  const definition = (await readContainer(place, signal)).partitionKey;
  const id = parameters.get("id");
  if (id === null) {
    return showNew(place, definition);
  }
  try {
    return await showStored(context, definition, id, JSON.parse(parameters.get("partitionKey") ?? "[]"));
  } catch (problem) {
    if (problem.status === 404) {
      return showGone(place, id);
    }
    throw problem;
  }
};
