"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import {
  type PushSupport,
  pushKeyOfQuery,
  pushSupport,
  readPush,
  turnPushOff,
  turnPushOn,
} from "#features/notifications/push/push.client.ts";

/** Has this browser told of codes while the site is closed. Nothing where the operator has set up no push. */
export function PushCard() {
  const t = useTranslations("notifications.push");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const [support, setSupport] = useState<PushSupport>("ok");
  useEffect(() => setSupport(pushSupport()), []);
  const query = useQuery({ queryKey: pushKeyOfQuery, queryFn: readPush });
  const turn = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn(query.data?.publicKey ?? "") : turnPushOff()),
    onSuccess: (state) => {
      setSupport(pushSupport());
      if (!state) return;
      client.setQueryData(pushKeyOfQuery, state);
      showToast({ type: "success", text: t(state.isOn ? "on" : "off") });
    },
  });
  if (query.data?.publicKey === null) return null;
  return (
    <SettingsCard id="settings-push" title={t("title")} lead={t("lead")}>
      {query.isError ? <QueryFailure query={query} /> : null}
      {query.isPending ? (
        <div role="status" aria-label={ui("loading")}>
          <Skeleton className="h-6 w-60" />
        </div>
      ) : null}
      {query.data && support !== "ok" ? <Notice tone="warn">{t(support)}</Notice> : null}
      {query.data && support === "ok" ? (
        <Switch
          checked={turn.isPending ? turn.variables : query.data.isOn}
          disabled={turn.isPending}
          onChange={(event) => turn.mutate(event.target.checked)}
        >
          {t("switch")}
        </Switch>
      ) : null}
    </SettingsCard>
  );
}
