"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";
import { type OfferView, payableKopecks } from "#features/pricing/offers.rules.ts";

type BuyButtonProps = {
  serviceName: string;
  offer: OfferView;
  rubPerUsd: number | null;
  /** The main action of the page: what somebody came back for. */
  isMain: boolean;
  /** This row is being bought. */
  isBusy: boolean;
  /** Another row is being bought. */
  isBlocked: boolean;
  onBuy: () => void;
};

/** Buys one number; says for how much. While it works it turns in place and keeps its width. */
export function BuyButton({
  serviceName,
  offer,
  isMain,
  rubPerUsd,
  isBusy,
  isBlocked,
  onBuy,
}: BuyButtonProps) {
  const t = useTranslations("activations.shop");
  const price = payableKopecks(offer);
  const isSoldOut = offer.count === 0;
  return (
    <Button
      tone={isMain ? "accent" : "soft"}
      busy={isBusy}
      disabled={isBlocked || isSoldOut}
      onClick={onBuy}
      data-buy={price}
      className="min-w-36 lg:min-w-42"
    >
      {isSoldOut ? (
        t("soldOut")
      ) : (
        <span>
          {t.rich("buyFor", { price: () => <Money kopecks={price} rubPerUsd={rubPerUsd} show="one" /> })}
          <span className="sr-only">: {t("buyLabel", { service: serviceName, country: offer.name })}</span>
        </span>
      )}
    </Button>
  );
}
