import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import type { Menu, MenuEntry, MenuLink } from "#features/site/menus.rules.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

/** Marks a menu whose words are not in the language of the page. */
export function langOfMenu(menu: Menu | null, locale: Locale): string | undefined {
  return menu && menu.language !== locale ? localeFacts[menu.language].tag : undefined;
}

/** Entries of a menu, marked where they are in another language than the name of the list that they stand in. */
export function InLanguage({ lang, children }: { lang: string | undefined; children: ReactNode }) {
  return lang ? (
    <div lang={lang} className="contents">
      {children}
    </div>
  ) : (
    children
  );
}

type EntryLinkProps = { link: Omit<MenuLink, "key">; className: string; onClick?: () => void };

/** An entry of a menu: a page of ours in the reader's language, or an address elsewhere. */
export function EntryLink({ link: { href, label }, ...rest }: EntryLinkProps) {
  if (href.startsWith("/"))
    return (
      <LocaleLink href={href} {...rest}>
        {label}
      </LocaleLink>
    );
  return (
    <a href={href} rel={href.startsWith("http") ? "noopener" : undefined} {...rest}>
      {label}
    </a>
  );
}

/** What stands in an entry's list: the entry's own address first, where it has one. */
function linksOf({ key, label, href, children }: MenuEntry): MenuLink[] {
  return href === null ? [...children] : [{ key: `own ${key}`, label, href }, ...children];
}

/** Every address of a menu, where there is no room for lists that open. */
export function allLinks(entries: readonly MenuEntry[]): MenuLink[] {
  return entries.flatMap(({ children, ...entry }) => [
    ...(entry.href === null ? [] : [{ ...entry, href: entry.href }]),
    ...children.map((child) => ({ ...child, key: `${entry.key} ${child.key}` })),
  ]);
}

const topClasses =
  "rounded-md px-2 py-2 font-medium text-muted text-sm xl:px-3 hover:bg-sunken hover:text-text";

/** An entry of the menu at the top; its list opens without scripts (`closeDropdowns` closes it again). */
export function TopEntry({ entry }: { entry: MenuEntry }) {
  if (entry.children.length === 0 && entry.href !== null)
    return <EntryLink link={{ label: entry.label, href: entry.href }} className={topClasses} />;
  return (
    <details name="main-menu" className="relative">
      <summary
        className={`${topClasses} flex cursor-pointer list-none items-center gap-1 [&::-webkit-details-marker]:hidden`}
      >
        {entry.label}
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </summary>
      <ul className="absolute left-0 z-40 mt-1.5 w-56 rounded-lg border border-line bg-raised p-1 shadow-pop">
        {linksOf(entry).map(({ key, ...link }) => (
          <li key={key}>
            <EntryLink link={link} className={`${menuItemClasses} hover:bg-sunken`} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** An entry in the phones' drawer; what stands below it opens with a press, so that all entries are on the first screen. */
export function DrawerEntry({ entry, onNavigate }: { entry: MenuEntry; onNavigate: () => void }) {
  const classes = "touch flex items-center rounded-md px-3 hover:bg-sunken";
  const titleClasses = `${classes} font-medium text-base`;
  if (entry.children.length === 0 && entry.href !== null)
    return (
      <EntryLink
        link={{ label: entry.label, href: entry.href }}
        onClick={onNavigate}
        className={titleClasses}
      />
    );
  return (
    <details name="drawer-menu">
      <summary
        className={`${titleClasses} cursor-pointer list-none gap-1 [&::-webkit-details-marker]:hidden`}
      >
        {entry.label}
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </summary>
      <ul className="ml-4 grid">
        {linksOf(entry).map(({ key, ...link }) => (
          <li key={key}>
            <EntryLink link={link} onClick={onNavigate} className={`${classes} text-muted text-sm`} />
          </li>
        ))}
      </ul>
    </details>
  );
}
