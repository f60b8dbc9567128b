"use client";

import { useTranslations } from "next-intl";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import { nextRaise, raiseChoices } from "#features/activations/shop/shop.rules.ts";

/** How to buy: search on when a number is not there at the moment, and how far the price may rise meanwhile. */
export function BuyOptions() {
  const t = useTranslations("activations.shop");
  const { autoRepeat, raisePercent } = useShopOptions();
  return (
    <details className="text-sm">
      <summary className="touch flex cursor-pointer items-center font-medium text-muted hover:text-text">
        {t("options")}
      </summary>
      <div className="mt-1 grid gap-3 pb-2">
        <div>
          <Switch
            checked={autoRepeat}
            onChange={(event) => useShopOptions.setState({ autoRepeat: event.target.checked })}
          >
            {t("autoRepeat")}
          </Switch>
          <p className="mt-1 text-muted">{t("autoRepeatHint")}</p>
        </div>
        <fieldset className="grid justify-items-start gap-1.5">
          <legend className="mb-1.5">{t("raise")}</legend>
          <div className={segmentedClasses}>
            {raiseChoices.map((percent) => (
              <Segment
                key={percent}
                chosen={percent === raisePercent}
                onClick={() => useShopOptions.setState({ raisePercent: nextRaise(raisePercent, percent) })}
              >
                +{percent}%
              </Segment>
            ))}
          </div>
          <p className="text-muted">{t("raiseHint")}</p>
        </fieldset>
      </div>
    </details>
  );
}
