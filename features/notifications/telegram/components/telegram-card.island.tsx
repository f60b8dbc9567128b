"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { showFailure } from "#features/identity/settings.client.ts";
import { SpendingForm } from "#features/notifications/telegram/components/spending-form.island.tsx";
import { newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import {
  botAddress,
  settingsOf,
  telegramQuery,
  useSaveChat,
} from "#features/notifications/telegram/telegram.client.ts";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { api } from "#lib/api/browser-client.ts";

/** The chat with the bot: which one it is, what it is told and may spend, and cut off by one press. Nothing where the operator has no bot. */
export function TelegramCard() {
  const t = useTranslations("notifications.bot.card");
  const ui = useTranslations("ui");
  const query = useQuery(telegramQuery);
  const [isAsking, setAsking] = useState(false);
  // The dialog gives the focus back to its button, which is gone once the chat was cut off.
  const chat = useFocusBack<HTMLDivElement>(isAsking);
  if (query.data && query.data.bot === null && query.data.chat === null) return null;
  return (
    <SettingsCard id="settings-telegram" title={t("title")} lead={t("lead")}>
      {query.isError ? <QueryFailure query={query} /> : null}
      {query.isPending ? (
        <div role="status" aria-label={ui("loading")}>
          <Skeleton className="h-6 w-60" />
        </div>
      ) : null}
      {query.data ? (
        <div ref={chat} tabIndex={-1} className="grid gap-5 outline-none">
          {query.data.chat ? (
            <OwnChat chat={query.data.chat} isAsking={isAsking} onAsking={setAsking} />
          ) : null}
          {query.data.bot && !query.data.chat ? <NoChat bot={query.data.bot} /> : null}
        </div>
      ) : null}
      {query.data?.chat ? <NewsKinds state={query.data} /> : null}
      {query.data?.chat ? <SpendingForm state={query.data} /> : null}
    </SettingsCard>
  );
}

/** What is told, saved with each press. */
function NewsKinds({ state }: { state: TelegramState }) {
  const t = useTranslations("notifications.bot.card");
  const saving = useSaveChat();
  const shown = saving.isPending ? saving.variables.kinds : state.kinds;
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="mb-2 font-semibold text-sm">{t("told")}</legend>
      {newsKinds.map((kind) => (
        <Switch
          key={kind}
          checked={shown.includes(kind)}
          disabled={saving.isPending}
          onChange={({ target }) =>
            saving.mutate({
              ...settingsOf(state),
              kinds: newsKinds.filter((one) => (one === kind ? target.checked : state.kinds.includes(one))),
            })
          }
        >
          {t(`kinds.${kind}`)}
        </Switch>
      ))}
      <p className="text-muted text-sm">{t("security")}</p>
    </fieldset>
  );
}

function NoChat({ bot }: { bot: string }) {
  const t = useTranslations("notifications.bot.card");
  return (
    <>
      <p className="text-sm">{t("none")}</p>
      <a
        href={botAddress(bot)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses("plain", "md", "w-full sm:w-fit")}
      >
        {t("open")}
      </a>
    </>
  );
}

type OwnChatProps = {
  chat: NonNullable<TelegramState["chat"]>;
  isAsking: boolean;
  onAsking: (isAsking: boolean) => void;
};

function OwnChat({ chat, isAsking, onAsking }: OwnChatProps) {
  const t = useTranslations("notifications.bot.card");
  return (
    <>
      {chat.isBlocked ? <Notice tone="warn">{t("blocked")}</Notice> : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <dl className="grid min-w-0 gap-1 text-sm">
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{t("chat")}</dt>
            <dd className="wrap-anywhere font-semibold">{chat.name}</dd>
          </div>
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{t("linkedAt")}</dt>
            <dd>
              <Moment at={chat.linkedAt} />
            </dd>
          </div>
        </dl>
        <Button data-focus-back onClick={() => onAsking(true)}>
          {t("unlink")}
        </Button>
      </div>
      {isAsking ? <AskToUnlink name={chat.name} onClose={() => onAsking(false)} /> : null}
    </>
  );
}

function AskToUnlink({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations("notifications.bot.card");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const unlinking = useMutation({
    mutationFn: async () => (await api.delete<TelegramState>("telegram-chat")).data,
    onSuccess: (state) => {
      client.setQueryData(telegramQuery.queryKey, state);
      showToast({ type: "success", text: t("unlinked") });
      onClose();
    },
    onError: (error) => void showFailure(error, { refused: t("refused"), failed: t("failed") }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("unlinkTitle")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="danger" busy={unlinking.isPending} onClick={() => unlinking.mutate()}>
            {t("unlink")}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t("unlinkText", { name })}</p>
    </Dialog>
  );
}
