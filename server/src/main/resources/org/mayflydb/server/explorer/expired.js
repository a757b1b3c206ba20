// Items that have expired and are still stored: shows, restores and purges them.

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
    title: `Restore ${item.id}?`,
    content: [
      h("p", null, "The item is written again, and its TTL starts now."),
      field("ttl in seconds", ttl, "Leave empty to use the container's default; -1 means that it never expires."),
    ],
    action: "Restore",
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
    { title: "ID", cell: ({ item }) => brief(item.id, 60) },
    { title: definition.paths.join(", "), cell: ({ item }) => keyText(partitionKeyOf(item, definition)) },
    { title: "Content", kind: "preview", cell: ({ item }) => h("code", null, brief(item, 120)) },
    {
      title: "Expired (UTC)",
      kind: "time",
      cell: ({ deadline }) => h("time", { title: `${duration(now() - deadline)} ago` }, moment(deadline)),
    },
    {
      title: "",
      cell: ({ item }) =>
        button("Restore…", async () => {
          if (await restore(place, item, partitionKeyOf(item, definition))) {
            notify(`Restored ${item.id}.`);
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
          : h("p", { class: "empty" }, "No expired items are waiting for the purge."),
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
    const lag = await containerAdmin(place, "lag").catch(() => null);
    if (lag?.complete && lag.backlogItems === 0) {
      notify("No expired items are waiting for the purge.");
      return;
    }
    const waiting = lag ? `${lag.complete ? "" : "at least "}${count(lag.backlogItems, "item")}` : "all items";
    let purged = null;
    const done = await ask({
      title: "Purge now?",
      content: h(
        "p",
        null,
        `This permanently deletes ${waiting} that ${lag?.backlogItems === 1 ? "has" : "have"} expired in this container. Clients can no longer read them, but until they are purged you can still restore them.`,
      ),
      action: `Purge ${waiting}`,
      danger: true,
      confirm: async () => {
        purged = await containerAdmin(place, "purge", {}, { verb: "POST", body: {} });
      },
    });
    if (done) {
      notify(
        purged.paused
          ? "Nothing was purged: purging is paused because the machine's clock jumped ahead."
          : `Purged ${count(purged.purgedItems, "item")}.`,
      );
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
      h("h2", null, "Expired items, not yet purged"),
      button("Purge now…", purge, { class: "danger" }),
    ),
    list,
  );
};
