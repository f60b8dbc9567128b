import type { AccountRole } from "#lib/api/actor.ts";

export type Row = {
  /** Its folder below `app/[locale]`: `/countries/[slug]`. */
  readonly path: string;
  /** The product's rules name it and nothing is there yet: it is treated like its kind, so that it is safe from the first day. */
  readonly isPlanned?: true;
};

/** A page for everybody; it is in the sitemap. */
export type PublicRow = Row & {
  /** It shows what other pages are about: no index takes it, and the sitemap leaves it out. */
  readonly isUnlisted?: true;
  /** Keys of the words of its head. Missing where they are made of data: the page writes its head itself. */
  readonly head?: { readonly title: string; readonly description: string };
  /**
   * How the front door keeps it: `offers` for seconds, `static` until something is announced. `tags` drop it (beside `site`,
   * which drops all); `query` names the parameters that change it, `freeText` those that hold what somebody types: with one of
   * them it is not kept. Missing: never kept.
   */
  readonly kept?: {
    readonly as: "offers" | "static";
    readonly tags: readonly string[];
    readonly query?: readonly string[];
    readonly freeText?: readonly string[];
  };
  /** Its entries in the main menu: key below `site.nav`, and the part of the page that is meant. */
  readonly mainMenu?: readonly { readonly text: string; readonly part?: `#${string}` }[];
  /** A document people agree to: its key below `content` and `site.nav`. */
  readonly document?: string;
  /** Which data says what pages there are. */
  readonly entries?: "services" | "countries" | "docs" | "articles" | "pages";
};

/** Pages for everybody, those of the main menu in its order. */
export const publicPages = [
  {
    path: "/services",
    head: { title: "catalogue.services.title", description: "catalogue.services.description" },
    kept: { as: "offers", tags: ["catalogue"] },
    mainMenu: [{ text: "services" }],
  },
  {
    path: "/services/request",
    head: { title: "community.meta.title", description: "community.meta.description" },
    kept: { as: "static", tags: ["catalogue"] },
  },
  {
    path: "/feedback",
    head: { title: "community.meta.feedbackTitle", description: "community.meta.feedbackDescription" },
    kept: { as: "static", tags: [] },
  },
  {
    path: "/countries",
    head: { title: "catalogue.countries.title", description: "catalogue.countries.description" },
    kept: { as: "offers", tags: ["catalogue"] },
    mainMenu: [{ text: "countries" }],
  },
  {
    path: "/partner-program",
    head: { title: "partners.meta.title", description: "partners.meta.description" },
    // What modems earn comes from figures that change with every hour.
    kept: { as: "offers", tags: ["catalogue"] },
  },
  {
    path: "/prices",
    head: { title: "pricing.meta.tableTitle", description: "pricing.meta.tableDescription" },
    kept: {
      as: "offers",
      tags: ["offers:*", "catalogue"],
      query: ["service", "country", "sort", "page"],
      freeText: ["q"],
    },
    mainMenu: [{ text: "prices" }],
  },
  {
    path: "/",
    kept: { as: "offers", tags: ["offers:*", "catalogue", "reviews"] },
    mainMenu: [
      { text: "howItWorks", part: "#how-it-works" },
      { text: "faq", part: "#faq" },
    ],
  },
  {
    path: "/docs/[[...path]]",
    kept: { as: "static", tags: ["content"] },
    mainMenu: [{ text: "api" }],
    entries: "docs",
  },
  {
    path: "/public-offer",
    head: { title: "content.publicOffer.title", description: "content.publicOffer.lead" },
    kept: { as: "static", tags: ["content"] },
    document: "publicOffer",
  },
  {
    path: "/privacy-policy",
    head: { title: "content.privacyPolicy.title", description: "content.privacyPolicy.lead" },
    kept: { as: "static", tags: ["content"] },
    document: "privacyPolicy",
  },
  {
    path: "/countries/[slug]",
    kept: { as: "offers", tags: ["offers:*", "catalogue"] },
    entries: "countries",
  },
  {
    path: "/[slug]",
    // Where there is no such service, a page of the editors.
    kept: { as: "offers", tags: ["offers:*", "catalogue", "content", "content:pages"] },
    entries: "services",
  },
  {
    path: "/faq",
    head: { title: "content.faq.title", description: "content.faq.description" },
    kept: { as: "static", tags: ["content:faq"] },
  },
  {
    path: "/blog",
    head: { title: "content.blog.title", description: "content.blog.description" },
    kept: { as: "static", tags: ["content:articles"], query: ["page", "tag"] },
  },
  {
    path: "/blog/[slug]",
    kept: { as: "static", tags: ["content:articles"] },
    entries: "articles",
  },
  {
    path: "/search",
    head: { title: "content.search.title", description: "content.search.description" },
    // Only as it is before anybody has typed something.
    kept: { as: "static", tags: [], freeText: ["q"] },
    isUnlisted: true,
  },
  {
    // The editors' pages; it comes after all others.
    path: "/[...path]",
    kept: { as: "static", tags: ["content:pages"] },
    entries: "pages",
  },
] as const satisfies readonly PublicRow[];

/** A page for signing in, or one that a mailed link leads to. */
export type DoorRow = Row & {
  readonly head?: { readonly title: string; readonly description: string };
  /** Its entry among a guest's links: key below `site.account`, and its picture. */
  readonly menu?: { readonly text: string; readonly icon: string };
};

/** Pages for guests and for who comes by a mailed link. */
export const doorPages = [
  {
    path: "/authorization",
    head: { title: "identity.login.title", description: "identity.login.description" },
    menu: { text: "login", icon: "LogIn" },
  },
  {
    path: "/authorization/social",
    head: { title: "identity.login.title", description: "identity.social.description" },
  },
  {
    path: "/authorization/closing",
    head: { title: "identity.closing.pageTitle", description: "identity.closing.pageDescription" },
  },
  {
    path: "/registration",
    head: { title: "identity.registration.title", description: "identity.registration.description" },
    menu: { text: "register", icon: "UserPlus" },
  },
  { path: "/pay", head: { title: "payments.guest.title", description: "payments.guest.lead" } },
  {
    path: "/request-password",
    head: { title: "identity.requestPassword.title", description: "identity.requestPassword.description" },
  },
  {
    path: "/confirm/[[...token]]",
    head: { title: "identity.resetPassword.title", description: "identity.resetPassword.description" },
  },
  {
    path: "/signup/confirm-email",
    head: { title: "identity.confirmEmail.title", description: "identity.confirmEmail.description" },
  },
  {
    path: "/signup/email-back",
    head: { title: "identity.meta.emailBack.title", description: "identity.meta.emailBack.description" },
  },
  {
    path: "/recovery",
    head: { title: "identity.recovery.linkTitle", description: "identity.recovery.linkDescription" },
  },
] as const satisfies readonly DoorRow[];

/** A page of the signed-in user. */
export type ProfileRow = Row & {
  /** Key of its title in the browser's tab. */
  readonly title?: string;
  /**
   * Its entry in the profile's menu and the header's account menu: key below `site.account`, and its picture
   * (`profile-icon.tsx`).
   */
  readonly menu?: {
    readonly text: string;
    readonly icon: string;
    /** The header's account menu begins with it. */
    readonly isFirstInHeader?: true;
    readonly isInFooter?: true;
    /** Only for who is offered renting. */
    readonly isForRenters?: true;
    /** Only where ready accounts are offered. */
    readonly isOfReadyAccounts?: true;
    /** Only for the owners of stores. */
    readonly isForStores?: true;
    /** Only where software is sold by licence. */
    readonly isOfLicences?: true;
    /** Only for agents of licences. */
    readonly isForAgents?: true;
  };
  /** The page of the menu that it stands in for. */
  readonly standsFor?: string;
  /** It opens for accounts with this role alone; for everybody else who is signed in there is none (404). */
  readonly role?: AccountRole;
};

/** The signed-in user's pages, in the order of the profile's menu. */
export const profilePages = [
  {
    path: "/profile",
    title: "activations.profile.metaTitle",
    menu: { text: "activeNumbers", icon: "Smartphone", isInFooter: true },
  },
  {
    path: "/profile/numbers",
    title: "activations.myNumbers.title",
    menu: { text: "numbers", icon: "Hash" },
  },
  {
    path: "/profile/rentals",
    title: "rentals.mine.title",
    menu: { text: "rentals", icon: "CalendarClock", isForRenters: true },
  },
  {
    path: "/profile/accounts",
    title: "readyAccounts.mine.title",
    menu: { text: "accounts", icon: "UserRoundCheck", isOfReadyAccounts: true },
  },
  {
    path: "/profile/software",
    title: "licences.page.title",
    menu: { text: "software", icon: "KeyRound", isOfLicences: true },
  },
  {
    path: "/profile/pay",
    title: "payments.meta.payTitle",
    menu: { text: "topUp", icon: "CirclePlus", isFirstInHeader: true, isInFooter: true },
  },
  { path: "/profile/pay/claim", title: "payments.guest.claimTitle" },
  { path: "/profile/pay/invoice/[id]", title: "payments.invoice.metaTitle" },
  { path: "/profile/pay/transfer/[id]", title: "payments.transfer.title" },
  {
    path: "/profile/statistics",
    title: "statistics.title",
    menu: { text: "statistics", icon: "ChartColumn" },
  },
  {
    path: "/profile/history",
    title: "ledger.statement.title",
    menu: { text: "history", icon: "ReceiptText" },
  },
  {
    path: "/profile/tariffs",
    title: "pricing.tariffs.title",
    menu: { text: "tariffs", icon: "Tags" },
  },
  { path: "/profile/loyalty-program", title: "loyalty.meta.title", menu: { text: "loyalty", icon: "Gift" } },
  {
    path: "/profile/referral-program",
    title: "referrals.page.title",
    menu: { text: "referrals", icon: "Users" },
  },
  {
    path: "/profile/referral-program-soft",
    title: "referrals.page.softTitle",
    standsFor: "/profile/referral-program",
    role: "referralSoft",
  },
  {
    path: "/profile/sale-agreement",
    title: "licences.agent.title",
    menu: { text: "licenceSales", icon: "BadgePercent", isOfLicences: true, isForAgents: true },
    role: "agent",
  },
  {
    path: "/profile/withdrawals",
    title: "payments.withdrawals.page.title",
    menu: { text: "withdrawals", icon: "Undo2" },
  },
  {
    path: "/profile/webhooks",
    title: "notifications.webhooks.title",
    menu: { text: "webhooks", icon: "Webhook" },
  },
  {
    path: "/profile/settings",
    title: "identity.settings.title",
    menu: { text: "settings", icon: "Settings", isInFooter: true },
  },
  {
    path: "/profile/settings/security",
    title: "identity.settings.tabs.security",
    standsFor: "/profile/settings",
  },
  {
    path: "/profile/settings/api",
    title: "identity.settings.tabs.api",
    standsFor: "/profile/settings",
  },
  {
    path: "/profile/settings/notifications",
    title: "identity.settings.tabs.notifications",
    standsFor: "/profile/settings",
  },
  {
    path: "/store",
    title: "stores.page.title",
    menu: { text: "store", icon: "Store", isOfReadyAccounts: true, isForStores: true },
  },
  { path: "/success-payment", title: "payments.meta.successTitle" },
  // Whom the bot sends here logs in first.
  { path: "/bot-link/[[...token]]", title: "notifications.meta.botLink" },
] as const satisfies readonly ProfileRow[];

/** Pages that are there in development, and where the setting GALLERY asks for them. */
export const developmentPages = [{ path: "/gallery" }] as const satisfies readonly Row[];
