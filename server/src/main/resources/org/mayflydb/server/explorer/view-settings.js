// The settings of a container: TTL, indexing policy, throughput, keys.

import { askToDeleteContainer } from "./create.js";
import { failureBox, notify } from "./dialog.js";
import { button, h } from "./dom.js";
import { editor } from "./editor.js";
import { faultOf, formatted } from "./json-text.js";
import { readContainer, replaceContainer } from "./resources.js";
import { throughputSection } from "./throughput.js";
import { ttlChoice, ttlSentence } from "./ttl-choice.js";
import { reviewTtlChange } from "./what-if.js";

const ttlSection = (place, properties, refresh) => {
  const problem = h("div");
  const choice = ttlChoice(properties.defaultTtl ?? null, "unseen");
  const apply = async () => {
    problem.replaceChildren();
    try {
      const seconds = choice.read();
      if (await reviewTtlChange(place, properties, seconds)) {
        notify(`Changed the TTL. ${ttlSentence(seconds)}`);
        refresh();
      }
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  return h(
    "section",
    null,
    h("h2", null, "TTL"),
    choice.node,
    problem,
    h(
      "div",
      { class: "actions" },
      button("Review the change…", apply, { class: "primary" }),
      h("span", { class: "hint" }, "Shows what would expire before anything changes."),
    ),
  );
};

const indexSection = (place, properties, refresh) => {
  const problem = h("div");
  const apply = async () => {
    problem.replaceChildren();
    const fault = faultOf(edit.value);
    if (fault) {
      edit.fault({ start: fault.offset, message: `Line ${fault.line}, column ${fault.column}: ${fault.message}` });
      edit.pointAt(fault.offset);
      return;
    }
    try {
      await replaceContainer(place, { ...properties, indexingPolicy: JSON.parse(edit.value) });
      edit.saved();
      notify("Changed the indexing policy. The index is rebuilt in the background.");
      refresh();
    } catch (refusal) {
      problem.replaceChildren(
        refusal.status === 412
          ? failureBox(new Error("Someone else has changed the container in the meantime."), refresh)
          : failureBox(refusal),
      );
    }
  };
  const edit = editor({
    label: "Indexing policy as JSON",
    language: "json",
    value: formatted(JSON.stringify(properties.indexingPolicy)),
    rows: 12,
    submit: apply,
    unsaved: true,
  });
  return h(
    "section",
    null,
    h("h2", null, "Indexing policy"),
    edit.node,
    problem,
    h("div", { class: "actions" }, button("Save indexing policy", apply)),
  );
};

const keySection = (properties) => {
  const unique = properties.uniqueKeyPolicy?.uniqueKeys ?? [];
  const rows = [
    ["Partition key", properties.partitionKey.paths.map((path) => h("code", null, path))],
    ["Kind", `${properties.partitionKey.kind}, version ${properties.partitionKey.version ?? 1}`],
    ["Unique keys", unique.length ? unique.map((key) => h("code", null, key.paths.join(", "))) : "none"],
    ["Resource ID", h("code", null, properties._rid)],
  ];
  return h(
    "section",
    null,
    h("h2", null, "Keys"),
    h(
      "dl",
      { class: "facts" },
      rows.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
    ),
    h("p", { class: "hint" }, "Keys are set when a container is created and cannot be changed."),
  );
};

export const showSettings = async ({ place, signal, refresh }) => {
  const properties = await readContainer(place, signal);
  return [
    ttlSection(place, properties, refresh),
    indexSection(place, properties, refresh),
    await throughputSection(place, properties, refresh, signal),
    keySection(properties),
    h(
      "section",
      { class: "danger-zone" },
      h("h2", null, "Delete"),
      h("p", null, "Deletes the container and all of its items."),
      button("Delete this container…", () => askToDeleteContainer(place), { class: "danger" }),
    ),
  ];
};
