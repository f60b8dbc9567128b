"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import type { FilterChoices } from "#features/ledger/statement/statement.contract.ts";
import { type Filters, statementQuery } from "#features/ledger/statement/statement.rules.ts";
import { StoreClaimList } from "#features/stores/claims/components/store-claim-list.island.tsx";
import { MarketplaceRules } from "#features/stores/components/marketplace-rules.tsx";
import { StoreSaleList } from "#features/stores/components/store-sale-list.island.tsx";
import { StoreOfferList } from "#features/stores/offers/components/store-offer-list.island.tsx";
import { storeQuery } from "#features/stores/overview/store-overview.client.ts";
import type { StoreOverview } from "#features/stores/overview/store-overview.contract.ts";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Nobody loads it who looks at offers and claims alone. */
const Statement = dynamic(
  () =>
    import("#features/ledger/statement/components/statement.island.tsx").then((module) => module.Statement),
  { ssr: false },
);

const parts = ["offers", "claims", "sales", "statement", "withdrawals"] as const;
type Part = (typeof parts)[number];

type StoreCabinetProps = {
  initial: StoreOverview;
  statement: { filters: Filters; choices: FilterChoices };
  /** The form and the list of withdrawals. */
  withdrawals: ReactNode;
};

/** A store's page for its owner: what was earned, and offers, claims, sales, the statement and withdrawals below it. */
export function StoreCabinet({ initial, statement, withdrawals }: StoreCabinetProps) {
  const t = useTranslations("stores.page");
  const { data: store } = useQuery({ ...storeQuery, initialData: initial });
  // Filters in the address are those of the statement.
  const [part, setPart] = useState<Part>(statementQuery(statement.filters) ? "statement" : "offers");
  return (
    <div className="grid gap-6">
      {store.isAgreed ? null : <NewRules version={store.rulesVersion} />}
      <Sums store={store} />
      <SegmentedChoice
        label={t("parts")}
        values={parts}
        chosen={part}
        onChoose={setPart}
        textOf={(one) => t(`part.${one}`)}
        wraps
      />
      <section aria-label={t(`part.${part}`)} className="min-w-0">
        {part === "offers" ? <StoreOfferList /> : null}
        {part === "claims" ? <StoreClaimList /> : null}
        {part === "sales" ? <StoreSaleList /> : null}
        {part === "statement" ? (
          <Statement balance="store" version={store.version} initial={null} {...statement} />
        ) : null}
        {part === "withdrawals" ? withdrawals : null}
      </section>
    </div>
  );
}

function Sums({ store }: { store: StoreOverview }) {
  const t = useTranslations("stores.page");
  const sums = [
    ["available", store.availableKopecks],
    ["pending", store.pendingKopecks],
    ["held", store.heldKopecks],
  ] as const;
  return (
    <Card className="grid gap-3 p-5 sm:p-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {sums.map(([name, kopecks]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{t(`sums.${name}`)}</dt>
            <dd className="font-bold text-xl">
              <RatedMoney kopecks={kopecks} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {t("commission", { percent: formatNumber(store.commissionPercent) })}{" "}
        {store.nextDueAt ? (
          <>
            {t("next")} <Moment at={store.nextDueAt} form="date" />
          </>
        ) : null}
      </p>
    </Card>
  );
}

/** The rules have changed: nothing new is brought before they are agreed to. */
function NewRules({ version }: { version: number }) {
  const t = useTranslations("stores.page");
  const ui = useTranslations("ui");
  const step = useStoreStep();
  return (
    <Notice tone="warn" title={t("rulesChanged")}>
      <div className="grid gap-4">
        <MarketplaceRules />
        {step.error ? <p role="alert">{toApiProblem(step.error).message || ui("error")}</p> : null}
        <Button
          tone="accent"
          className="justify-self-start"
          busy={step.isPending}
          onClick={() => step.mutate({ path: "store/rules", body: { version }, isKeyed: false })}
        >
          {t("agree")}
        </Button>
      </div>
    </Notice>
  );
}
