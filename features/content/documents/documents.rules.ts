import { documentFiles } from "#features/content/documents/data/documents.gen.ts";
import { AB_FLAG_SECONDS, abFlags, cookies, wireName } from "#lib/cookies.ts";
import { foreignCookies } from "#lib/foreign-cookies.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The documents people agree to. */
export const documents = {
  publicOffer: { path: "/public-offer" },
  privacyPolicy: { path: "/privacy-policy" },
} as const;
export type DocumentKey = keyof typeof documents;

/** The day the texts were changed last; change it with them. */
export const documentsDay = "2026-12-01";

/** One part of a document: paragraphs, and a list that belongs to the last of them. */
export type Section = {
  readonly title: string;
  readonly text: readonly string[];
  readonly items?: readonly string[];
};

const texts: Readonly<Record<Locale, typeof documentFiles.en>> = documentFiles;

/** What stands in braces in the texts. */
export type DocumentFacts = {
  readonly operator: string;
  readonly email: string;
  readonly minutes: number;
  readonly smsHours: number;
  readonly rentDays: number;
  /** Least time of a rental, in hours, and the longest, in weeks. */
  readonly rentHours: number;
  readonly rentWeeks: number;
  /** How long a rental to which nothing came can be cancelled. */
  readonly rentCancelMinutes: number;
  readonly sessionDays: number;
  readonly idleDays: number;
  /** How long a copy of one's own data can be downloaded. */
  readonly archiveHours: number;
  /** Days between asking to close an account and its end. */
  readonly closingDays: number;
  /** How long the address of a guest's payment is kept once it is over. */
  readonly guestDays: number;
};

/** A text with its `{names}` replaced by the facts; an unknown name stays as it is. */
export function fillIn(text: string, facts: DocumentFacts): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? String(facts[name as keyof DocumentFacts]) : whole,
  );
}

/** A document in a language, with the facts filled in. */
export function documentText(document: DocumentKey, locale: Locale, facts: DocumentFacts): Section[] {
  const sections: readonly Section[] = texts[locale][document];
  return sections.map(({ title, text, items }) => ({
    title,
    text: text.map((line) => fillIn(line, facts)),
    ...(items ? { items: items.map((line) => fillIn(line, facts)) } : {}),
  }));
}

export type CookieLine = {
  readonly name: string;
  readonly purpose: string;
  /** In whole days; in minutes where it is less than one. */
  readonly life: { readonly days: number } | { readonly minutes: number };
};

const DAY_SECONDS = 86_400;

function lifeOf(seconds: number): CookieLine["life"] {
  return seconds < DAY_SECONDS ? { minutes: seconds / 60 } : { days: seconds / DAY_SECONDS };
}

/** The cookies of this host, the product's and those of others, by name, with their purpose and longest life. */
export function cookieLines(locale: Locale, isHttps: boolean): CookieLine[] {
  const { ab, foreign, ...purposes } = texts[locale].cookies;
  const named = Object.entries(purposes).map(([key, purpose]) => {
    const facts = cookies[key as keyof typeof purposes];
    return { name: wireName(facts, isHttps), purpose, life: lifeOf(facts.maxAgeSeconds) };
  });
  const ofOthers = Object.entries(foreign).map(([key, purpose]) => {
    const { names, maxAgeDays } = foreignCookies[key as keyof typeof foreign];
    return { name: names.join(", "), purpose, life: { days: maxAgeDays } };
  });
  return [...named, { name: abFlags.join(", "), purpose: ab, life: lifeOf(AB_FLAG_SECONDS) }, ...ofOthers];
}
