"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { countriesQuery } from "#features/catalogue/catalogue.client.ts";
import type { ApiKeyView, OwnKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { movesMoney } from "#features/identity/api-keys/api-keys.rules.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { showFailure } from "#features/identity/settings.client.ts";
import { FreshKey, HowToUse } from "#features/keys-card/components/fresh-key.tsx";
import { type KeyAction, KeyRow } from "#features/keys-card/components/key-row.tsx";
import {
  keysQuery,
  serviceNamesQuery,
  useChangeKey,
  useEndKey,
  useEndLegacyKey,
  useMakeKey,
  useMakeLegacyKey,
  useRotateKey,
} from "#features/keys-card/keys-card.client.ts";
import { asksPassword, bodyOf, type KeyValues } from "#features/keys-card/keys-card.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

const KeyForm = dynamic(() => import("#features/keys-card/components/key-form.island.tsx"), {
  ssr: false,
});
const KeyQuestion = dynamic(() => import("#features/keys-card/components/key-question.island.tsx"), {
  ssr: false,
});

/** A step that is asked about before it is done. */
type Question = { action: "rotate" | "end"; key: ApiKeyView } | { action: "rotate"; key: null };
type Asked = { action: "make" } | { action: "change"; key: ApiKeyView } | Question;

/** Refusals that are told under their field, and not beside it as well. */
const IN_FORM = ["NETWORK_INVALID", "KEY_EXPIRES_IN_PAST", "PASSWORD_WRONG"];

/** The keys of programs: made, shown once, changed, replaced, ended; and how they are used at `baseUrl`. */
export function ApiKeys({ baseUrl, hasPassword }: { baseUrl: string; hasPassword: boolean }) {
  const t = useTranslations("buyerApi.keys");
  const settings = useTranslations("identity.settings");
  const { data: keys, error, refetch, isFetching } = useQuery(keysQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [freshKey, setFreshKey] = useState<string | null>(null);
  const make = useMakeKey();
  const change = useChangeKey();
  const rotate = useRotateKey();
  const end = useEndKey();
  const makeLegacy = useMakeLegacyKey();
  const endLegacy = useEndLegacyKey();

  /** Does it, says so, and shows a key that came of it; the refusal otherwise. */
  const run = async (step: () => Promise<string | null>): Promise<ApiProblem | null> => {
    try {
      setFreshKey(await step());
      showToast({ type: "success", text: settings("saved") });
      setAsked(null);
      return null;
    } catch (failure) {
      const problem = toApiProblem(failure);
      if (!IN_FORM.includes(problem.code))
        showFailure(failure, { refused: settings("refused"), failed: settings("failed") });
      return problem;
    }
  };
  const send = (values: KeyValues, key: ApiKeyView | null) =>
    run(async () => {
      const proof = asksPassword(values, key) ? { password: values.password } : {};
      if (!key) return make.mutateAsync({ kind: values.kind, ...bodyOf(values, null), ...proof });
      await change.mutateAsync({ id: key.id, ...bodyOf(values, key), ...proof });
      return null;
    });
  const confirm = ({ action, key }: Question, overlapHours: number, password: string) =>
    run(async () => {
      if (key === null) return makeLegacy.mutateAsync(password);
      const isLegacy = key.kind === "legacy";
      if (action === "rotate") {
        if (isLegacy) return makeLegacy.mutateAsync(password);
        const proof = movesMoney(key) ? { password } : {};
        return rotate.mutateAsync({ id: key.id, overlapHours, ...proof });
      }
      await (isLegacy ? endLegacy.mutateAsync(undefined) : end.mutateAsync(key.id));
      return null;
    });
  const isBusy = rotate.isPending || end.isPending || makeLegacy.isPending || endLegacy.isPending;

  return (
    <SettingsCard id="settings-api-key" title={t("title")} lead={t("lead")}>
      {freshKey === null ? null : <FreshKey apiKey={freshKey} />}
      {error && !keys ? <QueryFailure query={{ error, isFetching, refetch }} /> : null}
      {keys ? <KeyList keys={keys} onAsk={(action, key) => setAsked({ action, key })} /> : null}
      {!keys && !error ? <KeysLoading /> : null}
      {keys ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsked({ action: "make" })}>{t("make")}</Button>
          {keys.some(({ kind }) => kind === "legacy") ? null : (
            <Button tone="quiet" onClick={() => setAsked({ action: "rotate", key: null })}>
              {t("makeLegacy")}
            </Button>
          )}
        </div>
      ) : null}
      <HowToUse baseUrl={baseUrl} apiKey={freshKey} />
      {asked?.action === "make" || asked?.action === "change" ? (
        <KeyForm
          apiKey={asked.action === "change" ? asked.key : null}
          hasPassword={hasPassword}
          onSend={(values) => send(values, asked.action === "change" ? asked.key : null)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.action === "rotate" || asked?.action === "end" ? (
        <KeyQuestion
          action={asked.action}
          apiKey={asked.key}
          hasPassword={hasPassword}
          isBusy={isBusy}
          onConfirm={(hours, password) => confirm(asked, hours, password)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </SettingsCard>
  );
}

type KeyListProps = { keys: OwnKeyView[]; onAsk: (action: KeyAction, key: ApiKeyView) => void };

function KeyList({ keys, onAsk }: KeyListProps) {
  const t = useTranslations("buyerApi.keys");
  const services = useQuery(serviceNamesQuery(keys.flatMap(({ serviceIds }) => serviceIds ?? []))).data;
  const isAnyCountry = keys.every(({ countryIds }) => countryIds === null);
  const countries = useQuery({ ...countriesQuery, enabled: !isAnyCountry }).data ?? [];
  const countryNames = new Map(countries.map(({ external_id, name }) => [external_id, name]));
  if (keys.length === 0)
    return <EmptyState isFlush icon={<KeyRound className="size-6" />} title={t("none")} />;
  return (
    <ul aria-labelledby="settings-api-key" className="divide-y divide-line">
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          serviceNames={services ?? new Map()}
          countryNames={countryNames}
          onAsk={(action) => onAsk(action, key)}
        />
      ))}
    </ul>
  );
}

function KeysLoading() {
  const ui = useTranslations("ui");
  return (
    <div role="status" aria-label={ui("loading")} className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
