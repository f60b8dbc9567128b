"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { securityEventsQuery } from "#features/identity/security-page/security-page.client.ts";
import type { SecurityEventView } from "#features/identity/security-page/security-page.contract.ts";
import { deviceNameOf } from "#features/identity/sessions/sessions.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

const NotMeDialog = dynamic(
  () =>
    import("#features/identity/security-page/components/not-me-dialog.island.tsx").then(
      (module) => module.NotMeDialog,
    ),
  { ssr: false },
);

/** What happened to the account, newest first, and the way out where it was somebody else. */
export function SecurityLog() {
  const t = useTranslations("identity.securityLog");
  const ui = useTranslations("ui");
  const query = useInfiniteQuery(securityEventsQuery);
  const { data, error } = query;
  const events = data?.pages.flatMap((page) => page.events);
  const [disowned, setDisowned] = useState<SecurityEventView | null>(null);
  const [isSecured, setSecured] = useState(false);

  return (
    <SettingsCard id="settings-security-log" title={t("title")} lead={t("lead")}>
      {isSecured ? (
        <Notice tone="good" live title={t("doneTitle")}>
          {t("doneText")}
        </Notice>
      ) : null}
      {error && !events ? <QueryFailure query={query} /> : null}
      {!events && !error ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {events?.length === 0 ? (
        <EmptyState isFlush icon={<ShieldCheck className="size-6" />} title={t("none")} />
      ) : null}
      {events && events.length > 0 ? (
        <ul aria-labelledby="settings-security-log" className="divide-y divide-line">
          {events.map((event) => (
            <EventRow key={event.id} event={event} onDisown={() => setDisowned(event)} />
          ))}
        </ul>
      ) : null}
      <ListTail pages={query} more={t("more")} failure={data && error ? toApiProblem(error).message : null} />
      {disowned ? (
        <NotMeDialog
          event={disowned}
          onSecured={() => {
            setDisowned(null);
            setSecured(true);
          }}
          onCancel={() => setDisowned(null)}
        />
      ) : null}
    </SettingsCard>
  );
}

function EventRow({ event, onDisown }: { event: SecurityEventView; onDisown: () => void }) {
  const t = useTranslations("identity.securityLog");
  const { kind, what, amountKopecks, ip, userAgent, createdAt } = event;
  const title = t(`kinds.${kind}`);
  const facts = [deviceNameOf(userAgent), ip, what].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow basis-60 gap-0.5">
        <p className="font-medium text-sm">{title}</p>
        {facts || amountKopecks !== null ? (
          <p className="tabular flex flex-wrap gap-x-2 wrap-anywhere text-muted text-sm">
            {facts}
            {amountKopecks === null ? null : <RatedMoney kopecks={amountKopecks} />}
          </p>
        ) : null}
        <p className="text-muted text-sm">
          <Moment at={createdAt} />
        </p>
      </div>
      {kind === "notMe" ? null : (
        <Button size="sm" aria-label={t("notMeNamed", { what: title })} onClick={onDisown}>
          {t("notMe")}
        </Button>
      )}
    </li>
  );
}
