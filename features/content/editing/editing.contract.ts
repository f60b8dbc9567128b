import { z } from "zod";
import {
  addressCharacters,
  editedKinds,
  editHref,
  previewHref,
  type ShownText,
} from "#features/content/editing/editing.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const ShownWire = z.strictObject({
  kind: z.enum(editedKinds),
  /** Where it is edited. */
  edit: z.strictObject({ href: z.string(), text: z.string() }),
  /** Where it is looked at as it was saved last, if that is not published yet. */
  draft: z.strictObject({ href: z.string(), text: z.string() }).nullable(),
  /** Said where what is shown is a draft itself. */
  note: z.string().nullable(),
  /** The other words of the bar: pages carry none of them. */
  words: z.strictObject({
    title: z.string(),
    age: z.string(),
    notKept: z.string(),
    clear: z.string(),
    cleared: z.string(),
  }),
});

export const getShownTextEndpoint = defineEndpoint({
  id: "getShownText",
  method: "GET",
  path: "/content/shown",
  tag: "Content",
  summary: "What of the editors' a page of the site shows, for an editor",
  description:
    "`path` is the page's address with its language. `shown` is null where nothing is that editors write. For everybody else there is " +
    "no such call.",
  access: "session",
  query: z.object({ path: z.string().min(1).max(addressCharacters) }),
  response: z.strictObject({ shown: ShownWire.nullable() }),
  errors: [apiErrors.NOT_FOUND],
});

export const clearKeptPagesEndpoint = defineEndpoint({
  id: "clearKeptPages",
  method: "POST",
  path: "/content/clear",
  tag: "Content",
  summary: "Have the pages that show one kind of the editors' texts made anew",
  description: "Recorded in the journal of the staff. For everybody but editors there is no such call.",
  access: "session",
  keyed: true,
  body: z.strictObject({ kind: z.enum(editedKinds) }),
  response: z.strictObject({ status: z.literal("cleared") }),
  errors: [apiErrors.NOT_FOUND],
  // Each has dozens of pages made anew.
  rates: [{ name: "clear-pages", perSecond: 0.1, burst: 5 }],
});

/** What is shown, as the bar gets it: in the words of the language that one reads. */
export function toShownWire(shown: ShownText, locale: Locale): z.infer<typeof ShownWire> {
  const say = (key: string) => translateMessage(locale, `content.editing.${key}`);
  const draft = previewHref(shown, locale);
  const what = shown.id === null ? "list" : "one";
  return {
    kind: shown.kind,
    edit: { href: editHref(shown, locale), text: say(`edit.${what}`) },
    draft: draft === null ? null : { href: draft, text: say("draft") },
    note: shown.isDraft ? say("isDraft") : null,
    words: {
      title: say("title"),
      age: say("age"),
      notKept: say("notKept"),
      clear: say("clear"),
      cleared: say("cleared"),
    },
  };
}
