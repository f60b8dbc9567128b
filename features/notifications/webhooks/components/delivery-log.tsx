import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { deliveriesQuery, useMomentText } from "#features/notifications/webhooks/webhooks.client.ts";
import type { DeliveryView, WebhookView } from "#features/notifications/webhooks/webhooks.contract.ts";
import { eventKey } from "#features/notifications/webhooks/webhooks.rules.ts";

type DeliveryLogProps = {
  webhook: WebhookView;
  /** The delivery that is being sent again. */
  busyId: number | null;
  onResend: (id: number) => void;
};

/** What a webhook was sent, newest first, with what its server said. */
export function DeliveryLog({ webhook, busyId, onResend }: DeliveryLogProps) {
  const t = useTranslations("notifications.webhooks.log");
  const ui = useTranslations("ui");
  const query = useInfiniteQuery(deliveriesQuery(webhook.id));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? null;
  return (
    <section aria-label={t("label", { name: webhook.name })} className="border-line border-t pt-3">
      {query.error && !deliveries ? <QueryFailure query={query} /> : null}
      {!deliveries && !query.error ? (
        <div role="status" aria-label={ui("loading")} className="grid gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      ) : null}
      {deliveries?.length === 0 ? <p className="py-2 text-muted text-sm">{t("empty")}</p> : null}
      <ul className="divide-y divide-line">
        {deliveries?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            canResend={webhook.isEnabled}
            isBusy={busyId === delivery.id}
            onResend={() => onResend(delivery.id)}
          />
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} wide />
    </section>
  );
}

const looks: Readonly<Record<DeliveryView["state"], { tone: Tone; icon: typeof Clock }>> = {
  pending: { tone: "info", icon: Clock },
  delivered: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
};

type DeliveryRowProps = {
  delivery: DeliveryView;
  canResend: boolean;
  isBusy: boolean;
  onResend: () => void;
};

function DeliveryRow({ delivery, canResend, isBusy, onResend }: DeliveryRowProps) {
  const t = useTranslations("notifications.webhooks");
  const momentText = useMomentText();
  const { state, attempts, nextAttemptAt, lastAttempt, createdAt } = delivery;
  const { tone, icon: Icon } = looks[state];
  const type = t(`events.${eventKey(delivery.type)}`);
  const tries = attempts > 0 ? t("log.attempts", { count: attempts }) : null;
  const next = nextAttemptAt && attempts > 0 ? t("log.next", { moment: momentText(nextAttemptAt) }) : null;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {type}
          <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
            {t(`log.${state}`)}
          </Badge>
        </p>
        <p className="tabular text-muted text-sm">
          <Moment at={createdAt} />
          {[tries, next].map((fact) => (fact === null ? null : ` · ${fact}`))}
        </p>
        {lastAttempt ? <Outcome attempt={lastAttempt} /> : null}
      </div>
      {canResend ? (
        <Button
          size="sm"
          busy={isBusy}
          aria-label={t("log.resendNamed", { type, id: delivery.id })}
          onClick={onResend}
        >
          {t("log.resend")}
        </Button>
      ) : null}
    </li>
  );
}

function Outcome({ attempt }: { attempt: NonNullable<DeliveryView["lastAttempt"]> }) {
  const t = useTranslations("notifications.webhooks.log");
  const { status, fault, durationMs, answer } = attempt;
  return (
    <div className="text-muted text-sm">
      <p className="tabular">{fault ? t(fault) : t("status", { status: String(status), ms: durationMs })}</p>
      {answer ? (
        <details>
          <summary className="touch w-fit cursor-pointer py-0.5">{t("answer")}</summary>
          <p className="break-all rounded-md bg-sunken p-2 font-mono text-xs">{answer}</p>
        </details>
      ) : null}
    </div>
  );
}
