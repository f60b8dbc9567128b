"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import {
  AnyChoice,
  Choice,
  DaysFilter,
  Filters,
  TextFilter,
} from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import type { DeskPayment } from "#features/back-office/payments/payments.contract.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";

const NONE = { state: "", method: "", search: "", userId: "", from: "", to: "", days: "" };
const digits = (text: string) => text.replace(/\D/g, "").slice(0, 15);

type PaymentListProps = { methods: Record<string, string>; given?: Partial<typeof NONE> };

/** Payments with their filters, at first those `given`. `methods` has the names of the ways to pay by their ids. */
export function PaymentList({ methods, given = {} }: PaymentListProps) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const [filter, setFilter] = useState({ ...NONE, ...given });
  const settled = useDebounced(filter, 400);
  const query = useDeskList<DeskPayment>("desk/payments", settled);
  const change = (part: Partial<typeof NONE>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <TextFilter
          label={t("filters.payment")}
          value={filter.search}
          onChange={(search) => change({ search })}
        />
        <AnyChoice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => change({ state })}
          values={[...paymentStates, "odd"] as const}
          textOf={(state) => (state === "odd" ? t("filters.odd") : payments(`states.${state}`))}
        />
        <Choice
          label={t("filters.method")}
          value={filter.method}
          onChange={(method) => change({ method })}
          options={[["", t("filters.any")], ...Object.entries(methods)]}
        />
        <TextFilter
          label={t("filters.userId")}
          value={filter.userId}
          inputMode="numeric"
          onChange={(text) => change({ userId: digits(text) })}
        />
        <DaysFilter
          value={filter}
          onChange={change}
          options={[
            ["", t("filters.started")],
            ["credited", t("filters.credited")],
          ]}
        />
      </Filters>
      <DeskList query={query} empty={t("empty.payments")}>
        {(payment) => (
          <DeskRow
            main={
              <>
                <p className="flex flex-wrap items-center gap-x-2">
                  <LocaleLink
                    href={`/desk/payments/${payment.id}`}
                    className="font-semibold text-link hover:underline"
                  >
                    {t("paymentNumber", { id: payment.id })}
                  </LocaleLink>
                  <span className="text-muted">{methods[payment.method] ?? payment.method}</span>
                </p>
                <p className="text-muted">
                  {payment.user ? (
                    <>
                      <PersonName person={payment.user} />
                      {" · "}
                    </>
                  ) : null}
                  <Moment at={payment.createdAt} />
                </p>
              </>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(payment.amountKopecks)}</span>
                <StateBadge state={payment.state} text={payments(`states.${payment.state}`)} />
              </>
            }
          />
        )}
      </DeskList>
    </>
  );
}
