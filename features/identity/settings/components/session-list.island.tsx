"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Monitor } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { deviceNameOf } from "#features/identity/sessions/sessions.rules.ts";
import {
  type OwnSession,
  sessionsQuery,
  showFailure,
  useEndSessions,
} from "#features/identity/settings.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

/** Where the account is signed in, and the way to end it there. */
export function SessionList() {
  const t = useTranslations("identity.settings.sessions");
  const settings = useTranslations("identity.settings");
  const ui = useTranslations("ui");
  const query = useInfiniteQuery(sessionsQuery);
  const { data, error } = query;
  const sessions = data?.pages.flatMap((page) => page.sessions);
  const end = useEndSessions();

  const endSession = async (id: number | null) => {
    try {
      await end.mutateAsync(id);
      showToast({ type: "success", text: settings("saved"), detail: t("ended") });
    } catch (failure) {
      showFailure(failure, { refused: settings("refused"), failed: settings("failed") });
    }
  };

  return (
    <SettingsCard id="settings-sessions" title={t("title")} lead={t("lead")}>
      {error && !sessions ? <QueryFailure query={query} /> : null}
      {!sessions && !error ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {sessions ? (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isPending && end.variables === session.id}
              onEnd={() => void endSession(session.id)}
            />
          ))}
        </ul>
      ) : null}
      <ListTail pages={query} more={t("more")} failure={data && error ? toApiProblem(error).message : null} />
      {sessions && sessions.length > 1 ? (
        <Button
          className="w-full sm:w-fit"
          busy={end.isPending && end.variables === null}
          onClick={() => void endSession(null)}
        >
          {t("endOthers")}
        </Button>
      ) : null}
    </SettingsCard>
  );
}

type SessionRowProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const t = useTranslations("identity.settings.sessions");
  const device = deviceNameOf(session.userAgent) ?? t("unknownDevice");
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Monitor aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {device}
          {session.isCurrent ? <Badge tone="good">{t("current")}</Badge> : null}
        </p>
        <p className="tabular break-words text-muted text-sm">
          {t.rich("facts", { ip: session.ip, moment: () => <Moment at={session.lastSeenAt} /> })}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button
          size="sm"
          className="ml-auto"
          busy={isBusy}
          aria-label={t("endNamed", { device })}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
