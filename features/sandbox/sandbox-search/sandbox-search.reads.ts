import sql from "sql-template-tag";
import { goodsOf } from "#features/activations/activations.reads.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { refusalView } from "#features/activations/search/search.reads.ts";
import { limitAt } from "#features/activations/search/search.rules.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import {
  attemptAt,
  nextOfSearch,
  type SandboxSearch,
  waitOf,
} from "#features/sandbox/sandbox-search/sandbox-search.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { addKopecks, kopecks, shareOf } from "#lib/money/kopecks.ts";

/** A sandbox's number has one price. */
const sandboxQuote = {
  priceKopecks: sandboxLimits.priceKopecks,
  mostKopecks: addKopecks(
    kopecks(sandboxLimits.priceKopecks),
    shareOf(kopecks(sandboxLimits.priceKopecks), openPrice.tolerancePercent * 100),
  ),
};

type Stored = Omit<SandboxSearch, "steps"> & { stepSeconds: number[]; stepKopecks: number[] };

/** A sandbox's searches as they were when somebody looked at them last, newest first. */
export async function listSandboxSearches(db: Queryable, keyId: number): Promise<SandboxSearch[]> {
  const found = await rows<Stored>(
    db,
    sql`select id, service_id as "serviceId", country_id as "countryId", operator, step_seconds as "stepSeconds",
          step_kopecks as "stepKopecks", seconds, attempts_max as "attemptsMax", replace_after_seconds as "replaceAfterSeconds",
          replacements_max as "replacementsMax", replacements, state, order_id as "orderId", refusal,
          created_at as "createdAt", started_at as "startedAt", closed_at as "closedAt"
        from sandbox_searches where key_id = ${keyId} order by id desc`,
  );
  return found.map(({ stepSeconds, stepKopecks, ...search }) => ({
    ...search,
    steps: stepSeconds.map((afterSeconds, place) => ({
      afterSeconds,
      maxPriceKopecks: stepKopecks[place] as number,
    })),
  }));
}

/** A search of a sandbox as the JSON API shows it. */
export function sandboxSearchView(
  search: SandboxSearch,
  now: Date,
  catalogue: Catalogue,
  locale: Locale,
): SearchView {
  const { service, country } = goodsOf(catalogue, search.serviceId, search.countryId, locale);
  const { replaceAfterSeconds: afterSeconds, closedAt, steps, state } = search;
  const elapsed = ((closedAt ?? now).getTime() - search.startedAt.getTime()) / 1_000;
  const whole = state === "watching" ? (afterSeconds ?? 0) : search.seconds;
  return {
    ...{
      id: search.id,
      state,
      operator: search.operator,
      attempts: search.attemptsMax,
      seconds: search.seconds,
    },
    service: { code: service.code, name: service.name, icon: service.icon },
    country: { id: country.id, iso2: country.iso2, name: country.name, icon: country.icon },
    attempt: attemptAt(search, state === "watching" || state === "found" ? 0 : elapsed),
    maxPriceKopecks: limitAt(steps, elapsed),
    quoted: steps.length > 0 ? null : sandboxQuote,
    lowestKopecks: sandboxLimits.priceKopecks,
    steps: [...steps],
    secondsLeft: closedAt ? 0 : Math.max(0, Math.ceil(whole - elapsed)),
    replace:
      afterSeconds === null
        ? null
        : { afterSeconds, times: search.replacementsMax, done: search.replacements },
    activationId: search.orderId,
    refusal: search.refusal === null ? null : refusalView(search.refusal, locale),
    waitingFor: waitOf(search, nextOfSearch(search, service.code)),
    createdAt: search.createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
