// The request units that a container may spend in a second.

import { gateway } from "./client.js";
import { failureBox, notify } from "./dialog.js";
import { button, field, h } from "./dom.js";
import { number } from "./format.js";
import { offerOf, replaceOffer } from "./resources.js";

const section = (...content) => h("section", null, h("h2", null, "Throughput"), content);

const changed = (offer, units, autoscale) => ({
  ...offer,
  content: autoscale ? { offerAutopilotSettings: { maxThroughput: units } } : { offerThroughput: units },
});

const offerForm = ({ offer, unitsMin, pending }, owner, refresh) => {
  const settings = offer.content.offerAutopilotSettings;
  const present = settings?.maxThroughput ?? offer.content.offerThroughput;
  const problem = h("div");
  const input = h("input", {
    type: "number",
    value: String(present),
    min: String(unitsMin),
    step: settings ? "1000" : "100",
    inputmode: "numeric",
  });
  const apply = async () => {
    problem.replaceChildren();
    try {
      await replaceOffer(changed(offer, Number(input.value), Boolean(settings)));
      notify(`Changed the throughput of ${owner} to ${number(Number(input.value))} RU/s.`);
      refresh();
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  return section(
    h(
      "p",
      null,
      settings ? "Autoscale, up to the maximum below." : "Provisioned at a fixed rate.",
      ` It applies to ${owner}.`,
    ),
    pending ? h("p", { class: "box" }, "Partitions are being split for the requested throughput.") : null,
    field(
      "Request units per second (RU/s)",
      input,
      `At least ${number(unitsMin)}. More than 10,000 RU/s for each physical partition splits partitions.`,
    ),
    problem,
    h("div", { class: "actions" }, button("Change throughput", apply)),
  );
};

export const throughputSection = async (place, properties, refresh, signal) => {
  try {
    const own = await offerOf(properties._rid, signal);
    if (own) {
      return offerForm(own, "this container", refresh);
    }
    const database = (await gateway("GET", ["dbs", place.database], { signal })).json;
    const shared = await offerOf(database._rid, signal);
    return shared
      ? offerForm(shared, `the database ${place.database} and is shared by its containers`, refresh)
      : section(h("p", null, "No throughput is provisioned."));
  } catch (problem) {
    // A serverless account has no provisioned throughput, and returns 400.
    if (problem.status === 400) {
      return section(h("p", null, problem.message));
    }
    throw problem;
  }
};
