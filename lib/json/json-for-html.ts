/** Signs that end a script, begin a comment, or end a line of a script. */
const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A value as JSON that may stand inside of a script element: nothing in it can end the element. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? sign);
}
