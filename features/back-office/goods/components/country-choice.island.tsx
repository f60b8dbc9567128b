"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { IconInput } from "#components/ui/input.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { ChosenGoods } from "#features/back-office/goods/components/chosen-goods.tsx";
import type { GoodsPrice, GoodsPrices } from "#features/back-office/goods/goods.contract.ts";
import { useKeptFocus } from "#features/back-office/goods/kept-focus.client.ts";
import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";

type CountryChoiceProps = {
  label: string;
  /** Whose prices stand beside the countries; null = none are shown. */
  serviceCode: string | null;
  /** The country's id. */
  value: number | null;
  onChange: (countryId: number | null) => void;
};

/** A country with the retail price, the wholesale price and the cost of a service's numbers beside it. */
export function CountryChoice({ label, serviceCode, value, onChange }: CountryChoiceProps) {
  const frame = useKeptFocus(value === null);
  const query = serviceCode === null ? "" : `?service=${encodeURIComponent(serviceCode)}`;
  const prices = useDeskItem<GoodsPrices>(`desk/prices${query}`);
  const { data } = prices;
  const chosen = value === null ? null : data?.items.find(({ country }) => country.id === value);
  const detailOf = (goods: GoodsPrice) => (serviceCode === null ? null : <Prices goods={goods} />);
  return (
    <fieldset ref={frame} className="grid min-w-0 gap-1.5">
      <legend className="wrap-anywhere mb-1.5 font-medium text-sm">{label}</legend>
      {!data ? (
        <NotThere query={prices} rows={2} />
      ) : chosen ? (
        <ChosenGoods
          mark={<Flag src={chosen.country.icon} />}
          name={chosen.country.name}
          detail={detailOf(chosen)}
          onChange={() => onChange(null)}
        />
      ) : (
        <Countries items={data.items} detailOf={detailOf} onSelect={onChange} />
      )}
    </fieldset>
  );
}

function Prices({ goods: { prices } }: { goods: GoodsPrice }) {
  const t = useTranslations("backOffice.goods");
  if (!prices) return <span>{t("notInStock")}</span>;
  return (
    <span className="tabular">
      {t("prices", {
        retail: displayRoubles(prices.retailKopecks),
        wholesale: displayRoubles(prices.wholesaleKopecks),
        cost: displayRoubles(prices.costKopecks),
      })}
    </span>
  );
}

type CountriesProps = {
  items: readonly GoodsPrice[];
  detailOf: (goods: GoodsPrice) => ReactNode;
  onSelect: (countryId: number) => void;
};

function Countries({ items, detailOf, onSelect }: CountriesProps) {
  const t = useTranslations("backOffice.goods");
  const [text, setText] = useState("");
  const wanted = foldSearch(text);
  const found = items.filter(
    ({ country }) => foldSearch(country.name).includes(wanted) || country.slug.includes(wanted),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== "Enter" || wanted === "" || !first) return;
    event.preventDefault();
    onSelect(first.country.id);
  };
  return (
    <>
      <IconInput
        type="search"
        icon={<Search className="size-4" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t("findCountry")}
        aria-label={t("findCountry")}
        autoComplete="off"
        maxLength={60}
      />
      {found.length === 0 ? (
        <p role="status" className="px-2 py-3 text-muted text-sm">
          {t("noCountry", { text: text.trim() })}
        </p>
      ) : (
        <ul className="grid max-h-60 gap-0.5 overflow-y-auto">
          {found.map((goods) => (
            <li key={goods.country.id}>
              <button
                type="button"
                onClick={() => onSelect(goods.country.id)}
                className="touch flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken"
              >
                <Flag src={goods.country.icon} />
                <span className="min-w-0">
                  <span className="block truncate">{goods.country.name}</span>
                  <span className="wrap-anywhere block text-muted text-xs">{detailOf(goods)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
