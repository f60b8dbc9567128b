"use client";

import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { RunLine } from "#features/back-office/reconciliation/reconciliation.contract.ts";

/** The runs of the reconciliation. */
export function RunList() {
  const t = useTranslations("backOffice");
  const query = useDeskList<RunLine>("desk/reconciliations");
  return (
    <DeskList query={query} empty={t("empty.runs")}>
      {(run) => (
        <DeskRow
          main={
            <>
              <p className="flex flex-wrap items-center gap-x-2">
                <LocaleLink
                  href={`/desk/reconciliation/${run.id}`}
                  className="font-semibold text-link hover:underline"
                >
                  {t("runs.number", { id: run.id })}
                </LocaleLink>
                <span className="text-muted">{t(`runs.scopes.${run.scope}`)}</span>
              </p>
              <p className="text-muted">
                <Moment at={run.startedAt} /> · {t("runs.checks", { count: run.checksCount })}
              </p>
            </>
          }
          aside={<RunBadge run={run} />}
        />
      )}
    </DeskList>
  );
}

/** What a run came to. */
export function RunBadge({ run }: { run: RunLine }) {
  const t = useTranslations("backOffice.runs");
  if (run.finishedAt === null) return <Badge>{t("unfinished")}</Badge>;
  if (run.offendingCount > 0)
    return <Badge tone="bad">{t("offending", { count: run.offendingCount })}</Badge>;
  if (run.failedCount > 0) return <Badge tone="warn">{t("failed", { count: run.failedCount })}</Badge>;
  return <Badge tone="good">{t("clean")}</Badge>;
}
