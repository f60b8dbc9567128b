"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { failureOf } from "#features/activations/shop/shop.rules.ts";
import type { PickableService } from "#features/catalogue/catalogue.rules.ts";
import { type Choice, pathWithChoice, type RentChoice } from "#features/pricing/choice/choice.rules.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { DurationPicker } from "#features/rentals/components/duration-picker.island.tsx";
import { PriceButton } from "#features/rentals/components/price-button.tsx";
import { spanText, type TermInput, termOf } from "#features/rentals/duration.rules.ts";
import { useFreshRental } from "#features/rentals/fresh-rental.client.ts";
import { useIntent, usePaying } from "#features/rentals/intents.client.ts";
import { rentalsKey } from "#features/rentals/rentals.client.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { fullRentCode, type RentUnit, rentHours } from "#features/rentals/rentals.rules.ts";
import { rememberRentService, rentTermsQuery } from "#features/rentals/shop/shop.client.ts";
import type { RentOffer } from "#features/rentals/shop/shop.rules.ts";
import { keepRentShown } from "#features/site/site.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { pathHere } from "#lib/http/goback.ts";

type RentBody = {
  service_external_id: string;
  country_external_id: number;
  amount: number;
  unit: RentUnit;
  maxPriceKopecks: number;
};

type RentDialogProps = {
  service: PickableService;
  offer: RentOffer;
  /** What was chosen here before signing in: its time is the first one. */
  choice: RentChoice | null;
  rubPerUsd: number | null;
  onClose: () => void;
};

function firstWish({ amount, unit }: { amount: number; unit: RentUnit }): TermInput {
  return { text: String(amount), unit };
}

/** How long, for how much in all, and the button that rents. */
export function RentDialog({ service, offer, choice, rubPerUsd, onClose }: RentDialogProps) {
  const t = useTranslations("rentals.shop");
  const tList = useTranslations("pricing.list");
  const ui = useTranslations("ui");
  const languageTag = useLocale();
  const client = useQueryClient();
  const terms = useQuery(rentTermsQuery);
  const paying = usePaying(() => pathWithChoice(pathHere(), toChoice()));
  const intent = useIntent<RentBody, RentalDetails>(`rent:${service.code}:${offer.countryId}`, "rent");
  const { pending } = intent;
  const [wish, setInput] = useState<TermInput>(() =>
    firstWish(pending ?? choice?.term ?? { amount: 1, unit: "days" }),
  );
  const [refusal, setRefusal] = useState<string | null>(pending ? paying.noAnswer : null);

  const { minHours: min, maxHours: max } = terms.data ?? { minHours: rentHours.min, maxHours: rentHours.max };
  const term = termOf(wish, { min, max });
  const total =
    pending?.maxPriceKopecks ??
    (term && terms.data ? rentTotal(offer.hourKopecks, term.hours, terms.data.steps) : null);

  const toChoice = (): Choice => ({
    serviceCode: service.code,
    countryId: offer.countryId,
    priceKopecks: total ?? 0,
    term: term && { amount: term.amount, unit: term.unit },
  });
  const isOfChoice = choice && term?.amount === choice.term.amount && term.unit === choice.term.unit;
  const formerKopecks = isOfChoice && choice.priceKopecks !== total ? choice.priceKopecks : null;

  const rent = async () => {
    if (!term || total === null || intent.isBusy) return;
    setRefusal(null);
    rememberRentService(service);
    // What was asked without an answer may have been paid already: it is asked again whatever the balance says.
    if (!pending && !(await paying.mayPay(total))) return;
    let rented: RentalDetails;
    try {
      rented = await intent.send({
        service_external_id: service.code,
        country_external_id: offer.countryId,
        amount: term.amount,
        unit: term.unit,
        maxPriceKopecks: total,
      });
    } catch (error) {
      const problem = toApiProblem(error);
      if (failureOf(problem) === "refused") void client.invalidateQueries({ queryKey: ["rent"] });
      return setRefusal(paying.follow(problem));
    }
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: rentalsKey });
    keepRentShown();
    // Its card among the own rentals is the answer, and gets the focus there.
    useFreshRental.setState({ rentalId: rented.id });
    onClose();
    paying.go("/profile/rentals");
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("dialogTitle")}
      description={`${service.name}, ${offer.name}`}
      closeLabel={ui("close")}
      actions={
        <PriceButton
          totalKopecks={total}
          rubPerUsd={rubPerUsd}
          busy={intent.isBusy}
          plain={t("rent")}
          priced={(price) => t.rich("rentFor", { price })}
          onPress={() => void rent()}
        />
      }
    >
      <div className="grid gap-4">
        <p className="text-muted text-sm">{service.code === fullRentCode ? t("wholeHint") : t("oneHint")}</p>
        <DurationPicker
          wish={wish}
          onChange={setInput}
          bounds={{ min, max }}
          isFixed={pending !== null || intent.isBusy}
        />
        <p
          aria-live="polite"
          className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4 text-sm"
        >
          <span className="text-muted">
            {term ? t("totalFor", { time: spanText(languageTag, term.hours * 3_600) }) : null}
          </span>
          {total === null ? (
            term && !terms.isError ? (
              <Skeleton className="h-5 w-24" />
            ) : null
          ) : (
            <Money kopecks={total} rubPerUsd={rubPerUsd} className="font-semibold text-lg" />
          )}
        </p>
        {formerKopecks !== null && total !== null ? (
          <p className="text-sm text-warn">
            {tList.rich("chosenAt", {
              price: () => <Money kopecks={formerKopecks} rubPerUsd={rubPerUsd} />,
            })}
          </p>
        ) : null}
        {terms.isError && !terms.data ? (
          <Notice tone="bad" live title={ui("error")}>
            <button
              type="button"
              className="touch font-medium text-link underline"
              onClick={() => void terms.refetch()}
            >
              {ui("retry")}
            </button>
          </Notice>
        ) : null}
        {refusal ? (
          <Notice tone="bad" live>
            {refusal}
          </Notice>
        ) : null}
        <p className="text-muted text-sm">{t("cancelHint", { minutes: terms.data?.cancelMinutes ?? 20 })}</p>
      </div>
    </Dialog>
  );
}
