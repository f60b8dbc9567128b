import compile from "icu-minify/compile";
import formatParsed from "use-intl/format-message/format-only";

const parsed = new Map<string, ReturnType<typeof compile>>();

type Format = typeof formatParsed;

/** next-intl's formatter of the pages, for tests that hand texts in as they are written. */
export default function formatWritten(
  ...[key, message, values, options]: Parameters<Format>
): ReturnType<Format> {
  if (typeof message !== "string") return formatParsed(key, message, values, options);
  const text = parsed.get(message) ?? compile(message);
  parsed.set(message, text);
  return formatParsed(key, text, values, options);
}

formatWritten.raw = false;
