"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { showFailure } from "#features/identity/settings.client.ts";
import { socialQuery, useSocialSteps } from "#features/identity/social/social.client.ts";
import type { SocialAccountView } from "#features/identity/social/social.contract.ts";
import type { OfferedProvider } from "#features/identity/social/social.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Accounts elsewhere that open this one: linked and unlinked. */
export function SocialAccounts() {
  const t = useTranslations("identity.social");
  const settings = useTranslations("identity.settings");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(socialQuery);
  const steps = useSocialSteps();
  const [chosen, setChosen] = useState<OfferedProvider | null>(null);
  const card = useFocusBack<HTMLElement>(chosen?.id ?? null);

  const unlink = async ({ id }: SocialAccountView) => {
    try {
      await steps.unlink.mutateAsync(id);
      showToast({ type: "success", text: t("unlinked") });
    } catch (failure) {
      showFailure(failure, { refused: settings("refused"), failed: settings("failed") });
    }
  };
  const nameOf = (provider: string) => data?.providers.find(({ id }) => id === provider)?.name ?? provider;
  const free =
    data?.providers.filter(({ id }) => !data.accounts.some(({ provider }) => provider === id)) ?? [];

  return (
    <SettingsCard ref={card} id="settings-social" title={t("title")} lead={t("lead")}>
      {error && !data ? <QueryFailure query={{ error, isFetching, refetch }} /> : null}
      {!data && !error ? (
        <div role="status" aria-label={ui("loading")}>
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {data && !data.hasPassword ? (
        <Notice title={t("noPassword")}>
          <LocaleLink href="/request-password" className={buttonClasses("plain", "sm", "w-fit")}>
            {t("setPassword")}
          </LocaleLink>
        </Notice>
      ) : null}
      {data && data.accounts.length > 0 ? (
        <ul aria-labelledby="settings-social" className="divide-y divide-line">
          {data.accounts.map((account) => (
            <LinkedAccount
              key={account.id}
              account={account}
              name={nameOf(account.provider)}
              isBusy={steps.unlink.isPending && steps.unlink.variables === account.id}
              onUnlink={() => void unlink(account)}
            />
          ))}
        </ul>
      ) : null}
      {chosen ? (
        <ProofForm
          key={chosen.id}
          asks="password"
          submit={t("link", { provider: chosen.name })}
          onCancel={() => setChosen(null)}
          onProof={async ({ password }) =>
            openPage(await steps.link.mutateAsync({ provider: chosen.id, password }))
          }
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {free.map((provider) => (
            <Button key={provider.id} data-focus-back={provider.id} onClick={() => setChosen(provider)}>
              {t("link", { provider: provider.name })}
            </Button>
          ))}
        </div>
      )}
    </SettingsCard>
  );
}

type LinkedAccountProps = {
  account: SocialAccountView;
  name: string;
  isBusy: boolean;
  onUnlink: () => void;
};

function LinkedAccount({ account, name, isBusy, onUnlink }: LinkedAccountProps) {
  const t = useTranslations("identity.social");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  const day = formatDay(locale, new Date(account.createdAt), timeZone);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-medium text-sm">{name}</p>
        <p className="break-words text-muted text-sm">{t("facts", { label: account.label, day })}</p>
      </div>
      <Button size="sm" busy={isBusy} aria-label={t("unlinkNamed", { provider: name })} onClick={onUnlink}>
        {t("unlink")}
      </Button>
    </li>
  );
}
