"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import type {
  StoreApplication,
  StoreStanding,
} from "#features/stores/applications/store-applications.contract.ts";
import { storeApplicationLimits } from "#features/stores/applications/store-applications.rules.ts";
import { MarketplaceRules } from "#features/stores/components/marketplace-rules.tsx";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { isEmail } from "#lib/mail/address.ts";

type StoreRegistrationProps = { initial: StoreStanding; email: string };

/** Applies for a store, or says what became of the application. */
export function StoreRegistration({ initial, email }: StoreRegistrationProps) {
  const t = useTranslations("stores.registration");
  const [sent, setSent] = useState<StoreApplication | null>(null);
  const answer = useFocusBack<HTMLDivElement>(sent === null);
  const application = sent ?? initial.application;
  if (application?.state === "waiting")
    return (
      <div ref={answer} tabIndex={-1} className="grid gap-6 outline-none">
        <Notice tone="info" live title={t("waiting")}>
          <p>{t("waitingHint")}</p>
        </Notice>
        <Sent application={application} />
      </div>
    );
  return (
    <div className="grid gap-6">
      {application?.state === "declined" ? (
        <Notice tone="warn" title={t("declined")}>
          <bdi className="wrap-anywhere whitespace-pre-line">{application.reason}</bdi>
        </Notice>
      ) : null}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card className="p-5 sm:p-6">
          <Fields rulesVersion={initial.rulesVersion} former={application} email={email} onSent={setSent} />
        </Card>
        <Card className="p-5 sm:p-6">
          <MarketplaceRules />
        </Card>
      </div>
    </div>
  );
}

/** What waits for an answer, as it was sent. */
function Sent({ application }: { application: StoreApplication }) {
  const t = useTranslations("stores.registration");
  return (
    <Card className="p-5 sm:p-6">
      <dl className="grid gap-4 text-sm">
        {(["name", "description", "email"] as const).map((part) => (
          <div key={part}>
            <dt className="text-muted">{t(part)}</dt>
            <dd className="mt-1">
              <bdi className="wrap-anywhere whitespace-pre-line">{application[part]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Missing = "name" | "description" | "email" | "agreement";
type FieldsProps = {
  rulesVersion: number;
  /** One that was declined: nobody has to type it anew to mend it. */
  former: StoreApplication | null;
  email: string;
  onSent: (application: StoreApplication) => void;
};

function Fields({ rulesVersion, former, email, onSent }: FieldsProps) {
  const t = useTranslations("stores.registration");
  const ui = useTranslations("ui");
  const id = useId();
  const step = useStoreStep<StoreApplication>();
  const [form, setForm] = useState({
    name: former?.name ?? "",
    description: former?.description ?? "",
    email: former?.email ?? email,
    agreesRules: false,
    agreesOffer: false,
  });
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const missing: Partial<Record<Missing, string>> = {
    ...(form.name.trim() === "" && { name: ui("required") }),
    ...(form.description.trim() === "" && { description: ui("required") }),
    ...(!isEmail(form.email) && { email: t("wrongEmail") }),
    ...(!(form.agreesRules && form.agreesOffer) && { agreement: t("agreeFirst") }),
  };
  const shown = isTried ? missing : {};
  const send = async () => {
    setTried(true);
    if (Object.keys(missing).length > 0) return;
    const { name, description } = form;
    const body = { name, description, email: form.email, rulesVersion, agreeOffer: true };
    await step
      .mutateAsync({ path: "stores/applications", body })
      .then(onSent)
      .catch(() => null);
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      aria-label={t("title")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        id={`${id}-name`}
        label={t("name")}
        error={shown.name}
        value={form.name}
        maxLength={storeApplicationLimits.nameCharacters}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextareaField
        id={`${id}-description`}
        label={t("description")}
        hint={t("descriptionHint")}
        error={shown.description}
        value={form.description}
        rows={6}
        maxLength={storeApplicationLimits.descriptionCharacters}
        onChange={(event) => change({ description: event.target.value })}
      />
      <EmailField
        id={`${id}-email`}
        label={t("email")}
        hint={t("emailHint")}
        error={shown.email}
        value={form.email}
        maxLength={storeApplicationLimits.emailCharacters}
        onChange={(event) => change({ email: event.target.value })}
      />
      <Checkbox
        checked={form.agreesRules}
        onChange={(event) => change({ agreesRules: event.target.checked })}
      >
        {t("agreeRules")}
      </Checkbox>
      <Checkbox
        checked={form.agreesOffer}
        onChange={(event) => change({ agreesOffer: event.target.checked })}
      >
        {t.rich("agreeOffer", {
          offer: (text) => (
            <LocaleLink href="/public-offer" className="underline">
              {text}
            </LocaleLink>
          ),
        })}
      </Checkbox>
      {shown.agreement ? (
        <p role="alert" className="font-medium text-bad text-sm">
          {shown.agreement}
        </p>
      ) : null}
      {step.error ? (
        <Notice tone="bad" live>
          {toApiProblem(step.error).message || ui("error")}
        </Notice>
      ) : null}
      <Button type="submit" tone="accent" busy={step.isPending} className="justify-self-start">
        {t("send")}
      </Button>
    </form>
  );
}
