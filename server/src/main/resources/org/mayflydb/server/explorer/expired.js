// What has expired and is still stored: to be looked at, brought back, or deleted now.

import { containerAdmin, events } from "./client.js";
import { ask, failureBox, notify } from "./dialog.js";
import { button, field, h, table } from "./dom.js";
import { brief, count, duration, moment } from "./format.js";
import { now } from "./clock.js";
import { keyText, partitionKeyOf } from "./resources.js";

const PAGE_ITEMS = 25;

const restore = async (place, item, partitionKey) => {
  const ttl = h("input", { type: "number", min: "-1", step: "1", inputmode: "numeric" });
  return ask({
    title: `Bring ${item.id} back?`,
    content: [
      h("p", null, "It is written again, now, and lives from this moment on."),
      field("ttl, in seconds", ttl, "Leave it empty to inherit the default of the container; -1 is for ever."),
    ],
    action: "Bring it back",
    confirm: () =>
      containerAdmin(
        place,
        "restore",
        {},
        { verb: "POST", body: { id: item.id, partitionKey, ...(ttl.value === "" ? {} : { ttl: Number(ttl.value) }) } },
      ),
  });
};

export const expiredSection = async (place, definition, signal) => {
  const list = h("div");

  const columns = [
    { title: "Id", cell: ({ item }) => brief(item.id, 60) },
    { title: definition.paths.join(", "), cell: ({ item }) => keyText(partitionKeyOf(item, definition)) },
    { title: "Content", kind: "preview", cell: ({ item }) => h("code", null, brief(item, 120)) },
    {
      title: "Expired, UTC",
      kind: "time",
      cell: ({ deadline }) => h("time", { title: `${duration(now() - deadline)} ago` }, moment(deadline)),
    },
    {
      title: "",
      cell: ({ item }) =>
        button("Bring back…", async () => {
          if (await restore(place, item, partitionKeyOf(item, definition))) {
            notify(`Brought ${item.id} back.`);
            events.dispatchEvent(new CustomEvent("clock"));
          }
        }),
    },
  ];

  const load = async (continuation) => {
    try {
      const page = await containerAdmin(
        place,
        "expired",
        { max: PAGE_ITEMS, ...(continuation ? { continuation } : {}) },
        { signal },
      );
      list.replaceChildren(
        page.items.length
          ? table("Expired items", columns, page.items)
          : h("p", { class: "empty" }, "Nothing that has expired is still stored."),
        page.continuation
          ? h(
              "div",
              { class: "pager" },
              button("Next", () => load(page.continuation)),
            )
          : "",
      );
    } catch (problem) {
      if (!signal.aborted) {
        list.replaceChildren(failureBox(problem, () => load(continuation)));
      }
    }
  };

  const purge = async () => {
    let purged = null;
    const done = await ask({
      title: "Purge now?",
      content: h(
        "p",
        null,
        "Everything that has expired in this container is deleted for good, without waiting for a quiet moment. Nobody can read it any more anyway, but it cannot be brought back afterwards.",
      ),
      action: "Purge now",
      danger: true,
      confirm: async () => {
        purged = await containerAdmin(place, "purge", {}, { verb: "POST", body: {} });
      },
    });
    if (done) {
      notify(`Purged ${count(purged.purgedItems, "item")}.`);
      events.dispatchEvent(new CustomEvent("clock"));
    }
  };

  await load(null);
  return h(
    "section",
    null,
    h(
      "div",
      { class: "section-head" },
      h("h2", null, "Expired, and still stored"),
      button("Purge now…", purge, { class: "danger" }),
    ),
    list,
  );
};
