import type { Row } from "#features/site/pages.rules.ts";

/** A page of the desk. */
type DeskRow = Row & {
  /** Key of its name below `backOffice.nav`; a page about one thing has that of the list it belongs to. */
  readonly name: string;
  /** Its picture in the desk's menu (`desk-menu.island.tsx`); missing: it is not in it. */
  readonly icon?: string;
  /** It is there where ready accounts are offered. */
  readonly isOfReadyAccounts?: true;
  /** It is there where software is sold by licence. */
  readonly isOfLicences?: true;
};

/** The desk's pages, in the order of its menu: apart from those of `pages.rules.ts`, since browsers of strangers read those. */
export const deskPages = [
  { path: "/desk", name: "overview", icon: "Gauge" },
  { path: "/desk/payments", name: "payments", icon: "ReceiptText" },
  { path: "/desk/payments/[id]", name: "payments" },
  { path: "/desk/withdrawals", name: "withdrawals", icon: "HandCoins" },
  { path: "/desk/transfers", name: "transfers", icon: "Landmark" },
  { path: "/desk/claims", name: "claims", icon: "MessageCircleWarning" },
  { path: "/desk/coupons", name: "coupons", icon: "TicketPercent" },
  { path: "/desk/corrections", name: "corrections", icon: "Wallet" },
  { path: "/desk/people", name: "people", icon: "Users" },
  { path: "/desk/people/[id]", name: "people" },
  { path: "/desk/flags", name: "flags", icon: "Flag" },
  { path: "/desk/feedback", name: "feedback", icon: "MessagesSquare" },
  { path: "/desk/reviews", name: "reviews", icon: "Star" },
  { path: "/desk/comments", name: "comments", icon: "MessageSquareText" },
  { path: "/desk/service-requests", name: "serviceRequests", icon: "Lightbulb" },
  { path: "/desk/api-only", name: "apiOnly", icon: "Bot" },
  { path: "/desk/unknown-words", name: "unknownWords", icon: "Languages" },
  { path: "/desk/suppliers", name: "suppliers", icon: "RadioTower" },
  { path: "/desk/suppliers/[code]", name: "suppliers" },
  { path: "/desk/partner-applications", name: "partnerApplications", icon: "Handshake" },
  { path: "/desk/fines", name: "fines", icon: "Gavel" },
  { path: "/desk/store-applications", name: "storeApplications", icon: "Store", isOfReadyAccounts: true },
  { path: "/desk/account-offers", name: "accountOffers", icon: "UserRoundCheck", isOfReadyAccounts: true },
  { path: "/desk/account-claims", name: "accountClaims", icon: "UserRoundX", isOfReadyAccounts: true },
  { path: "/desk/software", name: "software", icon: "PackageOpen", isOfLicences: true },
  { path: "/desk/licences", name: "licences", icon: "KeyRound", isOfLicences: true },
  { path: "/desk/agents", name: "agents", icon: "BadgePercent", isOfLicences: true },
  { path: "/desk/rates", name: "rates", icon: "DollarSign" },
  { path: "/desk/reconciliation", name: "reconciliation", icon: "Scale" },
  { path: "/desk/reconciliation/[id]", name: "reconciliation" },
  { path: "/desk/actions", name: "actions", icon: "ClipboardList" },
  { path: "/desk/staff", name: "staff", icon: "ShieldCheck" },
] as const satisfies readonly DeskRow[];
