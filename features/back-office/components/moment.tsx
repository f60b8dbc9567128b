import { useLocale } from "next-intl";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Day and time in UTC, as providers and the ledger count. */
export function Moment({ at }: { at: string }) {
  const locale = localeFromTag(useLocale());
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {formatMoment(locale, new Date(at), "UTC")}
    </time>
  );
}
