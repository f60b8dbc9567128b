"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { FormatChoice } from "#features/notifications/webhooks/components/format-choice.tsx";
import type { TypedWebhook } from "#features/notifications/webhooks/webhooks.client.ts";
import {
  currentName,
  type EventName,
  eventKey,
  smsEvents,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";

const FORM = "webhook-form";
const emptyInput: TypedWebhook = {
  name: "",
  url: "https://",
  events: ["activation.issued", "activation.sms_received", "activation.refunded"],
  format: "standard",
};

type WebhookFormProps = {
  /** What stands in the fields first; null for a new one. */
  initial: TypedWebhook | null;
  busy: boolean;
  /** Why the last try was refused, to be shown at the address. */
  refusal: string | null;
  onSubmit: (wish: TypedWebhook) => void;
  onClose: () => void;
};

/** Name, address, format and events of a webhook, in a window. */
export function WebhookForm({ initial, busy, refusal, onSubmit, onClose }: WebhookFormProps) {
  const t = useTranslations("notifications.webhooks.form");
  const ui = useTranslations("ui");
  const [wish, setInput] = useState(initial ?? emptyInput);
  const [isTried, setIsTried] = useState(false);
  const nameError = isTried && wish.name.trim() === "" ? ui("required") : null;
  // What the classic format cannot tell stays chosen beside it, for whoever comes back to the standard one.
  const offered = wish.format === "classic" ? smsEvents : webhookEvents;
  const events = wish.events.filter((event) => offered.includes(currentName(event)));
  const eventsError = isTried && events.length === 0 ? t("noEvents") : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (wish.name.trim() !== "" && events.length > 0) onSubmit({ ...wish, events });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(initial ? "editTitle" : "createTitle")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" type="submit" form={FORM} busy={busy}>
            {t(initial ? "save" : "create")}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          id="webhook-name"
          label={t("name")}
          error={nameError}
          value={wish.name}
          maxLength={webhookLimits.nameCharacters}
          onChange={({ target }) => setInput({ ...wish, name: target.value })}
        />
        <TextField
          id="webhook-url"
          label={t("url")}
          hint={t("urlHint")}
          error={refusal}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={wish.url}
          maxLength={webhookLimits.urlCharacters}
          onChange={({ target }) => setInput({ ...wish, url: target.value })}
        />
        <FormatChoice chosen={wish.format} onChange={(format) => setInput({ ...wish, format })} />
        <EventChoice
          offered={offered}
          chosen={events}
          error={eventsError}
          onChange={(chosen) =>
            setInput({
              ...wish,
              events: [...chosen, ...wish.events.filter((one) => !offered.includes(currentName(one)))],
            })
          }
        />
      </form>
    </Dialog>
  );
}

type EventChoiceProps = {
  offered: readonly WebhookEvent[];
  chosen: EventName[];
  error: string | null;
  onChange: (events: EventName[]) => void;
};

function EventChoice({ offered, chosen, error, onChange }: EventChoiceProps) {
  const t = useTranslations("notifications.webhooks");
  // What was chosen by a former name keeps it for as long as it stays chosen.
  const named = offered.map((event) => {
    const name = chosen.find((one) => currentName(one) === event);
    return { event, name: name ?? event, isChosen: name !== undefined };
  });
  const choose = (isWanted: (one: (typeof named)[number]) => boolean) =>
    onChange(named.filter(isWanted).map(({ name }) => name));
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? "webhook-events-error" : undefined}>
      <legend className="mb-1 font-medium text-sm">{t("form.events")}</legend>
      <Checkbox
        checked={chosen.length === offered.length}
        onChange={({ target }) => choose(() => target.checked)}
        className="border-line border-b pb-2 font-medium"
      >
        {t("form.all")}
      </Checkbox>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {named.map(({ event, name, isChosen }) => (
          <Checkbox
            key={event}
            checked={isChosen}
            onChange={({ target }) => choose((one) => (one.event === event ? target.checked : one.isChosen))}
          >
            {t(`events.${eventKey(event)}`)}
            <code className="block font-mono text-muted text-xs">{name}</code>
          </Checkbox>
        ))}
      </div>
      {error ? (
        <p id="webhook-events-error" role="alert" className="font-medium text-bad text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
