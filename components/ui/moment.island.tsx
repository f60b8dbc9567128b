"use client";

import { useLocale } from "next-intl";
import { useState } from "react";
import { useBeat } from "#components/ui/use-beat.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { formatFromNow, formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** `date`: behind a word like "until" or "since", where only a date makes a sentence. */
export type MomentForm = "from-now" | "date";

type MomentProps = {
  at: string;
  form?: MomentForm;
  /** UTC for what partners and the desk compare with others' figures; the visitor's own zone otherwise. */
  zone?: "UTC";
  /** It stands in a link or button, whose press it leaves alone. */
  isInControl?: boolean;
  className?: string;
};

/**
 * A past or coming moment in a list: how long from now, with day and time in the title and, where no mouse shows that, in its place while
 * it has the focus: a press of a finger or the Tab key gives it. From a week on day and time stand there themselves.
 */
export function Moment({
  at,
  form = "from-now",
  zone,
  isInControl = false,
  className = "tabular whitespace-nowrap",
}: MomentProps) {
  const [isFocused, setFocused] = useState(false);
  const languageTag = useLocale();
  const ownZone = useTimeZone();
  const nowMs = useBeat();
  const day = formatMoment(localeFromTag(languageTag), new Date(at), zone ?? ownZone);
  const fromNow = nowMs === null || form === "date" ? null : formatFromNow(languageTag, new Date(at), nowMs);
  const exact = zone ? `${day} ${zone}` : day;
  if (fromNow === null || isInControl)
    return (
      <time dateTime={at} title={exact} className={className}>
        {fromNow ?? day}
      </time>
    );
  return (
    <time
      dateTime={at}
      title={isFocused ? undefined : exact}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its day and time are shown while it has the focus
      tabIndex={0}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={className}
    >
      {isFocused ? exact : fromNow}
    </time>
  );
}
