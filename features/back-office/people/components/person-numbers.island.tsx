"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { StateBadge } from "#features/activations/components/number-state.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Asked for once the typing pauses. */
const TYPING_MS = 400;

/** What a user bought, found by digits of the number or the order's number; never what the SMS said. */
export function PersonNumbers({ id }: { id: number }) {
  const t = useTranslations("backOffice.person");
  const mine = useTranslations("activations.myNumbers");
  const [typed, setTyped] = useState("");
  const number = useDebounced(typed, TYPING_MS);
  const query = useDeskList<PersonNumber>(`desk/people/${id}/numbers`, { number });
  return (
    <>
      <Filters>
        <TextFilter
          label={mine("digits")}
          value={typed}
          inputMode="numeric"
          onChange={(text) => setTyped(text.replaceAll(/\D/g, "").slice(0, 15))}
        />
      </Filters>
      <DeskList query={query} empty={t("noNumbers")}>
        {(order) => (
          <DeskRow
            main={
              <>
                <p className="font-medium">
                  {order.service.name}, {order.country.name}
                  {order.operator === "any" ? null : <span className="text-muted"> · {order.operator}</span>}
                </p>
                <p className="tabular" translate="no">
                  {order.number ? `+${order.number}` : "—"}
                </p>
                <p className="text-muted">
                  {mine("order", { number: String(order.id) })} · <Moment at={order.requestedAt} />
                </p>
              </>
            }
            aside={
              <div className="grid gap-1 sm:justify-items-end">
                <StateBadge number={order} />
                <p className="tabular font-semibold">{displayRoubles(order.priceKopecks)}</p>
                <p className="text-muted text-xs">
                  {t("smsCount", { count: order.messagesCount, shown: formatNumber(order.messagesCount) })}
                </p>
              </div>
            }
          />
        )}
      </DeskList>
    </>
  );
}
