"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type StepUp, StepUpContext } from "#features/back-office/client.ts";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { api, toApiProblem } from "#lib/api/browser-client.ts";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/** Around every page of the desk: asks for a code when an action needs a fresh one, then goes on with the action. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("identity.secondFactor");
  const ui = useTranslations("ui");
  const [isAsking, setAsking] = useState(false);
  const waiting = useRef<Waiting | null>(null);

  const stepUp = useCallback<StepUp>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (toApiProblem(error).code !== "STEP_UP_NEEDED") throw error;
      await new Promise<void>((resolve, reject) => {
        waiting.current = { resolve, reject: () => reject(error) };
        setAsking(true);
      });
      return action();
    }
  }, []);

  const finish = (how: keyof Waiting) => {
    setAsking(false);
    waiting.current?.[how](undefined);
    waiting.current = null;
  };

  return (
    <StepUpContext value={stepUp}>
      {children}
      {isAsking ? (
        <Dialog
          open
          onOpenChange={() => finish("reject")}
          title={t("stepUpTitle")}
          description={t("stepUpText")}
          closeLabel={ui("close")}
        >
          <ProofForm
            asks="code"
            submit={t("confirm")}
            onCancel={() => finish("reject")}
            onProof={async ({ code }) => {
              await api.post("auth/second-factor/step-up", { code });
              finish("resolve");
            }}
          />
        </Dialog>
      ) : null}
    </StepUpContext>
  );
}
