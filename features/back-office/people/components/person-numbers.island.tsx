"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { StateBadge } from "#features/activations/components/number-state.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import { RentalStateBadge } from "#features/rentals/components/rental-state.tsx";
import { spanText } from "#features/rentals/duration.rules.ts";
import { numberKinds, rentalTotalKopecks } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Asked for once the typing pauses. */
const TYPING_MS = 400;

/** What a user bought and rented, found by digits of the number or the order's number; never what the SMS said. */
export function PersonNumbers({ id }: { id: number }) {
  const t = useTranslations("backOffice.person");
  const mine = useTranslations("activations.myNumbers");
  const kinds = useTranslations("rentals.myNumbers.kind");
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState("");
  const number = useDebounced(typed, TYPING_MS);
  const query = useDeskList<PersonNumber>(`desk/people/${id}/numbers`, { number, kind });
  return (
    <>
      <Filters>
        <TextFilter
          label={mine("digits")}
          value={typed}
          inputMode="numeric"
          onChange={(text) => setTyped(text.replaceAll(/\D/g, "").slice(0, 15))}
        />
        <AnyChoice
          label={kinds("label")}
          value={kind}
          onChange={setKind}
          values={numberKinds}
          textOf={(value) => kinds(value)}
        />
      </Filters>
      <DeskList query={query} empty={t("noNumbers")}>
        {(number) => <PersonNumberRow number={number} />}
      </DeskList>
    </>
  );
}

function PersonNumberRow({ number }: { number: PersonNumber }) {
  const t = useTranslations("backOffice.person");
  const mine = useTranslations("activations.myNumbers");
  const rented = useTranslations("rentals.myNumbers");
  const languageTag = useLocale();
  const order = { number: String(number.id) };
  return (
    <DeskRow
      main={
        <>
          <p className="font-medium">
            {number.service.name}, {number.country.name}
            {number.operator === "any" ? null : <span className="text-muted"> · {number.operator}</span>}
          </p>
          <p className="tabular" translate="no">
            {number.number ? `+${number.number}` : "—"}
          </p>
          <p className="text-muted">
            {number.kind === "rental"
              ? rented("rental", { ...order, time: spanText(languageTag, number.hours * 3_600) })
              : mine("order", order)}{" "}
            · <Moment at={number.requestedAt} />
          </p>
        </>
      }
      aside={
        <div className="grid gap-1 sm:justify-items-end">
          {number.kind === "rental" ? (
            <RentalStateBadge state={number.state} />
          ) : (
            <StateBadge number={number} />
          )}
          <p className="tabular font-semibold">
            {displayRoubles(number.kind === "rental" ? rentalTotalKopecks(number) : number.priceKopecks)}
          </p>
          <p className="text-muted text-xs">
            {t("smsCount", { count: number.messagesCount, shown: formatNumber(number.messagesCount) })}
          </p>
        </div>
      }
    />
  );
}
