"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { useStep, useTick } from "#features/activations/activations.client.ts";
import { type ActiveNumber, cancellableInAt, stepsOf } from "#features/activations/active-list.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";

type CancelProps = ComponentProps<typeof Button> & { number: ActiveNumber; amount: string };

/** Cancelling may be locked for a moment after the purchase; then the button counts down. */
function CancelButton({ number, amount, disabled, ...rest }: CancelProps) {
  const t = useTranslations("activations.profile");
  const seconds = cancellableInAt(number, useTick());
  return (
    <Button {...rest} disabled={disabled || Boolean(seconds)}>
      {seconds ? t("cancelIn", { seconds }) : t("cancel", { amount })}
    </Button>
  );
}

/** What the buyer may do now; each button says what it does, with the amount that comes back. */
export function NumberSteps({ number }: { number: ActiveNumber }) {
  const t = useTranslations("activations.profile");
  const money = useMoneyText();
  const step = useStep(number.id);
  const steps = stepsOf(number);
  if (steps.length === 0) return null;
  const amount = money.one(number.priceKopecks);
  const labels = { report: t("report"), "more-codes": t("moreCodes"), finish: t("finish") };
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((name) => {
        const shared = {
          "data-action": name,
          busy: step.isPending && step.variables === name,
          disabled: step.isPending,
          onClick: () => step.mutate(name),
        };
        if (name === "cancel") return <CancelButton key={name} number={number} amount={amount} {...shared} />;
        const isReport = name === "report";
        return (
          <Button
            key={name}
            tone={isReport ? "danger" : "plain"}
            title={isReport ? t("reportHint", { amount }) : undefined}
            {...shared}
          >
            {labels[name]}
          </Button>
        );
      })}
    </div>
  );
}
