"use client";

import { Minus, Plus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import {
  boundsIn,
  type HourBounds,
  inputIn,
  quickTerms,
  spanText,
  stepped,
  type TermInput,
  termOf,
  wishOfHours,
} from "#features/rentals/duration.rules.ts";
import { rentUnits } from "#features/rentals/rentals.rules.ts";

type DurationPickerProps = {
  wish: TermInput;
  onChange: (wish: TermInput) => void;
  bounds: HourBounds;
  /** Nothing can be changed: a payment with this time is under way. */
  isFixed: boolean;
};

/** A time in hours or days: typed, stepped (arrow keys too) or taken from the usual ones. */
export function DurationPicker({ wish, onChange, bounds, isFixed }: DurationPickerProps) {
  const t = useTranslations("rentals.term");
  const languageTag = useLocale();
  const id = useId();
  const limits = boundsIn(wish.unit, bounds);
  const term = termOf(wish, bounds);
  const spanOf = (hours: number) => spanText(languageTag, hours * 3_600);
  const longest = wish.unit === "days" ? limits.max * 24 : bounds.max;
  const range = t("range", { min: spanOf(bounds.min), max: spanOf(longest) });
  return (
    <fieldset disabled={isFixed} className="grid gap-3 disabled:opacity-60">
      <legend className="mb-1.5 font-medium text-sm">{t("label")}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex items-center gap-1">
          <IconButton label={t("less")} onClick={() => onChange(stepped(wish, -1, bounds))}>
            <Minus aria-hidden="true" className="size-4" />
          </IconButton>
          <Input
            type="number"
            inputMode="numeric"
            min={limits.min}
            max={limits.max}
            step={1}
            value={wish.text}
            onChange={(event) => onChange({ ...wish, text: event.target.value })}
            aria-label={t(wish.unit)}
            aria-invalid={term ? undefined : true}
            aria-describedby={`${id}-range`}
            className="tabular w-24 text-center"
          />
          <IconButton label={t("more")} onClick={() => onChange(stepped(wish, 1, bounds))}>
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: it stands inside the picker's own fieldset */}
        <div role="group" aria-label={t("unit")} className={segmentedClasses}>
          {rentUnits
            .filter((unit) => unit === "hours" || bounds.max >= 24)
            .map((unit) => (
              <Segment
                key={unit}
                chosen={wish.unit === unit}
                onClick={() => onChange(inputIn(unit, wish, bounds))}
              >
                {t(unit)}
              </Segment>
            ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {quickTerms(bounds).map((hours) => (
          <button
            key={hours}
            type="button"
            aria-pressed={term?.hours === hours}
            onClick={() => onChange(wishOfHours(hours))}
            className="touch h-8 rounded-full border border-line-strong/40 px-3 text-sm hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
          >
            {spanOf(hours)}
          </button>
        ))}
      </div>
      <p
        id={`${id}-range`}
        role={term ? undefined : "alert"}
        className={term ? "text-muted text-sm" : "font-medium text-bad text-sm"}
      >
        {range}
      </p>
    </fieldset>
  );
}
