import { z } from "zod";
import {
  type SearchGroup,
  type SearchHit,
  searchKinds,
} from "#features/content/site-search/site-search.rules.ts";
import { siteSearchCharacters } from "#features/site/site.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const HitWire = z.strictObject({
  title: z.string(),
  /** Address of its page, without the language. */
  href: z.string(),
  /** BCP 47 tag of the title: English where nobody has translated the text. */
  lang: z.string(),
});

export const searchSiteEndpoint = defineEndpoint({
  id: "searchSite",
  method: "GET",
  path: "/search",
  summary: "The first hits of each kind that the site has about a text",
  description:
    "In the language of `x-user-locale`. Services and countries are found by names, transliterations, codes and slugs, articles and " +
    "answers by their words; the last word may be unfinished. `isLoose`: no text has all of the words, those shown have some. " +
    "`near`: what is called nearly so, where nothing has all of it. The page /search shows all hits.",
  tag: "Content",
  access: "public",
  query: z.object({ q: z.string().trim().min(1).max(siteSearchCharacters) }),
  response: z.strictObject({
    groups: z.array(
      z.strictObject({
        kind: z.enum(searchKinds.map(({ kind }) => kind)),
        /** What the kind is called. */
        title: z.string(),
        total: z.number().int(),
        hits: z.array(HitWire),
      }),
    ),
    isLoose: z.boolean(),
    near: z.array(HitWire),
  }),
  errors: [],
  // Each is a question to the database: whoever types makes two or three a second.
  rates: [{ name: "search", perSecond: 10, burst: 200 }],
});

/** A hit as the window over the page gets it. */
export function toHitWire({ title, href, language }: SearchHit): z.infer<typeof HitWire> {
  return { title, href, lang: localeFacts[language].tag };
}

/** The hits of a kind with its name in the reader's language: pages carry no words of a window that few of their readers open. */
export function toGroupWire({ kind, total, hits }: SearchGroup, locale: Locale) {
  return {
    kind,
    title: translateMessage(locale, `content.search.kinds.${kind}`),
    total,
    hits: hits.map(toHitWire),
  };
}
