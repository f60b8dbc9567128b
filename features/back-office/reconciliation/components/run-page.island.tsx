"use client";

import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import { RunBadge } from "#features/back-office/reconciliation/components/run-list.island.tsx";
import type { RunDetails } from "#features/back-office/reconciliation/reconciliation.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What every check of a run found, offences first. */
export function RunPage({ id }: { id: number }) {
  const t = useTranslations("backOffice");
  const query = useDeskItem<RunDetails>(`desk/reconciliations/${id}`);
  const { data } = query;
  if (!data) return <NotThere query={query} rows={8} />;
  return (
    <div className="grid gap-6">
      <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
        <Facts
          facts={[
            [t("runs.scope"), t(`runs.scopes.${data.scope}`)],
            [t("runs.began"), <Moment key="began" at={data.startedAt} />],
            [t("runs.ended"), data.finishedAt && <Moment at={data.finishedAt} />],
          ]}
        />
        <RunBadge run={data} />
      </Card>
      <Part title={t("runs.checks", { count: data.checksCount })}>
        <ul className="divide-y divide-line">
          {data.findings.map((finding) => (
            <li key={finding.name} className="grid gap-2 px-5 py-3 text-sm">
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
                <p className="min-w-0 flex-1 basis-64">{finding.name}</p>
                <span className="flex items-center gap-3">
                  <span className="tabular text-muted">{finding.tookMs} ms</span>
                  <Found offences={finding.offences} />
                </span>
              </div>
              {finding.problem ? <p className="text-warn">{finding.problem}</p> : null}
              {finding.examples.length > 0 ? (
                <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
                  {finding.examples.map((example) => JSON.stringify(example)).join("\n")}
                </pre>
              ) : null}
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Found({ offences }: { offences: number | null }) {
  const t = useTranslations("backOffice.runs");
  if (offences === null) return <Badge tone="warn">{t("notRun")}</Badge>;
  return offences > 0 ? (
    <Badge tone="bad">{t("rows", { count: offences, shown: formatNumber(offences) })}</Badge>
  ) : (
    <Badge tone="good">0</Badge>
  );
}
