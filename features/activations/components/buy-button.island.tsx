"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Money } from "#components/ui/money.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import { type OfferView, payableKopecks, raisedKopecks } from "#features/pricing/offers.rules.ts";

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

/** Buys one number, or begins the search for one; says which, and for how much at most. While it works it turns in place and keeps its width. */
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
  const { autoRepeat, raisePercent } = useShopOptions();
  const price = payableKopecks(offer);
  const mostKopecks = raisedKopecks(price, raisePercent);
  const words = autoRepeat ? "searchUpTo" : raisePercent > 0 ? "buyUpTo" : "buyFor";
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
          {t.rich(words, { price: () => <Money kopecks={mostKopecks} rubPerUsd={rubPerUsd} show="one" /> })}
          <span className="sr-only">: {t("buyLabel", { service: serviceName, country: offer.name })}</span>
        </span>
      )}
    </Button>
  );
}
