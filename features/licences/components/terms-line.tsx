import { useTranslations } from "next-intl";
import { formatNumber } from "#lib/i18n/formats.ts";

type TermsLineProps = { termDays: number | null; deviceLimit: number };

/** For how long a licence is, and for how many devices. */
export function TermsLine({ termDays, deviceLimit }: TermsLineProps) {
  const t = useTranslations("licences.terms");
  return (
    <>
      {termDays === null ? t("endless") : t("days", { days: termDays })} ·{" "}
      {t("devices", { count: deviceLimit, shown: formatNumber(deviceLimit) })}
    </>
  );
}
