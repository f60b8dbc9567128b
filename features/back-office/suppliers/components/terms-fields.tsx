import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { Choice } from "#features/back-office/components/choice.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import type { SupplierDetails } from "#features/back-office/suppliers/suppliers.contract.ts";
import { wordTables } from "#features/supply/dialects/dialects.rules.ts";
import type { SupplierKind } from "#features/supply/operation.rules.ts";
import { type UpstreamCurrency, upstreamCurrencies } from "#features/supply/upstream-money.rules.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

/** What the form of a supplier holds, as it is typed. */
export type TypedTerms = {
  name: string;
  baseUrl: string;
  honoursClientId: boolean;
  rents: boolean;
  openMax: string;
  defaultCost: string;
  currency: UpstreamCurrency;
  rate: string;
  balanceMin: string;
  countries: string;
  services: string;
  operators: string;
  owner: string;
  wordTable: string;
  costFloor: string;
  costCeiling: string;
};

export const noTerms: TypedTerms = {
  name: "",
  baseUrl: "",
  honoursClientId: false,
  rents: true,
  openMax: "",
  defaultCost: "",
  currency: "RUB",
  rate: "",
  balanceMin: "",
  countries: "",
  services: "",
  operators: "",
  owner: "",
  wordTable: "",
  costFloor: "",
  costCeiling: "",
};

/** The form of a supplier that is there. */
export function typedTerms(supplier: SupplierDetails): TypedTerms {
  const { name, baseUrl, honoursClientId, rents, openMax, defaultCostKopecks } = supplier;
  const words = (named: SupplierDetails["countries"]) => named.map(({ word }) => word).join(", ");
  return {
    ...{ name, baseUrl: baseUrl ?? "", honoursClientId, rents },
    openMax: openMax === null ? "" : String(openMax),
    defaultCost: typedAmount(defaultCostKopecks),
    owner: supplier.owner ? supplier.owner.email || String(supplier.owner.id) : "",
    wordTable: supplier.wordTable ?? "",
    costFloor: typedAmount(supplier.costFloorKopecks),
    costCeiling: typedAmount(supplier.costCeilingKopecks),
    ...typedShop(supplier),
    countries: words(supplier.countries),
    services: words(supplier.services),
    operators: supplier.operators.join(", "),
  };
}

const typedAmount = (amount: number | null) => (amount === null ? "" : decimalRoubles(kopecks(amount)));

/** An amount that may be left out: null = left out, undefined = typed wrongly. */
function optionalKopecks(text: string): number | null | undefined {
  return text.trim() === "" ? null : (typedKopecks(text) ?? undefined);
}

function typedShop({ currency, rateKopecks, balanceMinCents }: SupplierDetails) {
  const amount = (hundredths: number | null) =>
    hundredths === null ? "" : decimalRoubles(kopecks(hundredths));
  return {
    currency: currency ?? "RUB",
    rate: currency === "USD" ? amount(rateKopecks) : "",
    balanceMin: amount(balanceMinCents),
  };
}

const wordsOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** What the call takes, or null while a field is not filled in well. */
export function termsBody(kind: SupplierKind, typed: TypedTerms): object | null {
  const openMax = typed.openMax === "" ? null : Number(typed.openMax);
  const defaultCostKopecks = optionalKopecks(typed.defaultCost);
  const costFloorKopecks = optionalKopecks(typed.costFloor);
  const costCeilingKopecks = optionalKopecks(typed.costCeiling);
  const isWrongCost = [defaultCostKopecks, costFloorKopecks, costCeilingKopecks].includes(undefined);
  const isWithoutAddress = kind !== "own" && typed.baseUrl.trim() === "";
  const shop = shopBody(kind, typed);
  if (typed.name.trim() === "" || openMax === 0 || isWrongCost || isWithoutAddress || !shop) return null;
  return {
    name: typed.name.trim(),
    baseUrl: kind === "own" ? null : typed.baseUrl.trim(),
    honoursClientId: typed.honoursClientId,
    rents: typed.rents,
    ...{ openMax, defaultCostKopecks, costFloorKopecks, costCeilingKopecks },
    owner: typed.owner.trim() === "" ? null : typed.owner.trim(),
    wordTable: typed.wordTable === "" ? null : typed.wordTable,
    ...shop,
    countries: wordsOf(typed.countries),
    services: wordsOf(typed.services),
    operators: wordsOf(typed.operators),
  };
}

/** What only an upstream has; null while a field is not filled in well. */
function shopBody(kind: SupplierKind, { currency, rate, balanceMin }: TypedTerms): object | null {
  if (kind !== "upstream") return {};
  const rateKopecks = currency === "RUB" ? null : typedKopecks(rate);
  const balanceMinCents = balanceMin.trim() === "" ? null : typedKopecks(balanceMin);
  const isWrong =
    (currency !== "RUB" && rateKopecks === null) || (balanceMinCents === null && balanceMin.trim() !== "");
  return isWrong ? null : { currency, rateKopecks, balanceMinCents };
}

type TermsFieldsProps = {
  kind: SupplierKind;
  typed: TypedTerms;
  onChange: (part: Partial<TypedTerms>) => void;
};

/** The fields of a supplier's terms. */
export function TermsFields({ kind, typed, onChange }: TermsFieldsProps) {
  const t = useTranslations("backOffice.suppliers");
  return (
    <div className="grid gap-4">
      <TextLine label={t("name")} value={typed.name} onChange={(name) => onChange({ name })} />
      {kind === "own" ? null : (
        <TextLine
          label={t(kind === "agent" ? "address" : "shopAddress")}
          value={typed.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
        />
      )}
      {kind === "agent" ? (
        <Checkbox
          checked={typed.honoursClientId}
          onChange={(event) => onChange({ honoursClientId: event.target.checked })}
        >
          {t("honoursClientId")}
        </Checkbox>
      ) : null}
      {kind === "upstream" ? (
        <ShopFields typed={typed} onChange={onChange} />
      ) : (
        <Checkbox checked={typed.rents} onChange={(event) => onChange({ rents: event.target.checked })}>
          {t("rents")}
        </Checkbox>
      )}
      <AmountInput
        label={t(kind === "upstream" ? "mostCost" : "defaultCost")}
        hint={t(kind === "upstream" ? "mostCostHint" : "defaultCostHint")}
        value={typed.defaultCost}
        onChange={(defaultCost) => onChange({ defaultCost })}
      />
      <TextLine
        label={t("openMax")}
        hint={t("openMaxHint")}
        value={typed.openMax}
        onChange={(text) => onChange({ openMax: text.replace(/\D/g, "").slice(0, 6) })}
      />
      {(["countries", "services", "operators"] as const).map((list) => (
        <TextLine
          key={list}
          label={t(list)}
          hint={t(`${list}Hint`)}
          value={typed[list]}
          onChange={(text) => onChange({ [list]: text })}
        />
      ))}
      <Choice
        label={t("wordTable")}
        value={typed.wordTable}
        onChange={(wordTable) => onChange({ wordTable })}
        options={[
          ["", t("wordTables.usual")],
          ...wordTables.map((table) => [table, t(`wordTables.${table}`)] as const),
        ]}
      />
      <TextLine
        label={t("owner")}
        hint={t("ownerHint")}
        value={typed.owner}
        onChange={(owner) => onChange({ owner })}
      />
      <AmountInput
        label={t("costFloor")}
        hint={t("costLimitsHint")}
        value={typed.costFloor}
        onChange={(costFloor) => onChange({ costFloor })}
      />
      <AmountInput
        label={t("costCeiling")}
        value={typed.costCeiling}
        onChange={(costCeiling) => onChange({ costCeiling })}
      />
    </div>
  );
}

/** What only another shop has. */
function ShopFields({ typed, onChange }: Omit<TermsFieldsProps, "kind">) {
  const t = useTranslations("backOffice.suppliers");
  return (
    <>
      <Choice
        label={t("currency")}
        value={typed.currency}
        onChange={(currency) => onChange({ currency: currency as UpstreamCurrency })}
        options={upstreamCurrencies.map((currency) => [currency, t(`currencies.${currency}`)] as const)}
      />
      {typed.currency === "RUB" ? null : (
        <AmountInput
          label={t("rate")}
          hint={t("rateHint")}
          value={typed.rate}
          onChange={(rate) => onChange({ rate })}
        />
      )}
      <AmountInput
        label={t("balanceMin")}
        hint={t("balanceMinHint")}
        value={typed.balanceMin}
        onChange={(balanceMin) => onChange({ balanceMin })}
      />
    </>
  );
}
