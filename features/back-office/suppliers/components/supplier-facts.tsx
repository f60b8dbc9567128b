import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import type { SupplierDetails } from "#features/back-office/suppliers/suppliers.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type SupplierProps = { supplier: SupplierDetails };

/** How a supplier answers, and what it has. */
export function HealthFacts({ supplier }: SupplierProps) {
  const t = useTranslations("backOffice.suppliers");
  const desk = useTranslations("backOffice");
  const { lastSuccessAt, lastFailureAt, lastError, penaltyUntil, penaltyReason, looseTypesAt } = supplier;
  return (
    <Facts
      facts={[
        [t("code"), supplier.code],
        [t("kind"), t(`kinds.${supplier.kind}`)],
        [t("owner"), supplier.owner && <PersonName person={supplier.owner} />],
        [t("since"), <Moment key="since" at={supplier.createdAt} form="date" />],
        [t("ended"), supplier.endedAt && <Moment at={supplier.endedAt} />],
        [t("lastSuccess"), (lastSuccessAt && <Moment at={lastSuccessAt} />) ?? t("never")],
        [t("circuit"), supplier.kind !== "own" ? <Circuit key="circuit" supplier={supplier} /> : null],
        [
          t("lastFailure"),
          lastFailureAt ? (
            <>
              <Moment at={lastFailureAt} />{" "}
              {lastError ? <bdi className="wrap-anywhere">{lastError}</bdi> : null}
            </>
          ) : null,
        ],
        [
          t("penalty"),
          penaltyUntil ? (
            <>
              <Moment at={penaltyUntil} form="date" /> · {penaltyReason}
            </>
          ) : null,
        ],
        [
          t("looseTypes"),
          looseTypesAt ? (
            <>
              {supplier.looseTypes} · <Moment at={looseTypesAt} />
            </>
          ) : null,
        ],
        [t("balance"), supplier.kind === "upstream" ? <Balance key="balance" supplier={supplier} /> : null],
        [t("told"), formatNumber(supplier.toldCount)],
        [
          t("proven"),
          supplier.kind !== "own" ? (
            <>
              {formatNumber(supplier.provenCount)} <span className="text-muted">{t("provenHint")}</span>
            </>
          ) : null,
        ],
        [t("onSale"), formatNumber(supplier.onSaleCount)],
        [t("rentTold"), supplier.kind === "own" ? formatNumber(supplier.rentCount) : null],
        [
          desk("nav.unknownWords"),
          <LocaleLink key="words" href="/desk/unknown-words" className="text-link underline">
            {t("wordsOfAll")}
          </LocaleLink>,
        ],
      ]}
    />
  );
}

/** The state of its circuit, with what opened it. */
function Circuit({ supplier: { circuitState, lastError } }: SupplierProps) {
  const t = useTranslations("backOffice.suppliers");
  return (
    <>
      {t(`circuits.${circuitState}`)}
      {circuitState !== "closed" && lastError ? (
        <>
          {" · "}
          <bdi className="wrap-anywhere">{lastError}</bdi>
        </>
      ) : null}
    </>
  );
}

const amountOf = (amount: number | null) => (amount === null ? "—" : displayRoubles(amount));

/** An amount of an upstream's currency, given in hundredths. */
function shopMoney({ currency }: SupplierDetails, cents: number): string {
  return `${formatNumber(cents / 100, 2)} ${currency}`;
}

/** Our money at an upstream, and whether it suffices. */
function Balance({ supplier }: SupplierProps) {
  const t = useTranslations("backOffice.suppliers");
  const { balanceCents, balanceAt, isOutOfMoney } = supplier;
  return (
    <>
      {balanceCents === null ? t("never") : shopMoney(supplier, balanceCents)}
      {balanceAt ? (
        <>
          {" · "}
          <Moment at={balanceAt} />
        </>
      ) : null}
      {isOutOfMoney ? <span className="text-bad"> · {t("outOfMoney")}</span> : null}
    </>
  );
}

/** What was agreed with a supplier. */
export function TermsFacts({ supplier }: SupplierProps) {
  const t = useTranslations("backOffice.suppliers");
  const yesNo = useTranslations("backOffice");
  const { openMax, defaultCostKopecks, countries, services, operators } = supplier;
  const said = (is: boolean) => yesNo(is ? "yes" : "no");
  const namesOf = (named: SupplierDetails["countries"]) => listed(named.map(({ name }) => name));
  const listed = (names: readonly string[]) =>
    names.length === 0 ? t("everything") : <span className="wrap-anywhere">{names.join(", ")}</span>;
  const { currency, rateKopecks, balanceMinCents } = supplier;
  const shopFacts: Fact[] =
    currency === null
      ? []
      : [
          [t("currency"), t(`currencies.${currency}`)],
          [t("rate"), currency === "RUB" || rateKopecks === null ? null : displayRoubles(rateKopecks)],
          [t("balanceMin"), balanceMinCents === null ? "—" : shopMoney(supplier, balanceMinCents)],
        ];
  return (
    <div className="px-5 py-4">
      <Facts
        facts={[
          [
            t(supplier.kind === "upstream" ? "shopAddress" : "address"),
            supplier.baseUrl && <span className="wrap-anywhere">{supplier.baseUrl}</span>,
          ],
          ...shopFacts,
          [t("honoursClientId"), supplier.kind === "agent" ? said(supplier.honoursClientId) : null],
          [t("rents"), supplier.kind === "upstream" ? null : said(supplier.rents)],
          [t("openMax"), openMax === null ? "—" : formatNumber(openMax)],
          [t(supplier.kind === "upstream" ? "mostCost" : "defaultCost"), amountOf(defaultCostKopecks)],
          [t("countries"), namesOf(countries)],
          [t("services"), namesOf(services)],
          [t("operators"), listed(operators)],
          [t("wordTable"), t(`wordTables.${supplier.wordTable ?? "usual"}`)],
          [t("costFloor"), amountOf(supplier.costFloorKopecks)],
          [t("costCeiling"), amountOf(supplier.costCeilingKopecks)],
        ]}
      />
    </div>
  );
}

type KeyFactsProps = { keys?: SupplierDetails["retiredKeys"]; facts: readonly Fact[] };

/** Figures, and keys that were replaced and are still taken. */
export function KeyFacts({ keys = [], facts }: KeyFactsProps) {
  const t = useTranslations("backOffice.suppliers");
  return (
    <div className="grid gap-2 px-5 py-4 text-sm">
      <Facts facts={facts} />
      {keys.map(({ retiredAt, takenUntil, callsUntil }) => (
        <p key={retiredAt}>
          {t("oldKey")} <Moment at={takenUntil} form="date" /> · {t("oldKeyCalls")}{" "}
          <Moment at={callsUntil} form="date" />
        </p>
      ))}
    </div>
  );
}
