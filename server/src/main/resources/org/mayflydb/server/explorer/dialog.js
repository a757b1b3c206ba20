// Modal dialogs, and short notices in the corner.

import { button, field, h, newId } from "./dom.js";
import { RequestFailure } from "./client.js";

const NOTICE_MILLIS = 6000;

/** Shows a short notice, which screen readers announce. */
export const notify = (text, kind = "done") => {
  const note = h("p", { class: `notice notice-${kind}` }, text);
  document.getElementById("notices").append(note);
  setTimeout(() => note.remove(), NOTICE_MILLIS);
};

/** An error as people read it. */
export const explained = (problem) => {
  if (!(problem instanceof RequestFailure)) {
    return String(problem?.message ?? problem);
  }
  if (problem.status === 429) {
    const wait = problem.retryMillis > 1000 ? `in ${Math.ceil(problem.retryMillis / 1000)} seconds` : "shortly";
    return `Too many requests: the container has used up its request units, or the server is busy. Try again ${wait}.`;
  }
  return problem.message;
};

/** An error box, with a button to try again if `retry` is given. */
export const failureBox = (problem, retry) =>
  h(
    "div",
    { class: "box box-failure", role: "alert" },
    h(
      "p",
      null,
      h("strong", null, problem.status ? `${problem.status} ${problem.code}` : "No response"),
      " ",
      explained(problem),
    ),
    problem.activityId ? h("p", { class: "hint" }, `Activity ${problem.activityId}`) : null,
    retry ? button("Try again", retry) : null,
  );

/**
 * A dialog with a form. `confirm()` runs the action; if it throws, the dialog shows the error and stays open. Resolves to
 * true once the action is done, to false if the dialog is closed before.
 */
export const ask = ({ title, content, action, confirm, danger = false, wide = false, ready }) =>
  new Promise((resolve) => {
    const titleId = newId("title");
    const problemPlace = h("div", { class: "dialog-problem" });
    const submit = h("button", { type: "submit", class: danger ? "primary danger" : "primary" }, action ?? "OK");
    const form = h(
      "form",
      { method: "dialog", novalidate: true },
      h("h2", { id: titleId }, title),
      content,
      problemPlace,
      h(
        "div",
        { class: "dialog-actions" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, action ? "Cancel" : "Close"),
        action ? submit : null,
      ),
    );
    const dialog = h("dialog", { class: wide ? "wide" : null, "aria-labelledby": titleId }, form);
    let done = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (submit.disabled) {
        return;
      }
      submit.disabled = true;
      problemPlace.replaceChildren();
      try {
        await confirm?.();
        done = true;
        dialog.close();
      } catch (problem) {
        problemPlace.replaceChildren(failureBox(problem));
      } finally {
        submit.disabled = false;
        ready?.(submit);
      }
    });
    // Going back or following a link closes the dialog.
    const leave = () => dialog.close();
    addEventListener("hashchange", leave);
    dialog.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      dialog.remove();
      resolve(done);
    });
    document.body.append(dialog);
    ready?.(submit);
    dialog.showModal();
  });

/** Asks to type the name of what is to be deleted, so that it cannot happen by accident. */
export const askTyped = ({ title, text, name, action, confirm }) => {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  return ask({
    title,
    content: [h("p", null, text), field(["Type ", h("code", null, name), " to confirm"], input)],
    action,
    danger: true,
    confirm,
    ready: (submit) => {
      const update = () => {
        submit.disabled = input.value !== name;
      };
      input.oninput = update;
      update();
    },
  });
};
