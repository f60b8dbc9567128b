"use client";

import { CardSim } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useCabinetAction } from "#features/partners/cabinet/cabinet.client.ts";
import { ImportNumbers } from "#features/partners/sim-cards/components/import-numbers.island.tsx";
import { SimCardFilters } from "#features/partners/sim-cards/components/sim-card-filters.tsx";
import { SimCardRow } from "#features/partners/sim-cards/components/sim-card-row.tsx";
import { useSimCardChoice, useSimCards } from "#features/partners/sim-cards/sim-cards.client.ts";
import { type SimCardPage, simCardsAtOnce } from "#features/partners/sim-cards/sim-cards.contract.ts";
import type { CountryChoice, SimCardChoice } from "#features/partners/sim-cards/sim-cards.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type SimCardsProps = {
  initialChoice: SimCardChoice;
  initial: SimCardPage;
  countries: { own: readonly CountryChoice[]; all: readonly CountryChoice[] };
};

/** Every number of the partner: searched, narrowed, taken off sale and put on again, one or many. */
export function SimCards({ initialChoice, initial, countries }: SimCardsProps) {
  const t = useTranslations("partners.simCards");
  const [choice, change] = useSimCardChoice(initialChoice);
  const search = useDebounced(choice.search, 400);
  const query = useSimCards({ ...choice, search }, initialChoice, initial);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = items.filter(({ number }) => picked.has(number)).map(({ number }) => number);
  const pick = (numbers: readonly number[], isPicked: boolean) =>
    setPicked((old) => {
      const next = new Set(old);
      for (const number of numbers) isPicked ? next.add(number) : next.delete(number);
      return next;
    });
  const isFiltered = choice.search !== "" || choice.country !== "" || choice.state !== "";
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice>{t("staysOff")}</Notice>
      <ImportNumbers countries={countries.all} />
      <SimCardFilters choice={choice} change={change} countries={countries.own} />
      {query.data === undefined ? (
        <Card>
          <QueryFailure query={query} />
        </Card>
      ) : items.length === 0 ? (
        <Card>
          <EmptyState icon={<CardSim className="size-6" />} title={t(isFiltered ? "emptyFiltered" : "empty")}>
            {isFiltered ? null : t("emptyText")}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Bulk
            numbers={shown}
            isAllPicked={shown.length === items.length}
            onPickAll={(isPicked) =>
              pick(
                items.map(({ number }) => number),
                isPicked,
              )
            }
            onDone={(sent) => pick(sent, false)}
          />
          <Card className="overflow-hidden">
            <ul className="divide-y divide-line">
              {items.map((card) => (
                <SimCardRow
                  key={card.number}
                  card={card}
                  isPicked={picked.has(card.number)}
                  onPick={(isPicked) => pick([card.number], isPicked)}
                />
              ))}
            </ul>
          </Card>
          <ListTail pages={query} more={t("more")} />
        </>
      )}
    </div>
  );
}

type BulkProps = {
  numbers: readonly number[];
  isAllPicked: boolean;
  onPickAll: (isPicked: boolean) => void;
  onDone: (sent: readonly number[]) => void;
};

/** What is done with the picked numbers: with as many as one call takes, the others stay picked for the next. */
function Bulk({ numbers, isAllPicked, onPickAll, onDone }: BulkProps) {
  const t = useTranslations("partners.simCards");
  const ui = useTranslations("ui");
  const action = useCabinetAction<{ changedCount: number }>();
  const run = (step: "off-sale" | "on-sale") => {
    const sent = numbers.slice(0, simCardsAtOnce);
    action.mutate(
      { path: `cabinet/numbers/${step}`, body: { numbers: sent } },
      {
        onSuccess: ({ changedCount: count }) => {
          showToast({
            type: "success",
            text: t(step === "off-sale" ? "takenOff" : "putOn", { count, shown: formatNumber(count) }),
          });
          onDone(sent);
        },
      },
    );
  };
  const problem = action.error ? toApiProblem(action.error) : null;
  const isNothing = numbers.length === 0 || action.isPending;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Checkbox checked={isAllPicked} onChange={(event) => onPickAll(event.target.checked)}>
          {numbers.length === 0
            ? t("pickAll")
            : t("picked", { count: numbers.length, shown: formatNumber(numbers.length) })}
        </Checkbox>
        <Button size="sm" disabled={isNothing} onClick={() => run("off-sale")}>
          {t("takeOff")}
        </Button>
        <Button size="sm" disabled={isNothing} onClick={() => run("on-sale")}>
          {t("putOnSale")}
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="text-bad text-sm">
          {problem.message || ui("error")}
        </p>
      ) : null}
    </div>
  );
}
