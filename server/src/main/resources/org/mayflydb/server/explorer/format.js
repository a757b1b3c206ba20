// Numbers, times and durations as people read them.

const NUMBER = new Intl.NumberFormat("en-US");
const UNITS = [
  ["year", 31_536_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const SHORT = { year: "y", day: "d", hour: "h", minute: "min", second: "s" };

export const number = (value) => NUMBER.format(value);

export const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

export const bytes = (value) => {
  let size = value;
  for (const unit of ["bytes", "KB", "MB", "GB"]) {
    if (size < 1024 || unit === "GB") {
      return `${unit === "bytes" ? number(size) : size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
    }
    size /= 1024;
  }
  return "";
};

const parts = (seconds, most) => {
  const found = [];
  let rest = Math.abs(Math.trunc(seconds));
  for (const [unit, length] of UNITS) {
    const whole = Math.floor(rest / length);
    if (whole > 0 && found.length < most) {
      found.push([whole, unit]);
      rest -= whole * length;
    } else if (found.length > 0) {
      break;
    }
  }
  return found.length ? found : [[0, "second"]];
};

/** "90 days", "1 hour 30 minutes": the two largest units. */
export const duration = (seconds) =>
  parts(seconds, 2)
    .map(([whole, unit]) => count(whole, unit))
    .join(" ");

/** "90 d", "1 h 30 min". */
export const shortDuration = (seconds) =>
  parts(seconds, 2)
    .map(([whole, unit]) => `${number(whole)} ${SHORT[unit]}`)
    .join(" ");

/** "10 y", "30 d", "12 h": rounded to one unit, for axes. */
export const roughDuration = (seconds) => {
  const [unit, length] = UNITS.find(([, unitLength]) => seconds >= unitLength) ?? UNITS[UNITS.length - 1];
  return `${number(Math.round(seconds / length))} ${SHORT[unit]}`;
};

/** The largest unit in which this is a whole number. */
export const wholeUnit = (seconds) =>
  UNITS.find(([unit, length]) => unit !== "year" && seconds % length === 0) ?? ["second", 1];

/** A second since 1970 as date and time in UTC. */
export const moment = (second) => {
  const date = new Date(second * 1000);
  return Number.isNaN(date.getTime()) ? `second ${number(second)}` : date.toISOString().slice(0, 19).replace("T", " ");
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The label of a tick on a time axis in UTC, as fine as the distance between bars needs it. */
export const tick = (second, stepSeconds) => {
  const date = new Date(second * 1000);
  if (stepSeconds < 86_400) {
    return date.toISOString().slice(11, 16);
  }
  const month = MONTHS[date.getUTCMonth()];
  return stepSeconds < 604_800 ? `${date.getUTCDate()} ${month}` : `${month} ${date.getUTCFullYear()}`;
};

/** One line of at most so many characters. */
export const brief = (value, charactersMax = 120) => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
};
