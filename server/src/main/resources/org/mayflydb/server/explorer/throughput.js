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
      notify(`Throughput of ${owner}: ${number(Number(input.value))} request units a second.`);
      refresh();
    } catch (refusal) {
      problem.replaceChildren(failureBox(refusal));
    }
  };
  return section(
    h(
      "p",
      null,
      settings ? "Autoscale, up to the number below." : "Provisioned, a fixed number.",
      ` It belongs to ${owner}.`,
    ),
    pending ? h("p", { class: "box" }, "Partitions are being split for the throughput that was asked for last.") : null,
    field(
      "Request units a second",
      input,
      `At least ${number(unitsMin)}. Beyond 10,000 a second for each physical partition, partitions are split.`,
    ),
    problem,
    h("div", { class: "actions" }, button("Change the throughput", apply)),
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
      ? offerForm(shared, `the database ${place.database}, whose containers share it`, refresh)
      : section(h("p", null, "None is provisioned."));
  } catch (problem) {
    // A serverless account answers so: what is used is counted, and nothing is provisioned.
    if (problem.status === 400) {
      return section(h("p", null, problem.message));
    }
    throw problem;
  }
};
