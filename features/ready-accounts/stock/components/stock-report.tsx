import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import {
  type ArchiveProblem,
  archiveProblems,
} from "#features/ready-accounts/stock/archive-problems.rules.ts";
import type { StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type RefusedLine = StockReportView["refused"][number];

/** What is wrong with lines of a list, by their numbers; nothing of what stands there. */
function RefusedLines({ lines, count }: { lines: readonly RefusedLine[]; count: number }) {
  const t = useTranslations("readyAccounts.stock");
  return (
    <>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {lines.map(({ line, entry, problem }) => (
          <li key={line} className="wrap-anywhere">
            {entry === undefined
              ? t("refusedLine", { line: formatNumber(line), problem: t(`problems.${problem}`) })
              : t("refusedEntry", { entry, problem: t(`problems.${problem}`) })}
          </li>
        ))}
      </ul>
      {count > lines.length ? <p>{t("refusedMore", { shown: formatNumber(count - lines.length) })}</p> : null}
    </>
  );
}

type RefusalDetails = {
  readonly lines?: readonly RefusedLine[];
  readonly count?: number;
  readonly problem?: ArchiveProblem;
  readonly entry?: string;
};

/** What is wrong with an archive as a whole, with the file that it is about. */
function ArchiveFault({ problem, entry }: { problem: ArchiveProblem; entry: string | undefined }) {
  const t = useTranslations("readyAccounts.stock");
  const words = t(`archiveProblems.${problem}`);
  return <p className="wrap-anywhere">{entry ? t("refusedEntry", { entry, problem: words }) : words}</p>;
}

/** Why an upload changed nothing: its wrong lines, or what is wrong with the archive; null where the refusal says neither. */
export function linesOfRefusal(refusal: ApiProblem): ReactNode {
  const { lines, count, problem, entry } = (refusal.details ?? {}) as RefusalDetails;
  if (problem !== undefined && archiveProblems.includes(problem))
    return <ArchiveFault problem={problem} entry={entry} />;
  return lines ? <RefusedLines lines={lines} count={count ?? lines.length} /> : null;
}

type StockReportProps = { offerName: string; report: StockReportView; onClose: () => void };

/** How many accounts an upload brought, and which lines it passed over. */
export function StockReport({ offerName, report, onClose }: StockReportProps) {
  const t = useTranslations("readyAccounts.stock");
  const ui = useTranslations("ui");
  const { addedCount, refusedCount, refused } = report;
  return (
    <Notice tone={refusedCount > 0 ? "warn" : "good"} live title={offerName}>
      <div className="grid gap-2">
        <p>{t("added", { count: addedCount, shown: formatNumber(addedCount) })}</p>
        {refusedCount > 0 ? (
          <>
            <p>{t("refused", { count: refusedCount, shown: formatNumber(refusedCount) })}</p>
            <RefusedLines lines={refused} count={refusedCount} />
          </>
        ) : null}
        <Button size="sm" className="w-fit" onClick={onClose}>
          {ui("close")}
        </Button>
      </div>
    </Notice>
  );
}
