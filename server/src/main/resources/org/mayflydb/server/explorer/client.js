// Requests to the gateway, signed as any client signs them, and to the admin API.

import { key, signature } from "./session.js";

const VERSION = "2020-07-15";
const ATTEMPTS_MAX = 4;
const WAIT_MILLIS_MAX = 2000;

/** Fires `offline`, `online`, `waiting` and `refused`. */
export const events = new EventTarget();

const tell = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));

/** A failed request. Status 0 means that there was no response. */
export class RequestFailure extends Error {
  constructor(status, message, answer = {}) {
    super(message);
    this.status = status;
    this.code = answer.code ?? "";
    this.subStatus = answer.subStatus ?? 0;
    this.errors = answer.errors ?? [];
    this.activityId = answer.activityId ?? "";
    this.retryMillis = answer.retryMillis ?? 0;
  }
}

// The gateway wraps messages as Azure Cosmos DB does: "Message: {json}\r\nActivityId: …".
const unwrap = (message) => {
  const [, inner, activityId] = /^Message: (\{.*\})\r?\nActivityId: (\S+)/s.exec(message) ?? [];
  if (!inner) {
    return { text: message, errors: [], activityId: "" };
  }
  const json = JSON.parse(inner);
  const errors = json.errors ?? [];
  const texts = errors.length ? errors.map((error) => error.message) : (json.Errors ?? []);
  return { text: texts.join("\n"), errors, activityId };
};

const failure = async (response) => {
  const text = await response.text();
  const subStatus = Number(response.headers.get("x-ms-substatus") ?? 0);
  const retryMillis = Number(response.headers.get("x-ms-retry-after-ms") ?? 0);
  try {
    const { code, message } = JSON.parse(text);
    const { text: inner, errors, activityId } = unwrap(message);
    return new RequestFailure(response.status, inner, { code, subStatus, errors, activityId, retryMillis });
  } catch {
    return new RequestFailure(response.status, text.trim() || `The server returned ${response.status}.`, { subStatus });
  }
};

const attempt = async (path, request) => {
  let response;
  try {
    response = await fetch(path, { ...request, cache: "no-store", redirect: "error" });
  } catch (problem) {
    if (problem.name === "AbortError") {
      throw problem;
    }
    tell("offline");
    throw new RequestFailure(0, "The server does not respond.");
  }
  tell("online");
  return response;
};

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

const send = async (path, makeRequest) => {
  for (let tries = 1; ; tries++) {
    const response = await attempt(path, await makeRequest());
    if (response.ok || response.status === 304) {
      return response;
    }
    const millis = Number(response.headers.get("x-ms-retry-after-ms") ?? 100);
    // A longer wait is left to the user.
    if (response.status !== 429 || tries === ATTEMPTS_MAX || millis > WAIT_MILLIS_MAX) {
      throw await failure(response);
    }
    tell("waiting", millis);
    await pause(Math.max(millis, 50));
  }
};

const pathOf = (segments) => `/${segments.map(encodeURIComponent).join("/")}`;

/** Sends a request to the gateway. Returns `{text, json, header(name)}`; `json` is parsed on access. */
export const gateway = async (verb, segments, { body, headers = {}, signal } = {}) => {
  const makeRequest = async () => ({
    method: verb,
    signal,
    body,
    headers: { "x-ms-version": VERSION, accept: "application/json", ...(await signature(verb, segments)), ...headers },
  });
  const response = await send(pathOf(segments), makeRequest).catch((problem) => {
    if (problem.status === 401) {
      tell("refused", problem);
    }
    throw problem;
  });
  const text = await response.text();
  return {
    text,
    status: response.status,
    header: (name) => response.headers.get(name),
    get json() {
      return JSON.parse(text);
    },
  };
};

/** Sends a request to the admin API and returns its JSON. `path` follows `/_mayfly/` and is encoded. */
export const admin = async (path, { verb = "GET", body, signal } = {}) => {
  const response = await send(`/_mayfly/${path}`, async () => ({
    method: verb,
    signal,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${key()}`, accept: "application/json" },
  }));
  return response.json();
};

/** The admin API of a container. */
export const containerAdmin = (place, command, parameters = {}, options = {}) => {
  const query = new URLSearchParams(parameters).toString();
  const base = `databases/${encodeURIComponent(place.database)}/containers/${encodeURIComponent(place.container)}`;
  return admin(`${base}/${command}${query ? `?${query}` : ""}`, options);
};

/** Returns true if the server responds; never throws. */
export const isAlive = async () => {
  try {
    return (await fetch("/alive", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
};
