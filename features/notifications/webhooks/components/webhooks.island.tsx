"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { FreshSecret } from "#features/identity/settings/components/fresh-secret.tsx";
import { showFailure } from "#features/identity/settings.client.ts";
import { DeliveryLog } from "#features/notifications/webhooks/components/delivery-log.tsx";
import { type CardStep, WebhookCard } from "#features/notifications/webhooks/components/webhook-card.tsx";
import {
  type TypedWebhook,
  useWebhookStep,
  type WebhookStep,
  webhooksQuery,
} from "#features/notifications/webhooks/webhooks.client.ts";
import type { WebhookView } from "#features/notifications/webhooks/webhooks.contract.ts";
import { webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

const WebhookForm = dynamic(
  () =>
    import("#features/notifications/webhooks/components/webhook-form.island.tsx").then(
      (module) => module.WebhookForm,
    ),
  { ssr: false },
);
const AskFirst = dynamic(
  () =>
    import("#features/notifications/webhooks/components/ask-first.island.tsx").then(
      (module) => module.AskFirst,
    ),
  { ssr: false },
);

/** Which window is open: the form (of a new or an old webhook), or a question before a step. */
type Opened =
  | { readonly kind: "form"; readonly webhook: WebhookView | null; readonly refusal: string | null }
  | { readonly kind: "ask"; readonly webhook: WebhookView; readonly step: "rotate" | "remove" };

/** The own webhooks: made, changed, tried out, with their logs. */
export function Webhooks() {
  const t = useTranslations("notifications.webhooks");
  const ui = useTranslations("ui");
  const { data: webhooks, error, refetch, isFetching } = useQuery(webhooksQuery);
  const mutation = useWebhookStep();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [logId, setLogId] = useState<number | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const underWay = mutation.isPending ? mutation.variables : null;

  const take = async (step: WebhookStep, done: string): Promise<void> => {
    try {
      const told = await mutation.mutateAsync(step);
      if (told) setSecret(told.secret);
      showToast({ type: "success", text: done });
      setOpened(null);
    } catch (failure) {
      const problem = toApiProblem(failure);
      if (problem.code === "WEBHOOK_URL_FORBIDDEN" || problem.code === "VALIDATION") {
        setOpened((now) => (now?.kind === "form" ? { ...now, refusal: problem.message } : now));
      } else showFailure(failure, { refused: t("refused"), failed: t("failed") });
    }
  };
  const submit = (webhook: WebhookView | null, wish: TypedWebhook) =>
    take(
      webhook
        ? { step: "change", id: webhook.id, wish, isEnabled: webhook.isEnabled }
        : { step: "create", wish },
      t("saved"),
    );
  const onStep = (webhook: WebhookView, step: CardStep) => {
    if (step === "log") return setLogId(logId === webhook.id ? null : webhook.id);
    if (step === "edit") return setOpened({ kind: "form", webhook, refusal: null });
    if (step === "rotate" || step === "remove") return setOpened({ kind: "ask", webhook, step });
    if (step === "test") {
      // The log opens behind the test: a first look that began before it would stay empty.
      return void take({ step, id: webhook.id }, t("testQueued")).then(() => setLogId(webhook.id));
    }
    const { id, isEnabled } = webhook;
    void take({ step: "change", id, wish: inputOf(webhook), isEnabled: !isEnabled }, t("saved"));
  };

  if (error && !webhooks) {
    return <QueryFailure query={{ error, isFetching, refetch }} />;
  }
  return (
    <div className="grid max-w-3xl gap-6">
      <Button
        tone="accent"
        className="w-full sm:w-fit"
        icon={<Plus aria-hidden="true" className="size-4" />}
        disabled={!webhooks || webhooks.length >= webhookLimits.perUser}
        onClick={() => setOpened({ kind: "form", webhook: null, refusal: null })}
      >
        {t("add")}
      </Button>
      {secret ? (
        <FreshSecret
          title={t("secretTitle")}
          lead={t("secretText")}
          secret={secret}
          copyLabel={t("copySecret")}
          testId="fresh-secret"
        />
      ) : null}
      {webhooks ? null : (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
      {webhooks?.length === 0 ? (
        <Card>
          <EmptyState icon={<Webhook className="size-6" />} title={t("empty")}>
            {t("emptyLead")}
          </EmptyState>
        </Card>
      ) : null}
      {webhooks?.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          busyStep={busyStepOf(underWay, webhook.id)}
          isLogOpen={logId === webhook.id}
          onStep={(step) => onStep(webhook, step)}
        >
          {logId === webhook.id ? (
            <DeliveryLog
              webhook={webhook}
              busyId={underWay?.step === "resend" ? underWay.id : null}
              onResend={(id) => void take({ step: "resend", id }, t("resent"))}
            />
          ) : null}
        </WebhookCard>
      ))}
      {opened?.kind === "form" ? (
        <WebhookForm
          initial={opened.webhook && inputOf(opened.webhook)}
          busy={mutation.isPending}
          refusal={opened.refusal}
          onSubmit={(wish) => void submit(opened.webhook, wish)}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened?.kind === "ask" ? (
        <AskFirst
          step={opened.step}
          name={opened.webhook.name}
          busy={mutation.isPending}
          onConfirm={() => void take({ step: opened.step, id: opened.webhook.id }, t("saved"))}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}

/** What of a webhook its owner decides: nothing else is taken when it is changed. */
function inputOf({ name, url, events, format }: WebhookView): TypedWebhook {
  return { name, url, events, format };
}

/** Which button of a card shows that work is under way. */
function busyStepOf(step: WebhookStep | null | undefined, id: number): CardStep | null {
  if (!step || step.step === "create" || step.id !== id) return null;
  if (step.step === "test") return "test";
  return step.step === "change" ? "toggle" : null;
}
