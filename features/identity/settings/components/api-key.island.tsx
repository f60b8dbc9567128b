"use client";

import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { showToast } from "#components/ui/toasts.ts";
import type { Me } from "#features/identity/contract.ts";
import { showFailure, useCreateApiKey, useMe, useRemoveApiKey } from "#features/identity/settings/client.ts";
import { CopyLine } from "#features/identity/settings/components/copy-line.tsx";
import { SettingsCard } from "#features/identity/settings/components/settings-card.tsx";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

/** Stands in examples where the key belongs. */
const PLACEHOLDER = "YOUR_API_KEY";

type Step = "rotate" | "remove";

/** The key of programs: made, shown this once, replaced, turned off; and how it is used at `baseUrl`. */
export function ApiKey({ initial, baseUrl }: { initial: Me; baseUrl: string }) {
  const t = useTranslations("identity.settings.apiKey");
  const settings = useTranslations("identity.settings");
  const ui = useTranslations("ui");
  const masked = useMe(initial).dynamicFields.settings.apiKey;
  const create = useCreateApiKey();
  const remove = useRemoveApiKey();
  const [freshKey, setFreshKey] = useState<string | null>(null);
  const [asked, setAsked] = useState<Step | null>(null);
  const isBusy = create.isPending || remove.isPending;

  const run = async (step: Step) => {
    try {
      if (step === "remove") await remove.mutateAsync();
      setFreshKey(step === "rotate" ? await create.mutateAsync() : null);
      showToast({ type: "success", text: settings("saved") });
    } catch (error) {
      showFailure(error, { refused: settings("refused"), failed: settings("failed") });
    }
    setAsked(null);
  };

  return (
    <SettingsCard id="settings-api-key" title={t("title")} lead={t("lead")}>
      {freshKey === null ? (
        <p className="flex items-center gap-2.5 text-sm">
          <KeyRound aria-hidden="true" className="size-5 text-muted" />
          {masked === null ? t("none") : <code className="break-all font-mono">{masked}</code>}
        </p>
      ) : (
        <Notice tone="warn" live title={t("freshTitle")}>
          <p>{t("freshText")}</p>
          <div className="mt-2 flex items-center gap-1">
            <code data-testid="fresh-key" className="break-all font-mono font-semibold text-base">
              {freshKey}
            </code>
            <CopyButton
              text={freshKey}
              label={t("copyKey")}
              copiedLabel={ui("copied")}
              failedLabel={ui("copyFailed")}
            />
          </div>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {masked === null ? (
          <Button busy={create.isPending} onClick={() => void run("rotate")}>
            {t("create")}
          </Button>
        ) : (
          <>
            <Button onClick={() => setAsked("rotate")}>{t("rotate")}</Button>
            <Button tone="quiet" onClick={() => setAsked("remove")}>
              {t("remove")}
            </Button>
          </>
        )}
      </div>
      <HowToUse baseUrl={baseUrl} apiKey={freshKey ?? PLACEHOLDER} />
      {asked ? (
        <Dialog
          open
          onOpenChange={() => setAsked(null)}
          title={t(`${asked}Title`)}
          closeLabel={ui("close")}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{ui("cancel")}</Button>
              <Button tone="accent" busy={isBusy} onClick={() => void run(asked)}>
                {t(`${asked}Confirm`)}
              </Button>
            </>
          }
        >
          <p className="text-sm">{t(`${asked}Text`)}</p>
        </Dialog>
      ) : null}
    </SettingsCard>
  );
}

function HowToUse({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const t = useTranslations("identity.settings.apiKey");
  const call = `curl "${baseUrl}?action=getBalance&api_key=${apiKey}"`;
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <h3 className="font-semibold text-sm">{t("howTitle")}</h3>
      <p className="max-w-2xl text-muted text-sm">{t("howText")}</p>
      <CopyLine label={t("address")} text={baseUrl} copyLabel={t("copyAddress")} />
      <CopyLine label={t("example")} text={call} copyLabel={t("copyExample")} />
    </div>
  );
}
