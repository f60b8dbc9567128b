"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { DayRangeFilter } from "#components/ui/list-filters.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { StateBadge } from "#features/activations/components/number-state.tsx";
import { useDeskItem, useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import type { GoodsChoices } from "#features/catalogue/order-lists/order-lists.rules.ts";
import { RentalStateBadge } from "#features/rentals/components/rental-state.tsx";
import { spanText } from "#features/rentals/duration.rules.ts";
import {
  numberKinds,
  numberStatuses,
  rentalTotalKopecks,
} from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Asked for once the typing pauses. */
const TYPING_MS = 400;

const noFilter = { kind: "", status: "", service: "", country: "", from: "", to: "" };

/** What a user bought and rented, found by digits of the number or the order's number, kind, state, goods and days; never what the SMS said. */
export function PersonNumbers({ id }: { id: number }) {
  const t = useTranslations("backOffice.person");
  const words = useTranslations("backOffice.filters");
  const mine = useTranslations("activations.myNumbers");
  const kinds = useTranslations("rentals.myNumbers.kind");
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState(noFilter);
  const change = (part: Partial<typeof noFilter>) => setFilter({ ...filter, ...part });
  const number = useDebounced(typed, TYPING_MS);
  const query = useDeskList<PersonNumber>(`desk/people/${id}/numbers`, { number, ...filter });
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
          value={filter.kind}
          onChange={(kind) => change({ kind })}
          values={numberKinds}
          textOf={(value) => kinds(value)}
        />
        <AnyChoice
          label={words("state")}
          value={filter.status}
          onChange={(status) => change({ status })}
          values={numberStatuses}
          textOf={(value) => mine(`status.${value}`)}
        />
        <GoodsFilter personId={id} filter={filter} onChange={change} />
        <DayRangeFilter
          id="person-numbers"
          labels={{ from: words("from"), to: words("to") }}
          from={filter.from}
          to={filter.to}
          onChange={change}
        />
      </Filters>
      <DeskList query={query} empty={t("noNumbers")}>
        {(number) => <PersonNumberRow number={number} />}
      </DeskList>
    </>
  );
}

type GoodsFilterProps = {
  personId: number;
  filter: Pick<typeof noFilter, "service" | "country">;
  onChange: (part: Partial<typeof noFilter>) => void;
};

/** Narrows to a service and a country among those of the user's latest numbers. */
function GoodsFilter({ personId, filter: { service, country }, onChange }: GoodsFilterProps) {
  const t = useTranslations("catalogue.orders.filters");
  const { data: goods } = useDeskItem<GoodsChoices>(`desk/people/${personId}/numbers/goods`);
  const serviceOf = new Map(goods?.services.map(({ code, name }) => [code, name]));
  const countryOf = new Map(goods?.countries.map(({ id, name }) => [String(id), name]));
  return (
    <>
      <AnyChoice
        label={t("service")}
        value={service}
        onChange={(value) => onChange({ service: value })}
        values={[...serviceOf.keys()]}
        textOf={(code) => serviceOf.get(code) ?? code}
      />
      <AnyChoice
        label={t("country")}
        value={country}
        onChange={(value) => onChange({ country: value })}
        values={[...countryOf.keys()]}
        textOf={(id) => countryOf.get(id) ?? id}
      />
    </>
  );
}

function PersonNumberRow({ number }: { number: PersonNumber }) {
  const t = useTranslations("backOffice.person");
  const mine = useTranslations("activations.myNumbers");
  const rented = useTranslations("rentals.myNumbers");
  const money = useTranslations("activations.profile.money");
  const languageTag = useLocale();
  const order = { number: String(number.id) };
  const isRefunded = number.money === "given-back";
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
          <p className={cx("tabular", isRefunded ? "text-muted" : "font-semibold")}>
            {isRefunded ? <span className="font-medium text-good">{money("given-back")} </span> : null}
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
