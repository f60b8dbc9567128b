import type { NavLink } from "#features/site/navigation.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { SocialLink } from "#lib/i18n/social-links.ts";

type Entry = {
  /** Unlike that of its neighbours. */
  readonly key: string;
  readonly label: string;
};

/** An entry that leads somewhere: `href` is a page of ours (without its language), or another address. */
export type MenuLink = Entry & { readonly href: string };

/** An entry that leads somewhere, opens a list below it, or both. */
export type MenuEntry = Entry & { readonly href: string | null; readonly children: readonly MenuLink[] };

export type Menu = {
  readonly title: string;
  /** That of its words: the page's, or English. */
  readonly language: Locale;
  readonly entries: readonly MenuEntry[];
};

/** The menus that editors have written, in place of the product's own; null or none = the product's own. */
export type SiteMenus = {
  readonly header: Menu | null;
  /** Those at the page's end that stand under a title, three at most. */
  readonly footer: readonly Menu[];
  readonly documents: Menu | null;
  readonly social: readonly SocialLink[] | null;
};

/** What the phones' drawer takes of them. */
export type DrawerMenus = Pick<SiteMenus, "header" | "documents">;

export const noMenus: SiteMenus = { header: null, footer: [], documents: null, social: null };

/** Entries of the product's own menus, in the words of its texts. */
export function ownEntries(links: readonly NavLink[], wordsOf: (key: string) => string): MenuEntry[] {
  return links.map(({ href, key }) => ({ key, label: wordsOf(key), href, children: [] }));
}
