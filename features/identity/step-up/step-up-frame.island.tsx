"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type StepUp, StepUpContext } from "#features/identity/second-factor/second-factor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

const StepUpDialog = dynamic(
  () => import("#features/identity/step-up/step-up-dialog.island.tsx").then((module) => module.StepUpDialog),
  { ssr: false },
);

type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/** Around pages with actions that need a fresh second factor: asks for a code when one is wanted, then goes on with the action. */
export function StepUpFrame({ children }: { children: ReactNode }) {
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
      {isAsking ? <StepUpDialog onShown={() => finish("resolve")} onCancel={() => finish("reject")} /> : null}
    </StepUpContext>
  );
}
