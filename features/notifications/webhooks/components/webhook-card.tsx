import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useMomentText } from "#features/notifications/webhooks/webhooks.client.ts";
import type { WebhookView } from "#features/notifications/webhooks/webhooks.contract.ts";
import { eventKey } from "#features/notifications/webhooks/webhooks.rules.ts";

export type CardStep = "test" | "log" | "edit" | "toggle" | "rotate" | "remove";

type WebhookCardProps = {
  webhook: WebhookView;
  busyStep: CardStep | null;
  isLogOpen: boolean;
  onStep: (step: CardStep) => void;
  /** The log, when it is open. */
  children?: ReactNode;
};

/** One webhook: where it goes, what it is told, how it stands, and what can be done with it. */
export function WebhookCard({ webhook, busyStep, isLogOpen, onStep, children }: WebhookCardProps) {
  const t = useTranslations("notifications.webhooks");
  const momentText = useMomentText();
  const { name, url, events, format, isEnabled, oldSecretUntil } = webhook;
  const button = (step: CardStep, label: string, tone: "plain" | "quiet" = "quiet") => (
    <Button
      size="sm"
      tone={tone}
      busy={busyStep === step}
      aria-label={`${label}: ${name}`}
      onClick={() => onStep(step)}
      {...(step === "log" ? { "aria-expanded": isLogOpen } : {})}
    >
      {label}
    </Button>
  );
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="grid gap-1.5">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-semibold text-lg">
          {name}
          <StateBadge webhook={webhook} />
        </h2>
        <p className="break-all font-mono text-muted text-sm">{url}</p>
        <p className="text-sm">{events.map((event) => t(`events.${eventKey(event)}`)).join(", ")}</p>
        {format === "classic" ? (
          <p className="text-muted text-sm">
            {t("form.format")}: {t("form.formats.classic")}
          </p>
        ) : null}
        {oldSecretUntil ? (
          <p className="text-muted text-sm">{t("state.overlap", { moment: momentText(oldSecretUntil) })}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {isEnabled ? button("test", t("actions.test"), "plain") : null}
        {button("log", t("actions.log"), "plain")}
        {button("edit", t("actions.edit"), "plain")}
        {button("toggle", t(isEnabled ? "actions.turnOff" : "actions.turnOn"), "plain")}
        {button("rotate", t("actions.rotate"))}
        {button("remove", t("actions.remove"))}
      </div>
      {children}
    </Card>
  );
}

function StateBadge({ webhook }: { webhook: WebhookView }) {
  const t = useTranslations("notifications.webhooks.state");
  const momentText = useMomentText();
  const { isEnabled, disabledReason, failingSince } = webhook;
  if (!isEnabled) {
    const isOwners = disabledReason === "owner" || disabledReason === null;
    const Icon = isOwners ? CirclePause : CircleAlert;
    return (
      <Badge tone={isOwners ? "neutral" : "bad"} icon={<Icon aria-hidden="true" className="size-3.5" />}>
        {t(isOwners ? "off" : disabledReason)}
      </Badge>
    );
  }
  return failingSince ? (
    <Badge tone="warn" icon={<CircleAlert aria-hidden="true" className="size-3.5" />}>
      {t("failing", { moment: momentText(failingSince) })}
    </Badge>
  ) : (
    <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-3.5" />}>
      {t("on")}
    </Badge>
  );
}
