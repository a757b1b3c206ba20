// Addresses within the page, in the fragment of the URL, so that links, reload and back work.

const part = encodeURIComponent;

const withParameters = (path, parameters) => {
  const text = new URLSearchParams(parameters).toString();
  return text ? `${path}?${text}` : path;
};

export const databaseLink = (database) => `#/d/${part(database)}`;

/** @param tab `items`, `query`, `time` or `settings` */
export const containerLink = ({ database, container }, tab = "items", parameters = {}) =>
  withParameters(`#/d/${part(database)}/c/${part(container)}/${tab}`, parameters);

export const itemLink = (place, id, partitionKey) =>
  containerLink(place, "item", { id, partitionKey: JSON.stringify(partitionKey) });

/** The parts of an address: `{path: [decoded segments], parameters}`; null if it is malformed. */
export const readLink = (hash) => {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  try {
    return { path: path.split("/").filter(Boolean).map(decodeURIComponent), parameters: new URLSearchParams(query) };
  } catch {
    return null;
  }
};
