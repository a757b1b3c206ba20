// The account key. It is kept in this tab only.

const ENTRY = "mayfly-key";

/** What the page knows about the server and the key since signing in. */
export const session = { mayWrite: true, clock: null };

export const key = () => sessionStorage.getItem(ENTRY);

export const remember = (text) => sessionStorage.setItem(ENTRY, text);

export const forget = () => {
  sessionStorage.removeItem(ENTRY);
  session.mayWrite = true;
  session.clock = null;
};

/** Browsers provide WebCrypto, which signs requests, on secure origins only. */
export const canSign = () => globalThis.isSecureContext && Boolean(globalThis.crypto?.subtle);

const HMAC = { name: "HMAC", hash: "SHA-256" };
let imported = { text: null, key: null };

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const cryptoKey = async (text) => {
  if (imported.text !== text) {
    imported = { text, key: crypto.subtle.importKey("raw", bytesOf(text), HMAC, false, ["sign"]) };
  }
  return imported.key;
};

/** Returns true if the text can be a key. */
export const isKey = (text) => {
  try {
    return bytesOf(text).length >= 32;
  } catch {
    return false;
  }
};

/** The headers that authenticate a request; `segments` of the path are not encoded. */
export const signature = async (verb, segments) => {
  const isList = segments.length % 2 === 1;
  const type = segments.length === 0 ? "" : segments[segments.length - (isList ? 1 : 2)];
  const names = isList ? segments.slice(0, -1) : segments;
  // Offers have no name, only a resource ID, which is signed alone and in lower case.
  const link = type === "offers" && !isList ? names[1].toLowerCase() : names.join("/");
  const date = new Date().toUTCString();
  const text = `${verb.toLowerCase()}\n${type}\n${link}\n${date.toLowerCase()}\n\n`;
  const signed = await crypto.subtle.sign("HMAC", await cryptoKey(key()), new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return { authorization: encodeURIComponent(`type=master&ver=1.0&sig=${base64}`), "x-ms-date": date };
};
