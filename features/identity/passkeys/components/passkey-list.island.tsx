"use client";

import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { PasskeyForm } from "#features/identity/passkeys/components/passkey-form.island.tsx";
import {
  knowsPasskeys,
  passkeysQuery,
  readPasskeyFailure,
  usePasskeySteps,
} from "#features/identity/passkeys/passkeys.client.ts";
import type { PasskeyView } from "#features/identity/passkeys/passkeys.contract.ts";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { deviceNameOf } from "#features/identity/sessions/sessions.rules.ts";
import { ApiProblem } from "#lib/api/browser-client.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type Step = { name: "rest" | "add" } | { name: "rename" | "remove"; passkey: PasskeyView };
const REST: Step = { name: "rest" };

/** What the button of a step is called, for the focus to come back to; null: no step is open. */
function openedBy(step: Step): string | null {
  if (step.name === "rest") return null;
  return "passkey" in step ? `${step.name}-${step.passkey.id}` : step.name;
}

/** The account's passkeys: added, renamed, removed. */
export function PasskeyList() {
  const t = useTranslations("identity.passkeys");
  const ui = useTranslations("ui");
  const { data: passkeys, error, refetch, isFetching } = useQuery(passkeysQuery);
  const steps = usePasskeySteps();
  const [step, setStep] = useState<Step>(REST);
  const card = useFocusBack<HTMLElement>(openedBy(step));
  const [isKnown, setKnown] = useState(true);
  useEffect(() => setKnown(knowsPasskeys()), []);
  const rest = () => setStep(REST);
  const done = (text: string) => {
    rest();
    showToast({ type: "success", text });
  };

  const add = async (input: { password: string; name: string }) => {
    try {
      await steps.add.mutateAsync(input);
    } catch (failure) {
      const read = readPasskeyFailure(failure);
      if ("problem" in read) throw failure;
      throw new ApiProblem(t(read.text), { status: 400, code: "PASSKEY", requestId: null });
    }
    done(t("added"));
  };

  return (
    <SettingsCard ref={card} id="settings-passkeys" title={t("title")} lead={t("lead")}>
      {error && !passkeys ? <QueryFailure query={{ error, isFetching, refetch }} /> : null}
      {!passkeys && !error ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {passkeys?.length === 0 ? (
        <EmptyState isFlush icon={<Fingerprint className="size-6" />} title={t("none")} />
      ) : null}
      {passkeys && passkeys.length > 0 ? (
        <ul aria-labelledby="settings-passkeys" className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onStep={(name) => setStep({ name, passkey })} />
          ))}
        </ul>
      ) : null}
      {step.name === "add" ? (
        <PasskeyForm asksPassword name={suggestedName()} submit={t("add")} onSend={add} onCancel={rest} />
      ) : null}
      {step.name === "rename" ? (
        <PasskeyForm
          key={step.passkey.id}
          name={step.passkey.name}
          submit={t("rename")}
          onCancel={rest}
          onSend={async ({ name }) => {
            await steps.rename.mutateAsync({ id: step.passkey.id, name });
            done(t("renamed"));
          }}
        />
      ) : null}
      {step.name === "remove" ? (
        <div className="grid gap-4">
          <p className="break-words text-sm">{t("removeText", { name: step.passkey.name })}</p>
          <ProofForm
            key={step.passkey.id}
            asks="password"
            submit={t("remove")}
            onCancel={rest}
            onProof={async ({ password }) => {
              await steps.remove.mutateAsync({ id: step.passkey.id, password });
              done(t("removed"));
            }}
          />
        </div>
      ) : null}
      {step.name === "rest" && passkeys ? (
        isKnown ? (
          <Button data-focus-back="add" className="w-fit" onClick={() => setStep({ name: "add" })}>
            {t("add")}
          </Button>
        ) : (
          <Notice>{t("notKnown")}</Notice>
        )
      ) : null}
    </SettingsCard>
  );
}

/** The browser and system in which a passkey is made: most people name it so. */
function suggestedName(): string {
  return deviceNameOf(navigator.userAgent) ?? "";
}

type PasskeyRowProps = { passkey: PasskeyView; onStep: (name: "rename" | "remove") => void };

function PasskeyRow({ passkey, onStep }: PasskeyRowProps) {
  const t = useTranslations("identity.passkeys");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  const day = (text: string) => formatDay(locale, new Date(text), timeZone);
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-medium text-sm">
          {name}
          {isBackedUp ? <Badge>{t("synced")}</Badge> : null}
        </p>
        <p className="tabular text-muted text-sm">
          {lastUsedAt === null
            ? t("factsUnused", { made: day(createdAt) })
            : t.rich("facts", { made: day(createdAt), used: () => <Moment at={lastUsedAt} /> })}
        </p>
      </div>
      <div className="flex gap-2">
        {(["rename", "remove"] as const).map((step) => (
          <Button
            key={step}
            data-focus-back={`${step}-${passkey.id}`}
            size="sm"
            aria-label={t(`${step}Named`, { name })}
            onClick={() => onStep(step)}
          >
            {t(step)}
          </Button>
        ))}
      </div>
    </li>
  );
}
