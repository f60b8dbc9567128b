"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { phoneTexts } from "#features/activations/phone.rules.ts";
import { failureOf } from "#features/activations/shop/shop.rules.ts";
import { DurationPicker } from "#features/rentals/components/duration-picker.island.tsx";
import { PriceButton } from "#features/rentals/components/price-button.tsx";
import { type TermInput, termOf } from "#features/rentals/duration.rules.ts";
import { useIntent, usePaying } from "#features/rentals/intents.client.ts";
import { extensionPriceQuery, useMomentText } from "#features/rentals/my-rentals/my-rentals.client.ts";
import { putRental, rentalsKey, type ShownRental } from "#features/rentals/rentals.client.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { type RentUnit, rentHours } from "#features/rentals/rentals.rules.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { pathHere } from "#lib/http/goback.ts";

type ExtensionBody = { amount: number; unit: RentUnit; maxPriceKopecks: number };
type ExtensionDialogProps = { rental: ShownRental; rubPerUsd: number | null; onClose: () => void };

const PRICE_PAUSE_MS = 200;

/** How much longer, what it costs and when it ends then, before anything is paid. */
export function ExtensionDialog({ rental, rubPerUsd, onClose }: ExtensionDialogProps) {
  const t = useTranslations("rentals.extend");
  const ui = useTranslations("ui");
  const momentText = useMomentText();
  const client = useQueryClient();
  const paying = usePaying(pathHere);
  const intent = useIntent<ExtensionBody, RentalDetails>(
    `extend:${rental.id}`,
    `rentals/${rental.id}/extend`,
  );
  const { pending } = intent;
  const bounds = { min: rentHours.min, max: rental.extendableHours };
  const [wish, setInput] = useState<TermInput>(() =>
    pending
      ? { text: String(pending.amount), unit: pending.unit }
      : bounds.max >= 24
        ? { text: "1", unit: "days" }
        : { text: String(bounds.min), unit: "hours" },
  );
  const [refusal, setRefusal] = useState<string | null>(pending ? paying.noAnswer : null);
  // An extension that may have happened already leaves less room, and is asked again as it was.
  const term = termOf(wish, pending ? rentHours : bounds);
  const hours = useDebounced(term?.hours ?? 0, PRICE_PAUSE_MS);
  const price = useQuery({ ...extensionPriceQuery(rental.id, hours), enabled: hours > 0 && !pending });
  const isCurrent = price.data !== undefined && price.data.hours === term?.hours;
  const total = pending?.maxPriceKopecks ?? (isCurrent ? price.data.priceKopecks : null);
  const priceProblem = price.error && !pending && term ? toApiProblem(price.error) : null;

  const extend = async () => {
    if (!term || total === null || intent.isBusy) return;
    setRefusal(null);
    if (!pending && !(await paying.mayPay(total))) return;
    try {
      const extended = await intent.send({ amount: term.amount, unit: term.unit, maxPriceKopecks: total });
      putRental(client, extended);
      showToast({ type: "success", text: t("done", { moment: momentText(extended.expiresAt) }) });
    } catch (error) {
      const problem = toApiProblem(error);
      if (failureOf(problem) === "refused") void client.invalidateQueries({ queryKey: rentalsKey });
      return setRefusal(paying.follow(problem));
    }
    void client.invalidateQueries({ queryKey: balanceKey });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("title")}
      description={`${rental.service.name}, ${rental.country.name}${rental.number ? ` · ${phoneTexts(rental.number).shown}` : ""}`}
      closeLabel={ui("close")}
      actions={
        <PriceButton
          totalKopecks={total}
          rubPerUsd={rubPerUsd}
          busy={intent.isBusy}
          plain={t("extend")}
          priced={(price) => t.rich("extendFor", { price })}
          onPress={() => void extend()}
        />
      }
    >
      <div className="grid gap-4">
        <DurationPicker
          wish={wish}
          onChange={setInput}
          bounds={bounds}
          isFixed={pending !== null || intent.isBusy}
        />
        <p
          aria-live="polite"
          className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4 text-sm"
        >
          <span className="tabular text-muted">
            {isCurrent && !pending ? t("newEnd", { moment: momentText(price.data.expiresAt) }) : null}
          </span>
          {total === null ? (
            term && !priceProblem ? (
              <Skeleton className="h-5 w-24" />
            ) : null
          ) : (
            <Money kopecks={total} rubPerUsd={rubPerUsd} className="font-semibold text-lg" />
          )}
        </p>
        {rental.cancellableForSeconds === null ? null : (
          <p className="text-muted text-sm">{t("endsCancelling")}</p>
        )}
        {refusal || priceProblem ? (
          <Notice tone="bad" live>
            {refusal ?? (priceProblem?.message || ui("error"))}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
