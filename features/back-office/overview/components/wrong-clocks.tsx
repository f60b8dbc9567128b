import { useLocale, useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import { lengthText } from "#features/back-office/components/length.rules.ts";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";

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
