"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { RunReport } from "#features/partners/self-test/components/run-report.island.tsx";
import { RunState } from "#features/partners/self-test/components/run-state.tsx";
import { useSelfTests, useStartSelfTest } from "#features/partners/self-test/self-test.client.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";
import type { SelfTestsView } from "#features/supply/self-test/self-tests.contract.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

/** The protocol's self-test of one supplier: begin a run, watch it, read what to mend. `path`: where the API has its runs. */
export function SelfTestConsole({ path }: { path: string }) {
  const ui = useTranslations("ui");
  const query = useSelfTests(path);
  const { data, error } = query;
  if (!data) {
    return error ? (
      <Card>
        <QueryFailure query={query} />
      </Card>
    ) : (
      <Card className="grid gap-3 p-4" role="status" aria-label={ui("loading")}>
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </Card>
    );
  }
  return <Console path={path} data={data} />;
}

function Console({ path, data: { supplier, runs } }: { path: string; data: SelfTestsView }) {
  const t = useTranslations("partners.selfTest");
  const [chosen, setChosen] = useState<number | null>(null);
  const [newest] = runs;
  const shown = chosen ?? newest?.id ?? null;
  return (
    <div className="grid gap-6">
      <Card className="grid gap-4 p-5">
        <Standing supplier={supplier} />
        <p className="max-w-prose text-muted text-sm">
          {t(supplier.kind === "agent" ? "introAgent" : "introOwn", { service: SANDBOX_SERVICE })}
        </p>
        <Start path={path} supplier={supplier} newest={newest} onStarted={() => setChosen(null)} />
      </Card>
      {shown === null ? null : <RunReport key={shown} path={path} id={shown} />}
      {runs.length > 1 ? <Runs runs={runs} shown={shown} onChoose={setChosen} /> : null}
    </div>
  );
}

function Standing({ supplier }: { supplier: SelfTestsView["supplier"] }) {
  const t = useTranslations("partners.selfTest");
  if (supplier.passedUntil === null)
    return (
      <Notice
        tone={supplier.isLive ? "info" : "warn"}
        title={t(supplier.isLive ? "liveUntested" : "needed")}
      />
    );
  return (
    <Notice tone="good" title={t("passed")}>
      <p>
        {t("passedUntil")} <Moment at={supplier.passedUntil} zone="UTC" form="date" />
      </p>
    </Notice>
  );
}

type StartProps = {
  path: string;
  supplier: SelfTestsView["supplier"];
  newest: SelfTestsView["runs"][number] | undefined;
  onStarted: () => void;
};

function Start({ path, supplier, newest, onStarted }: StartProps) {
  const t = useTranslations("partners.selfTest");
  const start = useStartSelfTest(path);
  const isRunning = newest?.state === "waiting" || newest?.state === "running";
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        tone="accent"
        busy={start.isPending}
        disabled={isRunning || supplier.hasEnded}
        onClick={() => start.mutate(undefined, { onSuccess: onStarted })}
      >
        {t(isRunning ? "running" : "start")}
      </Button>
      {start.isError ? <Notice tone="bad" live title={toApiProblem(start.error).message} /> : null}
    </div>
  );
}

type RunsProps = { runs: SelfTestsView["runs"]; shown: number | null; onChoose: (id: number) => void };

function Runs({ runs, shown, onChoose }: RunsProps) {
  const t = useTranslations("partners.selfTest");
  return (
    <section aria-labelledby="earlier-runs" className="grid gap-3">
      <h2 id="earlier-runs" className="font-semibold">
        {t("runs")}
      </h2>
      <ul className="grid gap-2">
        {runs.map((run) => (
          <li key={run.id}>
            <Button
              className="w-full justify-between"
              aria-current={run.id === shown ? "true" : undefined}
              onClick={() => onChoose(run.id)}
            >
              <Moment at={run.createdAt} zone="UTC" isInControl />
              <RunState state={run.state} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
