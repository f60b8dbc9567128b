"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import {
  nextChoice,
  raiseChoices,
  replaceAfterChoices,
  replaceTimesChoices,
} from "#features/activations/shop/shop.rules.ts";

/** How to buy: search on when a number is not there, how far the price may rise meanwhile, and whether it is replaced. */
export function BuyOptionsForm() {
  const t = useTranslations("activations.shop");
  const { raisePercent, isCheapest } = useShopOptions();
  return (
    <div className="grid gap-4">
      <SearchOptions />
      <Chips legend={t("raise")} hint={t("raiseHint")}>
        {raiseChoices.map((percent) => (
          <Segment
            key={percent}
            chosen={percent === raisePercent}
            onClick={() => useShopOptions.setState({ raisePercent: nextChoice(raisePercent, percent) })}
          >
            +{percent}%
          </Segment>
        ))}
      </Chips>
      <div className="grid gap-2">
        <Switch
          checked={isCheapest}
          onChange={(event) => useShopOptions.setState({ isCheapest: event.target.checked })}
        >
          {t("cheapest")}
        </Switch>
        <p className="text-muted">{t("cheapestHint")}</p>
      </div>
      <ReplaceOptions />
    </div>
  );
}

function SearchOptions() {
  const t = useTranslations("activations.shop");
  const { autoRepeat, seconds, raisePercent, stepByStep } = useShopOptions();
  return (
    <div className="grid gap-2">
      <Switch
        checked={autoRepeat}
        onChange={(event) => useShopOptions.setState({ autoRepeat: event.target.checked })}
      >
        {t("autoRepeat")}
      </Switch>
      <p className="text-muted">{t("autoRepeatHint")}</p>
      {autoRepeat ? (
        <>
          <Field id="search-seconds" label={t("searchSeconds")}>
            <Input
              id="search-seconds"
              type="number"
              inputMode="numeric"
              min={searchLimits.secondsMin}
              max={searchLimits.secondsMax}
              defaultValue={seconds}
              className="w-28"
              onChange={(event) => rememberSeconds(event.target.valueAsNumber)}
            />
          </Field>
          {raisePercent > 0 ? (
            <Switch
              checked={stepByStep}
              onChange={(event) => useShopOptions.setState({ stepByStep: event.target.checked })}
            >
              {t("stepByStep")}
            </Switch>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** Whatever is typed, the search has a time that the server takes. */
function rememberSeconds(typed: number): void {
  const { secondsMin, secondsMax, secondsDefault } = searchLimits;
  const seconds = Number.isFinite(typed) ? Math.round(typed) : secondsDefault;
  useShopOptions.setState({ seconds: Math.min(secondsMax, Math.max(secondsMin, seconds)) });
}

function ReplaceOptions() {
  const t = useTranslations("activations.shop");
  const { replaceAfterSeconds, replaceTimes } = useShopOptions();
  return (
    <div className="grid gap-2">
      <Chips legend={t("replace")} hint={t("replaceHint")}>
        {replaceAfterChoices.map((seconds) => (
          <Segment
            key={seconds}
            chosen={seconds === replaceAfterSeconds}
            onClick={() =>
              useShopOptions.setState({ replaceAfterSeconds: nextChoice(replaceAfterSeconds, seconds) })
            }
          >
            {t("replaceAfter", { minutes: seconds / 60 })}
          </Segment>
        ))}
      </Chips>
      {replaceAfterSeconds > 0 ? (
        <Chips legend={t("replaceTimes")}>
          {replaceTimesChoices.map((times) => (
            <Segment
              key={times}
              chosen={times === replaceTimes}
              onClick={() => useShopOptions.setState({ replaceTimes: times })}
            >
              {times}
            </Segment>
          ))}
        </Chips>
      ) : null}
    </div>
  );
}

function Chips({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid justify-items-start gap-1.5">
      <legend className="mb-1.5">{legend}</legend>
      <div className={segmentedClasses}>{children}</div>
      {hint ? <p className="text-muted">{hint}</p> : null}
    </fieldset>
  );
}
