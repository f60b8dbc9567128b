import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { listRefundedShares } from "#features/partners/earnings/refunded-shares.reads.ts";
import type {
  PartnerCounts,
  PartnerFigures,
  PartnerGroup,
} from "#features/partners/figures/partner-figures.contract.ts";
import { countryOf, serviceOf } from "#features/statistics/subjects.rules.ts";
import { type SuppliedExtent, sumSupplied } from "#features/statistics/supplied/supplied.reads.ts";
import {
  noSuppliedCounts,
  type SuppliedCounts,
  type SuppliedGrouping,
} from "#features/statistics/supplied/supplied.rules.ts";
import { daysOf } from "#features/statistics/users/users.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type FiguresAsk = SuppliedExtent & {
  /** The partner whose supplier it is. */
  readonly userId: number;
  readonly by: SuppliedGrouping;
  readonly locale: Locale;
};

/** A partner's figures of a period as the page shows them. */
export async function readPartnerFigures(db: Db, ask: FiguresAsk): Promise<PartnerFigures> {
  const { by, locale, ...extent } = ask;
  const [catalogue, sums, refunded] = await Promise.all([
    readCatalogue(db),
    sumSupplied(db, extent, by),
    ask.kind === "rental" ? noneRefunded : listRefundedShares(db, extent, by),
  ]);
  const groups = [...sums.byKey].map(([key, counts]) =>
    groupOf(key, figuresOf(counts, refunded.byKey.get(key)), { by, catalogue, locale }),
  );
  return {
    from: ask.from,
    to: ask.to,
    timeZone: "UTC",
    kind: ask.kind,
    by,
    total: figuresOf(sums.total, refunded.total),
    days: daysOf(ask.from, ask.to).map((day) => ({
      day,
      ...figuresOf(sums.byDay.get(day) ?? noSuppliedCounts, refunded.byDay.get(day)),
    })),
    groups: groups.toSorted(by === "day" ? newestFirst : mostFirst),
  };
}

/** Rentals are never refunded. */
const noneRefunded = { total: 0, byDay: new Map<string, number>(), byKey: new Map<string, number>() };

function figuresOf({ shareKopecks, ...counts }: SuppliedCounts, refundedKopecks = 0): PartnerCounts {
  return { ...counts, earnedKopecks: shareKopecks - refundedKopecks };
}

type Naming = { by: SuppliedGrouping; catalogue: Catalogue; locale: Locale };

function groupOf(key: string, counts: PartnerCounts, { by, catalogue, locale }: Naming): PartnerGroup {
  return {
    ...counts,
    day: by === "day" ? key : null,
    service: by === "service" ? serviceOf(Number(key), catalogue, locale) : null,
    country: by === "country" ? countryOf(Number(key), catalogue, locale) : null,
    operator: by === "operator" ? key : null,
  };
}

function newestFirst(a: PartnerGroup, b: PartnerGroup): number {
  return (a.day ?? "") < (b.day ?? "") ? 1 : -1;
}

function mostFirst(a: PartnerGroup, b: PartnerGroup): number {
  const nameOf = ({ service, country, operator }: PartnerGroup) =>
    service?.name ?? country?.name ?? operator ?? "";
  return b.requests - a.requests || nameOf(a).localeCompare(nameOf(b));
}
