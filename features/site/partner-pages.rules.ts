import type { Row } from "#features/site/pages.rules.ts";

/** A page of the partner's cabinet. */
type PartnerRow = Row & {
  /** Key of its name below `partners.cabinet.nav`. */
  readonly name: string;
  /** Its picture in the cabinet's tabs (`cabinet-tabs.island.tsx`). */
  readonly icon: string;
};

/** The partner's cabinet, in the order of its tabs: a page that is only planned has none. */
export const partnerPages = [
  {
    path: "/partner",
    name: "overview",
    icon: "Gauge",
  },
  {
    path: "/partner/sim-card",
    name: "simCards",
    icon: "CardSim",
  },
  {
    path: "/partner/activations-history",
    name: "activations",
    icon: "History",
  },
  {
    path: "/partner/statistic",
    name: "statistics",
    icon: "ChartColumn",
  },
  {
    path: "/partner/price-regulator",
    name: "prices",
    icon: "Tags",
  },
  {
    path: "/partner/earnings",
    name: "earnings",
    icon: "Wallet",
  },
  {
    path: "/partner/withdrawal-funds",
    name: "withdrawals",
    icon: "HandCoins",
  },
  {
    path: "/partner/self-test",
    name: "selfTest",
    icon: "ListChecks",
  },
  {
    path: "/partner/program",
    name: "program",
    icon: "Download",
  },
] as const satisfies readonly PartnerRow[];
