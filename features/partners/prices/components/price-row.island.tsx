"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { EffectWords } from "#features/partners/prices/components/effect-words.tsx";
import { SalesSteps } from "#features/partners/prices/components/sales-steps.tsx";
import { useSetPrice } from "#features/partners/prices/prices.client.ts";
import type { PriceRow as Row } from "#features/partners/prices/prices.contract.ts";
import { effectOf, type PriceLimits } from "#features/partners/prices/prices.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { decimalRoubles, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

type PriceRowProps = { row: Row; limits: PriceLimits };

const spell = (amount: number | null) => (amount === null ? "" : decimalRoubles(kopecks(amount)));

/** One price: typed in place, shown with its effect, and kept when the partner says so. Enter keeps, Escape takes back. */
export function PriceRow({ row, limits }: PriceRowProps) {
  const t = useTranslations("partners.prices");
  const ui = useTranslations("ui");
  const id = useId();
  const money = useMoneyText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const save = useSetPrice(row);
  const name = `${row.service.name}, ${row.country.name}`;
  const wanted = typed === null ? null : parseRoubles(typed.replace(",", "."));
  const isChange = typed !== null && wanted !== row.costKopecks;
  const isWithin = wanted !== null && wanted >= limits.floorKopecks && wanted <= limits.ceilingKopecks;
  const forget = () => {
    setTyped(null);
    save.reset();
  };
  const keep = () => {
    if (!isChange || !isWithin || wanted === null || save.isPending) return;
    save.mutate(wanted, {
      onSuccess: () => {
        setTyped(null);
        showToast({ type: "success", text: t("saved", { goods: name, price: money.both(wanted) }) });
      },
    });
  };
  return (
    <li data-price-row="" className="grid gap-2 px-4 py-3 text-sm sm:px-5">
      <div className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_auto]">
        <div className="min-w-0">
          <label htmlFor={id} className="wrap-anywhere block font-semibold">
            {row.service.name}
            <span className="sr-only">, </span>
            <span className="wrap-anywhere block font-normal">{row.country.name}</span>
          </label>
          <span className="text-muted text-xs">
            {row.costKopecks === null
              ? t("unpriced")
              : t("onSale", { count: row.onSaleCount, shown: formatNumber(row.onSaleCount) })}
          </span>
        </div>
        <Others row={row} className="order-last col-span-3 md:order-none md:col-span-1" />
        <div className="relative">
          <Input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            className="tabular pr-8 text-right"
            value={typed ?? spell(row.costKopecks)}
            maxLength={12}
            aria-invalid={isChange && !isWithin ? true : undefined}
            aria-describedby={isChange ? `${id}-said` : undefined}
            onChange={(event) => setTyped(event.target.value.replace(/[^\d.,]/g, ""))}
            onKeyDown={(event) => {
              if (event.key === "Enter") keep();
              if (event.key === "Escape") forget();
              moveFocus(event);
            }}
          />
          <span
            aria-hidden="true"
            className="absolute inset-y-0 right-0 grid w-8 place-items-center text-muted"
          >
            ₽
          </span>
        </div>
        <IconButton
          label={t("details", { goods: name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 transition-transform", isOpen && "rotate-180")}
          />
        </IconButton>
      </div>
      {isChange ? (
        <Change
          id={`${id}-said`}
          isBusy={save.isPending}
          canKeep={isWithin}
          failure={save.error ? toApiProblem(save.error).message || ui("error") : null}
          onKeep={keep}
          onForget={forget}
        >
          {wanted !== null && isWithin ? (
            <EffectWords
              effect={effectOf({
                ...{ steps: row.steps, own: row.own, costKopecks: row.costKopecks, wantedKopecks: wanted },
              })}
            />
          ) : (
            <p className="text-bad">
              {t("outOfLimits", {
                floor: money.both(limits.floorKopecks),
                ceiling: money.both(limits.ceilingKopecks),
              })}
            </p>
          )}
        </Change>
      ) : null}
      {isOpen ? (
        <div className="pb-2">
          <SalesSteps row={row} />
        </div>
      ) : null}
    </li>
  );
}

/** Up and down go to the same field of the row above and below. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const row = event.currentTarget.closest("[data-price-row]");
  const next = event.key === "ArrowUp" ? row?.previousElementSibling : row?.nextElementSibling;
  const input = next?.querySelector("input");
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** Competitors' lowest and median price, and how ours compares. */
function Others({ row: { competitors, costKopecks }, className }: { row: Row; className: string }) {
  const t = useTranslations("partners.prices");
  if (!competitors) return <p className={cx("text-muted text-xs", className)}>{t("competitorsFew")}</p>;
  const { count, lowestKopecks, medianKopecks } = competitors;
  const place =
    costKopecks === null
      ? null
      : costKopecks <= lowestKopecks
        ? "cheapest"
        : costKopecks <= medianKopecks
          ? "below"
          : "above";
  return (
    <p className={cx("tabular text-xs", className)}>
      <span>
        {t("lowest")} <RatedMoney kopecks={lowestKopecks} className="font-semibold" />
      </span>{" "}
      ·{" "}
      <span>
        {t("median")} <RatedMoney kopecks={medianKopecks} className="font-semibold" />
      </span>
      <span className="block text-muted">
        {t("competitors", { count, shown: formatNumber(count) })}
        {place ? ` · ${t(`place.${place}`)}` : null}
      </span>
    </p>
  );
}

type ChangeProps = {
  id: string;
  isBusy: boolean;
  canKeep: boolean;
  failure: string | null;
  onKeep: () => void;
  onForget: () => void;
  children: ReactNode;
};

/** What the typed price would do, with the buttons that keep it or take it back. */
function Change({ id, isBusy, canKeep, failure, onKeep, onForget, children }: ChangeProps) {
  const t = useTranslations("partners.prices");
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-3">
      <div id={id} aria-live="polite">
        {children}
        {failure ? (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="accent" busy={isBusy} disabled={!canKeep} onClick={onKeep}>
          {t("save")}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onForget}>
          {t("undo")}
        </Button>
      </div>
    </div>
  );
}
