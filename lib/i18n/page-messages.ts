import compile from "icu-minify/compile";
import type { Messages } from "#lib/i18n/messages.ts";

const parsed = new WeakMap<Messages, Messages>();

/** Plain objects alone go from the server to the browser's part of a page; those of the parser have no prototype. */
function parse(text: string): string {
  return JSON.parse(JSON.stringify(compile(text)));
}

/**
 * Texts as pages hold them: parsed, so that no browser carries a parser of ICU messages. In pages, next-intl formats these and
 * nothing else (`next.config.ts`); its types do not know of it, hence the type of the texts as they are written.
 */
export function toPageMessages(messages: Messages): Messages {
  const known = parsed.get(messages);
  if (known) return known;
  const page = Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      typeof text === "string" ? parse(text) : toPageMessages(text),
    ]),
  );
  parsed.set(messages, page);
  return page;
}
