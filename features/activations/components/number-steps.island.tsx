"use client";

import { useTranslations } from "next-intl";
import { Button, type ButtonTone } from "#components/ui/button.tsx";
import { rublesText } from "#components/ui/money.tsx";
import { type StepName, stepsOf } from "#features/activations/active/rules.ts";
import { useStep } from "#features/activations/client.ts";
import type { ActivationView } from "#features/activations/contract.ts";

const tones: Readonly<Record<StepName, ButtonTone>> = {
  cancel: "plain",
  report: "danger",
  "more-codes": "plain",
  finish: "plain",
};

/** What the buyer may do now; each button says what it does, with the amount that comes back. */
export function NumberSteps({
  number,
  cancellableIn,
}: {
  number: ActivationView;
  cancellableIn: number | null;
}) {
  const t = useTranslations("activations.profile");
  const step = useStep(number.id);
  const steps = stepsOf(number);
  if (steps.length === 0) return null;
  const amount = rublesText(number.priceKopecks);
  const labels: Record<StepName, string> = {
    cancel: cancellableIn ? t("cancelIn", { seconds: cancellableIn }) : t("cancel", { amount }),
    report: t("report"),
    "more-codes": t("moreCodes"),
    finish: t("finish"),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((name) => (
        <Button
          key={name}
          tone={tones[name]}
          busy={step.isPending && step.variables === name}
          disabled={step.isPending || (name === "cancel" && Boolean(cancellableIn))}
          title={name === "report" ? t("reportHint", { amount }) : undefined}
          onClick={() => step.mutate(name)}
        >
          {labels[name]}
        </Button>
      ))}
    </div>
  );
}
