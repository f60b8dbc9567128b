"use client";

import { useLocale } from "next-intl";
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
  className?: string;
};

/** A past or coming moment in a list: how long from now, with day and time in the title; from a week on day and time themselves. */
export function Moment({
  at,
  form = "from-now",
  zone,
  className = "tabular whitespace-nowrap",
}: MomentProps) {
  const languageTag = useLocale();
  const ownZone = useTimeZone();
  const nowMs = useBeat();
  const day = formatMoment(localeFromTag(languageTag), new Date(at), zone ?? ownZone);
  const fromNow = nowMs === null || form === "date" ? null : formatFromNow(languageTag, new Date(at), nowMs);
  return (
    <time dateTime={at} title={zone ? `${day} ${zone}` : day} className={className}>
      {fromNow ?? day}
    </time>
  );
}
