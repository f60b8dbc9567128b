"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useTestCall } from "#features/api-docs/tester/calls.client.ts";
import { AnswerView } from "#features/api-docs/tester/components/answer-view.island.tsx";
import { ExampleCode } from "#features/api-docs/tester/components/example-code.island.tsx";
import { IdempotencyLine } from "#features/api-docs/tester/components/idempotency-line.tsx";
import { KeyBar } from "#features/api-docs/tester/components/key-bar.island.tsx";
import { SpendQuestion } from "#features/api-docs/tester/components/spend-question.island.tsx";
import { TesterFields } from "#features/api-docs/tester/components/tester-fields.island.tsx";
import type { MethodTesterProps } from "#features/api-docs/tester/tester.rules.ts";

/** The form of a call, the call in four languages, and its answer. */
export default function TesterPanel({ method, origin, hints = {} }: MethodTesterProps) {
  const t = useTranslations("buyerApi.tester");
  const call = useTestCall(method);
  const isSending = call.state.kind === "sending";
  return (
    <section
      aria-label={`${t("title")}: ${method.id}`}
      className="@container grid min-w-0 gap-5 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <KeyBar access={method.access} error={call.keyError} />
      <form
        method="post"
        noValidate
        className="grid min-w-0 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          call.ask(event.currentTarget);
        }}
      >
        <TesterFields
          method={method}
          hints={hints}
          values={call.values}
          missing={call.missing}
          onChange={call.change}
        />
        {method.isKeyed ? (
          <IdempotencyLine methodId={method.id} value={call.idempotencyKey} onRenew={call.renewKey} />
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" tone="accent" busy={isSending}>
            {t("send")}
          </Button>
          {isSending ? <Button onClick={call.stop}>{t("stop")}</Button> : null}
        </div>
      </form>
      <AnswerView state={call.state} />
      <ExampleCode request={call.request} origin={origin} access={method.access} />
      {call.isAsking ? <SpendQuestion onConfirm={call.send} onClose={call.forgetQuestion} /> : null}
    </section>
  );
}
