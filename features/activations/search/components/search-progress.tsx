import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { SearchView } from "#features/activations/search/search.contract.ts";

/** How far a running search is: its attempt, what it may cost now, and what comes next. */
export function SearchProgress({ search, rubPerUsd }: { search: SearchView; rubPerUsd: number | null }) {
  const t = useTranslations("activations.search");
  const share = Math.min(1, search.attempt / search.attempts);
  const next = search.steps.find(({ maxPriceKopecks }) => maxPriceKopecks > (search.maxPriceKopecks ?? 0));
  const money = (kopecks: number) => <Money kopecks={kopecks} rubPerUsd={rubPerUsd} />;
  return (
    <div className="grid gap-2">
      <p role="status" className="tabular flex items-center gap-3 font-medium">
        <Spinner className="size-5 text-accent" />
        {t("attempt", { attempt: Math.max(1, search.attempt), attempts: search.attempts })}
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {search.maxPriceKopecks === null ? null : (
        <p className="text-muted text-sm">
          {t.rich("limit", { price: () => money(search.maxPriceKopecks as number) })}
          {next ? (
            <>
              {" "}
              {t.rich("nextStep", {
                price: () => money(next.maxPriceKopecks),
                seconds: next.afterSeconds,
              })}
            </>
          ) : null}
        </p>
      )}
      {search.quoted ? (
        <p className="text-muted text-sm">
          {t.rich("quoted", {
            price: () => money(search.quoted?.priceKopecks ?? 0),
            most: () => money(search.quoted?.mostKopecks ?? 0),
          })}
        </p>
      ) : null}
      {search.waitingFor ? (
        <p role="status" className="text-sm">
          {t(search.waitingFor === "money" ? "waitsForMoney" : "waitsForOffer")}
        </p>
      ) : null}
      {search.refusal && search.refusal.code !== "NO_NUMBERS" ? (
        <p className="text-muted text-sm">
          {t("lastAnswer", { message: search.refusal.message })}
          {search.refusal.code === "PRICE_ABOVE_QUOTED" && search.lowestKopecks !== null ? (
            <> {t.rich("lowestNow", { price: () => money(search.lowestKopecks as number) })}</>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
