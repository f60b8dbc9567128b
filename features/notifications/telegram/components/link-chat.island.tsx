"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import { useLinkToken } from "#features/identity/identity.client.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import {
  botAddress,
  telegramLinkQuery,
  telegramQuery,
} from "#features/notifications/telegram/telegram.client.ts";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

/** Links the chat whose link was opened, after its owner has read which chat it is; without a link it says how to get one. */
export function LinkChat({ token }: { token: string | null }) {
  const kept = useLinkToken(token, "/bot-link");
  return kept === null ? <HowToLink /> : <AskToLink token={kept} />;
}

function AskToLink({ token }: { token: string }) {
  const t = useTranslations("notifications.bot.page");
  const ui = useTranslations("ui");
  const client = useQueryClient();
  const stepUp = useStepUp();
  const link = useQuery(telegramLinkQuery(token));
  const linking = useMutation({
    meta: saidBeside,
    mutationFn: () => stepUp(async () => (await api.post<TelegramState>("telegram-links", { token })).data),
    onSuccess: (state) => client.setQueryData(telegramQuery.queryKey, state),
  });
  if (linking.isSuccess) {
    return (
      <Outcome tone="good" title={t("doneTitle")} text={t("doneText")}>
        <LocaleLink href="/profile/settings/notifications" className={buttonClasses("plain", "lg", "w-full")}>
          {t("settings")}
        </LocaleLink>
      </Outcome>
    );
  }
  if (link.isPending) {
    return (
      <div role="status" aria-label={ui("loading")}>
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (link.isError) {
    const problem = toApiProblem(link.error);
    if (problem.status !== 404) return <QueryFailure query={link} />;
    return (
      <div className="grid gap-4">
        <FormProblem problem={problem} />
        <HowToLink />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere font-semibold">{t("ask", { name: link.data.name })}</p>
      <Notice tone="warn">{t("warning")}</Notice>
      <FormProblem problem={linking.isError ? toApiProblem(linking.error) : null} />
      <Button tone="accent" size="lg" busy={linking.isPending} onClick={() => linking.mutate()}>
        {t("link")}
      </Button>
    </div>
  );
}

/** Where a link comes from; without a bot, what else tells of codes. */
function HowToLink() {
  const t = useTranslations("notifications.bot.page");
  const ui = useTranslations("ui");
  const query = useQuery(telegramQuery);
  if (query.isError) return <QueryFailure query={query} />;
  if (query.isPending) {
    return (
      <div role="status" aria-label={ui("loading")}>
        <Skeleton className="h-24" />
      </div>
    );
  }
  const { bot } = query.data;
  if (bot === null) {
    return (
      <div className="grid gap-4">
        <Notice>{t("noBot")}</Notice>
        <LocaleLink href="/profile/settings/notifications" className={buttonClasses("plain", "lg", "w-full")}>
          {t("notices")}
        </LocaleLink>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p>{t("noLink")}</p>
      <a
        href={botAddress(bot)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses("accent", "lg", "w-full")}
      >
        {t("open")}
      </a>
    </div>
  );
}
