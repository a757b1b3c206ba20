// Questions in front of the page, and short notices at its edge.

import { button, field, h, newId } from "./dom.js";
import { RequestFailure } from "./client.js";

const NOTICE_MILLIS = 6000;

/** Tells something in passing; read out by screen readers. */
export const notify = (text, kind = "done") => {
  const note = h("p", { class: `notice notice-${kind}` }, text);
  document.getElementById("notices").append(note);
  setTimeout(() => note.remove(), NOTICE_MILLIS);
};

/** What went wrong, in words for people. */
export const explained = (problem) => {
  if (!(problem instanceof RequestFailure)) {
    return String(problem?.message ?? problem);
  }
  if (problem.status === 429) {
    const wait = problem.retryMillis > 1000 ? `${Math.ceil(problem.retryMillis / 1000)} seconds` : "a moment";
    return `Too many requests: the container has no request units left for now, or the server is busy. Try again in ${wait}.`;
  }
  return problem.message;
};

/** A box that says what failed, with a way to try again. */
export const failureBox = (problem, retry) =>
  h(
    "div",
    { class: "box box-failure", role: "alert" },
    h(
      "p",
      null,
      h("strong", null, problem.status ? `${problem.status} ${problem.code}` : "No answer"),
      " ",
      explained(problem),
    ),
    problem.activityId ? h("p", { class: "hint" }, `Activity ${problem.activityId}`) : null,
    retry ? button("Try again", retry) : null,
  );

/**
 * A dialog with a form. `content` is nodes, `confirm(close)` does it and may throw, which is shown inside. Resolves to true when done,
 * to false when it was left.
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
    // Who goes back, or follows a link, has left the question too.
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

/** Asks for the name of what is to be deleted, so that nobody deletes it in passing. */
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
