import { useTranslations } from "next-intl";
import { FiguresTable } from "#features/back-office/supplier-health/components/figures-table.tsx";
import type { HealthSums } from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

/** What a supplier answered and sent, in the last hour and the last day. */
export function SumsTable({ hour, day }: { hour: HealthSums; day: HealthSums }) {
  const t = useTranslations("backOffice.supplierHealth");
  const both = (figure: (sums: HealthSums, minutes: number) => string) => [
    figure(hour, HOUR_MINUTES),
    figure(day, DAY_MINUTES),
  ];
  const seconds = (ms: number | null) =>
    ms === null ? "—" : t("seconds", { shown: formatNumber(ms / 1_000, 2) });
  const lines = [
    ["numbers", ({ numbers }) => formatNumber(numbers)],
    [
      "noNumbers",
      ({ noNumbers, noNumbersPercent }) =>
        noNumbersPercent === null
          ? formatNumber(noNumbers)
          : `${formatNumber(noNumbers)} (${formatNumber(noNumbersPercent)}%)`,
    ],
    ["failed", ({ failed }) => formatNumber(failed)],
    ["unanswered", ({ unanswered }) => formatNumber(unanswered)],
    ["meanAnswer", ({ meanAnswerMs }) => seconds(meanAnswerMs)],
    ["mostAnswers", ({ mostAnswersMs }) => seconds(mostAnswersMs)],
    ["sms", ({ sms }) => formatNumber(sms)],
    ["smsPerMinute", ({ sms }, minutes) => formatNumber(Math.round((sms / minutes) * 100) / 100)],
    ["unusableCount", ({ unusable }) => formatNumber(unusable)],
  ] as const satisfies readonly (readonly [string, (sums: HealthSums, minutes: number) => string])[];
  return (
    <FiguresTable
      columns={[t("figure"), t("hour"), t("day")]}
      rows={lines.map(([line, figure]) => ({ name: t(line), figures: both(figure) }))}
    />
  );
}
