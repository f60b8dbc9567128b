"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { BackupCodes } from "#features/identity/second-factor/components/backup-codes.tsx";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { SetupPicture } from "#features/identity/second-factor/components/setup-picture.tsx";
import {
  secondFactorQuery,
  useSecondFactorSteps,
} from "#features/identity/second-factor/second-factor.client.ts";
import type { SecondFactorView } from "#features/identity/second-factor/second-factor.contract.ts";
import type { FactorSetup } from "#features/identity/second-factor/second-factor.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

// There is one in a week that nobody hopes for.
const RunningRecovery = dynamic(
  () =>
    import("#features/identity/running-recovery/running-recovery.island.tsx").then(
      (module) => module.RunningRecovery,
    ),
  { ssr: false },
);

type Step =
  | { name: "rest" | "password" | "off" | "renew" }
  | { name: "scan"; setup: FactorSetup }
  | { name: "codes"; codes: string[] };

const REST: Step = { name: "rest" };

/** The second factor: on or off, how to turn it on step by step, backup codes. */
export function SecondFactor() {
  const t = useTranslations("identity.secondFactor");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery);
  const steps = useSecondFactorSteps();
  const [step, setStep] = useState<Step>(REST);
  const rest = () => setStep(REST);
  const card = useFocusBack<HTMLElement>(step.name === "rest" ? null : step.name);

  const body = () => {
    switch (step.name) {
      case "password":
        return (
          <div className="grid gap-4">
            <p className="text-sm">{t("setupPassword")}</p>
            <ProofForm
              key="password"
              asks="password"
              submit={t("continue")}
              onCancel={rest}
              onProof={async ({ password }) => {
                setStep({ name: "scan", setup: await steps.setUp.mutateAsync(password) });
              }}
            />
          </div>
        );
      case "scan":
        return (
          <div className="grid gap-4">
            <SetupPicture setup={step.setup} />
            <ProofForm
              key="scan"
              asks="code"
              submit={t("turnOn")}
              onCancel={rest}
              onProof={async ({ code }) => {
                setStep({ name: "codes", codes: await steps.enable.mutateAsync(code) });
                showToast({ type: "success", text: t("turnedOn") });
              }}
            />
          </div>
        );
      case "codes":
        return <BackupCodes codes={step.codes} onDone={rest} />;
      case "off":
        return (
          <div className="grid gap-4">
            <p className="text-sm">{t("offText")}</p>
            <ProofForm
              key="off"
              asks="both"
              submit={t("turnOff")}
              onCancel={rest}
              onProof={async (proof) => {
                await steps.disable.mutateAsync(proof);
                rest();
                showToast({ type: "success", text: t("turnedOff") });
              }}
            />
          </div>
        );
      case "renew":
        return (
          <div className="grid gap-4">
            <p className="text-sm">{t("newCodesText")}</p>
            <ProofForm
              key="renew"
              asks="both"
              submit={t("newCodes")}
              onCancel={rest}
              onProof={async (proof) => {
                setStep({ name: "codes", codes: await steps.renew.mutateAsync(proof) });
              }}
            />
          </div>
        );
      default:
        return data ? <Actions isEnabled={data.isEnabled} onStep={(name) => setStep({ name })} /> : null;
    }
  };

  return (
    <SettingsCard ref={card} id="settings-second-factor" title={t("title")} lead={t("lead")}>
      {error && !data ? <QueryFailure query={{ error, isFetching, refetch }} /> : null}
      {data ? <Standing view={data} /> : null}
      {data?.recoveryEndsAt ? <RunningRecovery endsAt={data.recoveryEndsAt} /> : null}
      {!data && !error ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-10 w-32" />
        </div>
      ) : null}
      {body()}
    </SettingsCard>
  );
}

function Standing({ view }: { view: SecondFactorView }) {
  const t = useTranslations("identity.secondFactor");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  if (!view.isEnabled || view.enabledAt === null) {
    return (
      <p>
        <Badge icon={<ShieldOff aria-hidden="true" className="size-3.5" />}>{t("off")}</Badge>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      <Badge tone="good" icon={<ShieldCheck aria-hidden="true" className="size-3.5" />}>
        {t("on", { day: formatDay(locale, new Date(view.enabledAt), timeZone) })}
      </Badge>
      <span className={view.backupCodesLeft < 3 ? "text-warn" : "text-muted"}>
        {t("codesLeft", { count: view.backupCodesLeft })}
      </span>
    </p>
  );
}

type ActionsProps = { isEnabled: boolean; onStep: (name: "password" | "off" | "renew") => void };

function Actions({ isEnabled, onStep }: ActionsProps) {
  const t = useTranslations("identity.secondFactor");
  if (!isEnabled) {
    return (
      <Button data-focus-back="password" className="w-fit" onClick={() => onStep("password")}>
        {t("turnOn")}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button data-focus-back="renew" onClick={() => onStep("renew")}>
        {t("newCodes")}
      </Button>
      <Button data-focus-back="off" tone="quiet" onClick={() => onStep("off")}>
        {t("turnOff")}
      </Button>
    </div>
  );
}
