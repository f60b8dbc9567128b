import "server-only";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { OpenShops } from "#features/site/navigation.rules.ts";
import {
  type DoorRow,
  doorPages,
  type ProfileRow,
  type PublicRow,
  profilePages,
  publicPages,
} from "#features/site/pages.rules.ts";
import { env } from "#lib/env.ts";
import type { LanguageSites } from "#lib/i18n/language-sites.ts";
import { type Locale, localeFacts, toLocale } from "#lib/i18n/locales.ts";
import { alternatePaths, localizedPath } from "#lib/i18n/paths.ts";

/** Title, description, canonical address and languages of a public page. `path` carries no locale. */
export function publicPageMetadata(
  locale: Locale,
  path: string,
  words: { title: string; description: string },
): Metadata {
  const canonical = localizedPath(locale, path);
  return {
    title: words.title,
    description: words.description,
    alternates: { canonical, languages: alternatePaths(path) },
    openGraph: {
      type: "website",
      siteName: env.BRAND_NAME,
      title: words.title,
      description: words.description,
      url: canonical,
      locale: localeFacts[locale].tag.replace("-", "_"),
    },
  };
}

type PageProps = { params: Promise<{ locale: string }> };
type PathsWith<R, Key extends string> = R extends { readonly path: infer Path } & Record<Key, unknown>
  ? Path
  : never;
type HeadedPath =
  | PathsWith<(typeof publicPages)[number], "head">
  | PathsWith<(typeof doorPages)[number], "head">
  | PathsWith<(typeof profilePages)[number], "title">;

const publicRows: readonly PublicRow[] = publicPages;
const doorRows: readonly DoorRow[] = doorPages;
const profileRows: readonly ProfileRow[] = profilePages;

/**
 * The head of a page out of the words that its row in `pages.rules.ts` names: `export const generateMetadata =
 * pageMetadata("/services")`. What is not for everybody is in no index, and the address of a door, which may carry a
 * token, is told to nobody.
 */
export function pageMetadata(path: HeadedPath) {
  return async ({ params }: PageProps): Promise<Metadata> => {
    const locale = toLocale((await params).locale);
    const t = await getTranslations({ locale });
    const isThis = (row: { path: string }) => row.path === path;
    const title = profileRows.find(isThis)?.title;
    if (title) return { title: t(title), robots: { index: false } };
    const page = publicRows.find(isThis);
    if (page?.head) {
      const words = { title: t(page.head.title), description: t(page.head.description) };
      const metadata = publicPageMetadata(locale, path, words);
      return page.isUnlisted ? { ...metadata, robots: { index: false } } : metadata;
    }
    const door = doorRows.find(isThis)?.head;
    if (!door) throw new Error(`The row of ${path} names no words`);
    const words = { title: t(door.title), description: t(door.description) };
    return { ...words, robots: { index: false, follow: false }, referrer: "no-referrer" };
  };
}

/** The rent tab is for everybody; otherwise only for visitors with the show-rent cookie. */
export const isRentOpen: boolean = env.SHOW_RENT;

/** The tab of ready accounts is shown, and with it what else is about them. */
export const isReadyShopOpen: boolean = env.READY_ACCOUNTS;

/** Software is sold by licence, and what is about it is shown. */
export const isSoftwareSold: boolean = env.LICENCES;

/** What the menus are told. */
export const openShops: OpenShops = { isRentOpen, isReadyShopOpen, isSoftwareSold };

/** Languages whose pages are at another address. */
export const languageSites: LanguageSites = env.LANGUAGE_SITES;

/** The name of the product, for texts. */
export const brandName: string = env.BRAND_NAME;

/** The address people use, without a slash at the end. */
export const publicUrl: string = env.PUBLIC_URL;
