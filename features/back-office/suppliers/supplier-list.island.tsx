"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { AddSupplier } from "#features/back-office/suppliers/components/add-supplier.island.tsx";
import { SupplierBadge } from "#features/back-office/suppliers/components/supplier-badges.tsx";
import type { SupplierView } from "#features/back-office/suppliers/suppliers.contract.ts";
import { supplierKinds, supplierStates } from "#features/supply/operation.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const NONE = { search: "", kind: "", state: "", only: "" };

type SupplierListProps = { mayChange: boolean; given?: Partial<typeof NONE> };

/** Suppliers with their health, at first those who fit `given`; who moves money takes new ones on. */
export function SupplierList({ mayChange, given = {} }: SupplierListProps) {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ ...NONE, ...given });
  const query = useDeskList<SupplierView>("desk/suppliers", useDebounced(filter, 400));
  const change = (part: Partial<typeof filter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      {mayChange ? <AddSupplier /> : null}
      <Filters>
        <TextFilter
          label={t("suppliers.search")}
          value={filter.search}
          onChange={(search) => change({ search })}
        />
        <AnyChoice
          label={t("suppliers.kind")}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
          values={supplierKinds}
          textOf={(kind) => t(`suppliers.kinds.${kind}`)}
        />
        <AnyChoice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => change({ state })}
          values={supplierStates}
          textOf={(state) => t(`suppliers.states.${state}`)}
        />
        <AnyChoice
          label={t("filters.only")}
          value={filter.only}
          onChange={(only) => change({ only })}
          values={["unavailable"] as const}
          textOf={(only) => t(`overview.suppliers.states.${only}`)}
        />
      </Filters>
      <DeskList query={query} empty={t("suppliers.empty")}>
        {(supplier) => <SupplierRow supplier={supplier} />}
      </DeskList>
    </>
  );
}

function SupplierRow({ supplier }: { supplier: SupplierView }) {
  const t = useTranslations("backOffice.suppliers");
  const { code, name, kind, lastSuccessAt, lastError, circuitState, penaltyUntil, penaltyReason } = supplier;
  const { looseTypes, looseTypesAt, toldCount, onSaleCount } = supplier;
  return (
    <DeskRow
      main={
        <>
          <p>
            <LocaleLink
              href={`/desk/suppliers/${code}`}
              className="wrap-anywhere font-semibold text-link hover:underline"
            >
              {name}
            </LocaleLink>{" "}
            <span className="wrap-anywhere text-muted">{code}</span>
          </p>
          <p className="text-muted">
            {t(`kinds.${kind}`)} · {t("lastSuccess")}:{" "}
            {lastSuccessAt ? <Moment at={lastSuccessAt} /> : t("never")}
          </p>
          <HourFacts supplier={supplier} />
          {circuitState === "closed" ? null : (
            <p className="text-bad">
              {t("circuit")}: {t(`circuits.${circuitState}`)}
            </p>
          )}
          {lastError ? <bdi className="wrap-anywhere text-muted">{lastError}</bdi> : null}
          {penaltyUntil ? (
            <p className="wrap-anywhere">
              {t("penalty")} <Moment at={penaltyUntil} form="date" /> · {penaltyReason}
            </p>
          ) : null}
          {looseTypesAt ? (
            <p className="wrap-anywhere text-muted">
              {t("looseTypes")}: {looseTypes} · <Moment at={looseTypesAt} />
            </p>
          ) : null}
        </>
      }
      aside={
        <>
          <span className="tabular">
            {t("shownStock", { shown: formatNumber(onSaleCount), told: formatNumber(toldCount) })}
          </span>
          <SupplierBadge supplier={supplier} />
        </>
      }
    />
  );
}

/** The last hour in a line; what did not happen is left out. */
function HourFacts({ supplier }: { supplier: SupplierView }) {
  const t = useTranslations("backOffice.supplierHealth");
  const { kind, noNumbersPercent, meanAnswerMs, unusableCount, provenCount } = supplier;
  if (kind === "own") return null;
  const facts = [
    t("shortProven", { shown: formatNumber(provenCount) }),
    noNumbersPercent === null ? null : t("shortNoNumbers", { shown: formatNumber(noNumbersPercent) }),
    meanAnswerMs === null ? null : t("seconds", { shown: formatNumber(meanAnswerMs / 1_000, 2) }),
    unusableCount === 0 ? null : t("shortUnusable", { shown: formatNumber(unusableCount) }),
  ];
  return <p className="text-muted">{facts.filter((fact) => fact !== null).join(" · ")}</p>;
}
