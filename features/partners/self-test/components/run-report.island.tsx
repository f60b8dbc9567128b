"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { RunState } from "#features/partners/self-test/components/run-state.tsx";
import { TestExchange } from "#features/partners/self-test/components/test-exchange.island.tsx";
import { useSelfTest } from "#features/partners/self-test/self-test.client.ts";
import type { TestName } from "#features/supply/self-test/self-test.rules.ts";
import type { ExchangeView, SelfTestDetails } from "#features/supply/self-test/self-tests.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** One run: what each test said, what to mend, and what went over the wire. Reads itself again while it is under way. */
export function RunReport({ path, id }: { path: string; id: number }) {
  const t = useTranslations("partners.selfTest");
  const headingId = useId();
  const query = useSelfTest(path, id);
  const run = query.data;
  if (!run)
    return (
      <Card className="p-4">
        {query.error ? <QueryFailure query={query} /> : <Skeleton className="h-64" />}
      </Card>
    );
  const isWaitingForSms = run.tests.some(({ test, outcome }) => test === "sms" && outcome === "current");
  return (
    <>
      <section aria-labelledby={headingId}>
        <Card className="overflow-hidden">
          <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-3">
            <h2 id={headingId} className="font-semibold">
              {t("run")} <Moment at={run.createdAt} zone="UTC" />
            </h2>
            <span role="status">
              <RunState state={run.state} />
            </span>
          </div>
          {run.endReason ? (
            <div className="px-5 pt-4">
              <Notice tone="bad" title={t(`reasons.${run.endReason}`)} />
            </div>
          ) : null}
          {isWaitingForSms && run.number !== null ? (
            <div className="px-5 pt-4">
              <Notice tone="info" live title={t("sendSms", { number: `+${run.number}` })} />
            </div>
          ) : null}
          <ol className="divide-y divide-line">
            {run.tests.map((line) => (
              <TestLine key={line.test} line={line} />
            ))}
          </ol>
        </Card>
      </section>
      <Exchanges path={path} run={run} />
    </>
  );
}

function TestLine({ line }: { line: SelfTestDetails["tests"][number] }) {
  const t = useTranslations("partners.selfTest");
  const { outcome, reason, detail } = line;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="font-medium">{t(`tests.${line.test as TestName}`)}</p>
        {reason ? <p className="max-w-prose text-muted">{t(`reasons.${reason}`)}</p> : null}
        {detail ? (
          <bdi className="wrap-anywhere font-mono text-muted text-xs" translate="no">
            {detail}
          </bdi>
        ) : null}
      </div>
      <RunState state={outcome} />
    </li>
  );
}

function Exchanges({ path, run }: { path: string; run: SelfTestDetails }) {
  const t = useTranslations("partners.selfTest");
  const id = useId();
  const [shown, setShown] = useState<ExchangeView | null>(null);
  return (
    <section aria-labelledby={id}>
      <Card className="overflow-hidden">
        <div className="grid gap-1 border-line border-b px-5 py-3">
          <h2 id={id} className="font-semibold">
            {t("exchanges")}
          </h2>
          <p className="text-muted text-sm">{t("exchangesHint")}</p>
        </div>
        {run.exchanges.length === 0 ? (
          <p className="px-5 py-4 text-muted text-sm">{t("noExchanges")}</p>
        ) : (
          <ol className="divide-y divide-line">
            {run.exchanges.map((exchange) => (
              <ExchangeLine key={exchange.id} exchange={exchange} onShow={() => setShown(exchange)} />
            ))}
          </ol>
        )}
      </Card>
      {shown ? (
        <TestExchange path={path} runId={run.id} exchange={shown} onClose={() => setShown(null)} />
      ) : null}
    </section>
  );
}

function ExchangeLine({ exchange, onShow }: { exchange: ExchangeView; onShow: () => void }) {
  const t = useTranslations("partners.selfTest");
  const { action, direction, tookMs, httpStatus, fault } = exchange;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">
          <span translate="no">{action}</span>{" "}
          <span className="text-muted">{t(direction === "out" ? "weAsked" : "youAsked")}</span>
        </p>
        <p className="tabular text-muted">
          <Moment at={exchange.at} zone="UTC" /> · {t("milliseconds", { shown: formatNumber(tookMs) })}
          {httpStatus === null ? "" : ` · HTTP ${httpStatus}`}
        </p>
        {fault ? (
          <bdi className="wrap-anywhere text-bad" translate="no">
            {fault}
          </bdi>
        ) : null}
      </div>
      <Button size="sm" onClick={onShow}>
        {t("show")}
      </Button>
    </li>
  );
}
