// Sign-in with an account key.

import { gateway } from "./client.js";
import { explained } from "./dialog.js";
import { field, h } from "./dom.js";
import { canSign, forget, isKey, remember } from "./session.js";

const wanted = () => `https://${location.host}/_explorer`;

const withoutCrypto = () =>
  h(
    "section",
    { class: "sign-in" },
    h("h1", null, "This page requires HTTPS"),
    h(
      "p",
      null,
      "The explorer signs requests with your key in the browser. Browsers provide the API for that (WebCrypto) only on HTTPS or on localhost.",
    ),
    h("p", null, "The server supports HTTPS on the same port: ", h("a", { href: wanted() }, wanted())),
    h(
      "p",
      { class: "hint" },
      "Its certificate is self-signed. Trust ",
      h("a", { href: "/_mayfly/certificate" }, "this certificate"),
      " in your browser, or accept the warning once.",
    ),
  );

const reason = (problem) => {
  if (problem.status === 401) {
    return "The server does not accept this key.";
  }
  return problem.status === 403 ? `The server refuses access: ${problem.message}` : explained(problem);
};

/** @param enter called after a key was accepted */
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
      "Kept in this tab until you sign out or close it, and sent to this server only.",
    ),
    problem,
    submit,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (!isKey(key)) {
      problem.textContent = "A key is at least 32 bytes in base64. The server prints it at startup unless you have set one.";
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
    h("p", { class: "lead" }, "Browse items, run SQL queries, and see what expires when."),
    form,
  );
};
