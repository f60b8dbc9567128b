import { isMenuHref, type MenuPosition } from "#features/content/menus/menu-links.rules.ts";
import { safeHref } from "#features/content/rich-text/rich-text.rules.ts";
import type { Menu, MenuEntry, MenuLink, SiteMenus } from "#features/site/menus.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { isNetwork, type SocialLink } from "#lib/i18n/social-links.ts";

/** More columns than that do not stand beside one another. */
const MOST_IN_FOOTER = 3;

/** A menu of the desk in a language. */
export type MenuRow = {
  readonly position: MenuPosition;
  readonly language: Locale;
  readonly title: string;
  readonly entries: readonly {
    readonly label: string | null;
    readonly network: string | null;
    readonly href: string | null;
    readonly children: readonly { readonly label: string | null; readonly href: string | null }[];
  }[];
};

function linkOf(
  { label, href }: { label: string | null; href: string | null },
  at: number,
  position: MenuPosition,
): MenuLink[] {
  return label && isMenuHref(href, position)
    ? [{ key: String(at), label, href: safeHref(href) ?? href }]
    : [];
}

/** What an entry leads to, as far as its addresses are of the kinds that menus may have; nothing when nothing is left. */
function entryOf(entry: MenuRow["entries"][number], at: number, position: MenuPosition): MenuEntry[] {
  const children = entry.children.flatMap((child, below) => linkOf(child, below, position));
  const [link] = linkOf(entry, at, position);
  if (link) return [{ ...link, children }];
  return entry.label && children.length > 0
    ? [{ key: String(at), label: entry.label, href: null, children }]
    : [];
}

function menuOf({ position, title, language, entries }: MenuRow): Menu[] {
  const kept = entries.flatMap((entry, at) => entryOf(entry, at, position));
  return kept.length > 0 ? [{ title, language, entries: kept }] : [];
}

function socialLinksIn(rows: readonly MenuRow[]): SocialLink[] | null {
  const links = rows.flatMap(({ entries }) =>
    entries.flatMap(({ network, href }) =>
      network !== null && isNetwork(network) && isMenuHref(href, "social")
        ? [{ network, url: href, locale: null }]
        : [],
    ),
  );
  // Each network once: its name is how readers tell them apart.
  const once = [...new Map(links.map((link) => [link.network, link])).values()];
  return once.length > 0 ? once : null;
}

/** The site's menus out of those of the desk, which come in their order: of several at the top, or of documents, the first. */
export function siteMenusOf(rows: readonly MenuRow[]): SiteMenus {
  const at = (position: MenuPosition) => rows.filter((row) => row.position === position);
  const [header = null] = at("header").flatMap(menuOf);
  const [documents = null] = at("documents").flatMap(menuOf);
  return {
    header,
    footer: at("footer").flatMap(menuOf).slice(0, MOST_IN_FOOTER),
    documents,
    social: socialLinksIn(at("social")),
  };
}
