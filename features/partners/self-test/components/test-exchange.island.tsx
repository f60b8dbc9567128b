"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RawText } from "#components/ui/raw-text.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useTestExchange } from "#features/partners/self-test/self-test.client.ts";
import type { ExchangeView } from "#features/supply/self-test/self-tests.contract.ts";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

type TestExchangeProps = { path: string; runId: number; exchange: ExchangeView; onClose: () => void };

/** One exchange as it went over the wire, as text and nothing else. */
export function TestExchange({ path, runId, exchange, onClose }: TestExchangeProps) {
  const t = useTranslations("partners.selfTest");
  const ui = useTranslations("ui");
  const query = useTestExchange(path, runId, exchange.id);
  const status = exchange.httpStatus === null ? "" : ` · HTTP ${exchange.httpStatus}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="top"
      title={exchange.action}
      description={`${t(exchange.direction === "out" ? "weAsked" : "youAsked")}${status}`}
      closeLabel={ui("close")}
      actions={<Button onClick={onClose}>{ui("close")}</Button>}
    >
      {query.data ? (
        <div className="grid gap-4">
          <RawText title={t("request")} text={query.data.request} empty={t("nothing")} />
          <RawText title={t("answer")} text={query.data.answer} empty={t("nothing")} />
        </div>
      ) : query.error ? (
        <QueryFailure query={query} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}
