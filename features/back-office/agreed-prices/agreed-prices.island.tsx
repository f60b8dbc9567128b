"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import type {
  AgreedPrices,
  AgreedPriceView,
} from "#features/back-office/agreed-prices/agreed-prices.contract.ts";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { CountryChoice } from "#features/back-office/goods/components/country-choice.island.tsx";
import {
  type ChosenService,
  ServiceChoice,
} from "#features/back-office/goods/components/service-choice.island.tsx";

type AgreedPricesPanelProps = { id: number; email: string; mayChange: boolean };

/** The prices agreed with a user beside everybody's; whoever moves money may agree and end them. */
export function AgreedPricesPanel({ id, email, mayChange }: AgreedPricesPanelProps) {
  const t = useTranslations("backOffice.agreedPrices");
  const [asked, setAsked] = useState<AgreedPriceView | "new" | null>(null);
  const path = `desk/people/${id}/prices`;
  const query = useDeskItem<AgreedPrices>(path);
  const { data } = query;
  return (
    <section aria-labelledby="person-prices" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="person-prices" className="font-semibold text-lg">
          {t("title")}
        </h2>
        {mayChange ? <Button onClick={() => setAsked("new")}>{t("agree")}</Button> : null}
      </div>
      {data ? (
        <Card className="overflow-x-auto">
          {data.items.length === 0 ? (
            <p className="px-5 py-4 text-muted text-sm">{t("empty")}</p>
          ) : (
            <PriceRows items={data.items} onEnd={mayChange ? setAsked : null} />
          )}
        </Card>
      ) : (
        <NotThere query={query} rows={2} />
      )}
      {asked === "new" ? <Agree path={path} email={email} onClose={() => setAsked(null)} /> : null}
      {asked !== null && asked !== "new" ? (
        <End path={path} email={email} price={asked} onClose={() => setAsked(null)} />
      ) : null}
    </section>
  );
}

const amount = (kopecks: number | null) => (kopecks === null ? "—" : displayRoubles(kopecks));

type PriceRowsProps = { items: readonly AgreedPriceView[]; onEnd: ((price: AgreedPriceView) => void) | null };

function PriceRows({ items, onEnd }: PriceRowsProps) {
  const t = useTranslations("backOffice.agreedPrices");
  const columns = ["goods", "price", "retail", "wholesale", "since"] as const;
  return (
    <table className="w-full text-left text-sm">
      <thead className="text-muted text-xs">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-4 py-2 font-medium">
              {t(column)}
            </th>
          ))}
          {onEnd ? (
            <th scope="col" className="sr-only">
              {t("end")}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {items.map((price) => (
          <tr key={`${price.service.code} ${price.country.id}`}>
            <th scope="row" className="px-4 py-2 font-medium">
              {price.service.name}, {price.country.name}
            </th>
            <td className="tabular whitespace-nowrap px-4 py-2 font-semibold">
              {amount(price.priceKopecks)}
            </td>
            <td className="tabular whitespace-nowrap px-4 py-2">{amount(price.retailKopecks)}</td>
            <td className="tabular whitespace-nowrap px-4 py-2">{amount(price.wholesaleKopecks)}</td>
            <td className="whitespace-nowrap px-4 py-2 text-muted">
              <Moment at={price.grantedAt} />
            </td>
            {onEnd ? (
              <td className="px-4 py-2 text-right">
                <Button size="sm" tone="danger" onClick={() => onEnd(price)}>
                  {t("end")}
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DialogProps = { path: string; email: string; onClose: () => void };

function Agree({ path, email, onClose }: DialogProps) {
  const t = useTranslations("backOffice");
  const [service, setService] = useState<ChosenService | null>(null);
  const [countryId, setCountryId] = useState<number | null>(null);
  const [price, setPrice] = useState("");
  const priceKopecks = typedKopecks(price);
  return (
    <ConfirmAction
      title={t("agreedPrices.agree")}
      facts={[[t("facts.user"), email]]}
      warning={t("agreedPrices.agreeWarning")}
      submit={
        priceKopecks === null
          ? t("agreedPrices.agree")
          : t("agreedPrices.agreeFor", { amount: amount(priceKopecks) })
      }
      reason={{ label: t("reason") }}
      call={(reason) =>
        service === null || countryId === null || priceKopecks === null
          ? null
          : { path, body: { serviceCode: service.code, countryId, priceKopecks, reason } }
      }
      onClose={onClose}
    >
      <ServiceChoice label={t("goods.service")} value={service} onChange={setService} />
      <CountryChoice
        label={t("agreedPrices.country")}
        serviceCode={service?.code ?? null}
        value={countryId}
        onChange={setCountryId}
      />
      <AmountInput label={t("agreedPrices.price")} value={price} onChange={setPrice} />
    </ConfirmAction>
  );
}

function End({ path, email, price, onClose }: DialogProps & { price: AgreedPriceView }) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={t("agreedPrices.end")}
      facts={[
        [t("facts.user"), email],
        [t("agreedPrices.goods"), `${price.service.name}, ${price.country.name}`],
        [t("agreedPrices.price"), amount(price.priceKopecks)],
        [t("agreedPrices.retail"), amount(price.retailKopecks)],
      ]}
      warning={t("agreedPrices.endWarning")}
      submit={t("agreedPrices.end")}
      isDanger
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path,
        body: { serviceCode: price.service.code, countryId: price.country.id, priceKopecks: null, reason },
      })}
      onClose={onClose}
    />
  );
}
