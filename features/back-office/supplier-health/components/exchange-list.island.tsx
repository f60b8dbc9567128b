"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { RawText } from "#components/ui/raw-text.tsx";
import { useDeskItem, useDeskList } from "#features/back-office/back-office.client.ts";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { StepList } from "#features/back-office/components/step-list.island.tsx";
import type {
  ExchangeView,
  RawExchangeView,
} from "#features/back-office/supplier-health/supplier-health.contract.ts";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

/** Answers that could not be used, as they came. `path`: of the supplier. */
export function ExchangeList({ path }: { path: string }) {
  const t = useTranslations("backOffice.supplierHealth");
  const id = useId();
  const query = useDeskList<ExchangeView>(`${path}/exchanges`);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold">
        {t("exchanges")}
      </h2>
      <p className="text-muted text-sm">{t("exchangesHint")}</p>
      <StepList<ExchangeView, "show">
        query={query}
        empty={t("noExchanges")}
        dialog={({ item, onClose }) => <RawExchange path={path} exchange={item} onClose={onClose} />}
      >
        {(exchange, ask) => <ExchangeRow exchange={exchange} onShow={() => ask("show")} />}
      </StepList>
    </section>
  );
}

function ExchangeRow({ exchange, onShow }: { exchange: ExchangeView; onShow: () => void }) {
  const t = useTranslations("backOffice.supplierHealth");
  return (
    <DeskRow
      main={
        <>
          <p className="font-semibold">{t(`reasons.${exchange.reason}`)}</p>
          <p className="text-muted">
            {exchange.action} · <Moment at={exchange.at} />
          </p>
          <bdi className="wrap-anywhere text-muted">{exchange.detail}</bdi>
        </>
      }
      aside={
        <Button size="sm" onClick={onShow}>
          {t("show")}
        </Button>
      }
    />
  );
}

type RawExchangeProps = { path: string; exchange: ExchangeView; onClose: () => void };

/** What was asked and what came, as text and nothing else. */
function RawExchange({ path, exchange, onClose }: RawExchangeProps) {
  const t = useTranslations("backOffice.supplierHealth");
  const ui = useTranslations("ui");
  const query = useDeskItem<RawExchangeView>(`${path}/exchanges/${exchange.id}`);
  const { data } = query;
  const status = exchange.httpStatus === null ? "" : ` · HTTP ${exchange.httpStatus}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="top"
      title={t(`reasons.${exchange.reason}`)}
      description={`${exchange.action}${status}`}
      closeLabel={ui("close")}
      actions={<Button onClick={onClose}>{ui("close")}</Button>}
    >
      {data ? (
        <div className="grid gap-4">
          <RawText title={t("asked")} text={data.request} empty={t("nothing")} />
          <RawText title={t("answered")} text={data.answer} empty={t("nothing")} />
        </div>
      ) : (
        <NotThere query={query} rows={4} />
      )}
    </Dialog>
  );
}
