import { useLocale, useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { formatUnit } from "#lib/i18n/formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In the largest unit of which there are two at least, so that rounding takes little away. */
function lengthText(languageTag: string, ms: number): string {
  if (ms >= 2 * DAY_MS) return formatUnit(languageTag, Math.round(ms / DAY_MS), "day");
  if (ms >= 2 * HOUR_MS) return formatUnit(languageTag, Math.round(ms / HOUR_MS), "hour");
  return formatUnit(languageTag, Math.round(ms / MINUTE_MS), "minute");
}

/** Machines whose clock is not the database's, and what is to be done; nothing when all clocks agree. */
export function WrongClocks({ clocks }: { clocks: Overview["wrongClocks"] }) {
  const t = useTranslations("backOffice.overview.wrongClocks");
  const languageTag = useLocale();
  if (clocks.length === 0) return null;
  return (
    <Notice tone="bad" title={t("title")} live>
      <ul>
        {clocks.map(({ process, machine, aheadMs }) => (
          <li key={`${process} ${machine}`}>
            {t(aheadMs < 0 ? "behind" : "ahead", {
              process,
              machine,
              difference: lengthText(languageTag, Math.abs(aheadMs)),
            })}
          </li>
        ))}
      </ul>
      <p>{t("remedy")}</p>
    </Notice>
  );
}
