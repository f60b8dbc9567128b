/**
 * What an agent is asked; an upstream's getPrices, getNumberV2 (and what became of it) and setStatus go by the first three names. A closed
 * list, too.
 */
export const exchangeActions = [
  "GET_SERVICES",
  "GET_NUMBER",
  "FINISH_ACTIVATION",
  "GET_STATUS",
  "GET_BALANCE",
] as const;
export type ExchangeAction = (typeof exchangeActions)[number];

/** Why an answer was not used. A closed list: it is a label of `/metrics`. */
export const unusableReasons = [
  "forbidden-address",
  "unreachable",
  "slow",
  "hang-up",
  "redirect",
  "http-status",
  "too-large",
  "bad-encoding",
  "not-json",
  "wrong-shape",
  "refused",
  "wrong-number",
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

export const exchangeLimits = {
  /** Characters of an answer that are kept. */
  answerCharacters: 8_192,
  requestCharacters: 4_096,
  detailCharacters: 200,
  /** Raw exchanges kept per supplier and hour; further ones are only counted. */
  perHour: 30,
  /** Days after which an exchange is forgotten. */
  days: 7,
} as const;

/** Stands where a key was. */
export const BLANK = "[key]";

/** A text without a supplier's key, in the spellings in which servers repeat what they were sent. */
export function blankKey(text: string, key: string): string {
  // None of ours is that short; blanking it would leave nothing of a text.
  if (key.length < 4) return text;
  const spellings = spellingsOf(key).map((spelling) => spelling.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`));
  return text.replace(new RegExp(spellings.join("|"), "gi"), BLANK);
}

/** Characters of the longest spelling of a key: as much may be left of one that was cut off. */
export function longestSpelling(key: string): number {
  return Math.max(0, ...spellingsOf(key).map(({ length }) => length));
}

function spellingsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const asJson = JSON.stringify(key).slice(1, -1);
  const asHtml = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const spellings = [
    ...[key, asJson, asJson.replaceAll("/", "\\/"), asHtml, encodeURIComponent(key)],
    ...[bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), bytes.toString("hex")],
  ];
  // The longest first: a shorter one may be part of it.
  return [...new Set(spellings)].toSorted((a, b) => b.length - a.length);
}

/**
 * A stranger's text that harms no screen, terminal or database: control and formatting characters (a NUL, an escape sequence, a change
 * of direction) are U+FFFD; line breaks and tabs stay.
 */
export function harmless(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, "\u{fffd}")
    .toWellFormed();
}

/** The beginning of a text, at most `characters` long, with "…" where something was left out. */
export function cutTo(characters: number, text: string): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1).toWellFormed()}…`;
}
