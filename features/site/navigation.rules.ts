import {
  type DoorRow,
  doorPages,
  type ProfileRow,
  type PublicRow,
  profilePages,
  publicPages,
} from "#features/site/pages.rules.ts";

/** An entry of a menu: where it leads (without locale) and the key of its text. */
export type NavLink = { readonly href: string; readonly key: string };

const publicRows: readonly PublicRow[] = publicPages;
const profileRows: readonly ProfileRow[] = profilePages;
const doorRows: readonly DoorRow[] = doorPages;

/** The address of a page whose last part may be left out. */
function addressOf(path: string): string {
  return path.replace(/\/\[\[.+$/, "");
}

/** The header's menu; keys are below `site.nav`. */
export const mainMenu: readonly NavLink[] = publicRows.flatMap(({ path, mainMenu = [] }) =>
  mainMenu.map(({ text, part = "" }) => ({ href: addressOf(path) + part, key: text })),
);

/** The documents people agree to, for the footer; the key is that of their text under `content`. */
export const documentLinks: readonly NavLink[] = publicRows.flatMap(({ path, document }) =>
  document ? [{ href: path, key: document }] : [],
);

type IconOf<Row> = Row extends { readonly menu: { readonly icon: infer Icon extends string } } ? Icon : never;
type AccountIcon = IconOf<(typeof doorPages)[number] | (typeof profilePages)[number]>;
/** An entry with a picture; keys are below `site.account`. */
export type AccountLink = NavLink & { readonly icon: AccountIcon | "Handshake" };

/** What a guest is offered. */
export const guestMenu = doorRows.flatMap(({ path, menu }) =>
  menu ? [{ href: path, key: menu.text, icon: menu.icon as AccountIcon }] : [],
);

/** Partners are led to their cabinet, everybody else to where one applies. */
export function partnerLink(isPartner: boolean): AccountLink {
  return { href: isPartner ? "/partner" : "/partner-program", key: "partner", icon: "Handshake" };
}

/** What the staff have besides. */
export const staffLink: AccountLink = { href: "/desk", key: "desk", icon: "ChartColumn" };

/** The profile's menu, in its order. */
export const profileMenu = profileRows.flatMap(({ path, menu }) =>
  menu
    ? [
        {
          href: path,
          key: menu.text,
          icon: menu.icon as AccountIcon,
          isFirstInHeader: menu.isFirstInHeader === true,
          isInFooter: menu.isInFooter === true,
          isForRenters: menu.isForRenters === true,
          isOfReadyAccounts: menu.isOfReadyAccounts === true,
          isForStores: menu.isForStores === true,
          isOfLicences: menu.isOfLicences === true,
          isForAgents: menu.isForAgents === true,
        },
      ]
    : [],
);

/** What the page's end has of a guest's links and of the profile's menu. */
export const footerAccountLinks: { readonly guestLinks: NavLink[]; readonly userLinks: NavLink[] } = {
  guestLinks: guestMenu.map(({ href, key }) => ({ href, key })),
  userLinks: profileMenu.filter(({ isInFooter }) => isInFooter).map(({ href, key }) => ({ href, key })),
};

/** The same entries as the header's account menu has them. */
export const headerAccountMenu = [
  ...profileMenu.filter(({ isFirstInHeader }) => isFirstInHeader),
  ...profileMenu.filter(({ isFirstInHeader }) => !isFirstInHeader),
];

/** What is offered besides numbers, by configuration; pages hand it to their menus. */
export type OpenShops = {
  /** Renting is offered to everybody. */
  readonly isRentOpen: boolean;
  readonly isReadyShopOpen?: boolean;
  readonly isSoftwareSold?: boolean;
};

/** What this reader is offered besides numbers. */
type Offered = Omit<OpenShops, "isRentOpen"> & {
  readonly isRentShown: boolean;
  readonly isStoreOwner: boolean;
  /** The reader is an agent of licences. */
  readonly isAgent: boolean;
};

/** Whether an entry is about something that its reader is offered. */
export function isOffered(
  entry: (typeof profileMenu)[number],
  { isRentShown, isStoreOwner, isAgent, isReadyShopOpen = false, isSoftwareSold = false }: Offered,
): boolean {
  return (
    (!entry.isForRenters || isRentShown) &&
    (!entry.isOfReadyAccounts || isReadyShopOpen) &&
    (!entry.isForStores || isStoreOwner) &&
    (!entry.isOfLicences || isSoftwareSold) &&
    (!entry.isForAgents || isAgent)
  );
}

/** Whether a page is the one of a menu's entry, or stands in for it. */
export function isPageOf(path: string, href: string): boolean {
  return path === href || profileRows.some((row) => row.path === path && row.standsFor === href);
}
