// Who has a key of the account may go on.

import { gateway } from "./client.js";
import { explained } from "./dialog.js";
import { field, h } from "./dom.js";
import { canSign, forget, isKey, remember } from "./session.js";

const wanted = () => `https://${location.host}/_explorer`;

const withoutCrypto = () =>
  h(
    "section",
    { class: "sign-in" },
    h("h1", null, "This page needs https"),
    h(
      "p",
      null,
      "Requests are signed with your key inside of the browser, and browsers offer the means for that (WebCrypto) only on https, or on localhost.",
    ),
    h("p", null, "The server speaks https on the same port: ", h("a", { href: wanted() }, wanted())),
    h(
      "p",
      { class: "hint" },
      "Its certificate is its own. Let your browser trust ",
      h("a", { href: "/_mayfly/certificate" }, "this certificate"),
      ", or accept the warning once.",
    ),
  );

const reason = (problem) => {
  if (problem.status === 401) {
    return "The server does not take this key.";
  }
  return problem.status === 403 ? `The server refuses: ${problem.message}` : explained(problem);
};

/** @param enter called when a key was accepted */
export const showSignIn = (enter) => {
  if (!canSign()) {
    return withoutCrypto();
  }
  const input = h("input", { type: "password", autocomplete: "off", spellcheck: "false", required: true });
  const problem = h("p", { class: "fault", role: "alert" });
  const submit = h("button", { type: "submit", class: "primary" }, "Sign in");
  const form = h(
    "form",
    null,
    field(
      "Account key",
      input,
      "Kept for this tab only, until you sign out or close it. It never leaves for anywhere but this server.",
    ),
    problem,
    submit,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (!isKey(key)) {
      problem.textContent = "A key is base64 of at least 32 bytes, as the server prints it or as it was set.";
      input.focus();
      return;
    }
    submit.disabled = true;
    problem.textContent = "";
    remember(key);
    try {
      await gateway("GET", []);
    } catch (refusal) {
      forget();
      problem.textContent = reason(refusal);
      input.focus();
      return;
    } finally {
      submit.disabled = false;
    }
    enter();
  });
  return h(
    "section",
    { class: "sign-in" },
    h("h1", null, "Mayfly explorer"),
    h("p", { class: "lead" }, "Look at what this database holds, ask it questions, and see when things end."),
    form,
  );
};
