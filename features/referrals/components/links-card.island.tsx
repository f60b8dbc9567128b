"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useCreateLink, useProgram } from "#features/referrals/referrals.client.ts";
import type { ReferralLink, ReferralProgram } from "#features/referrals/referrals.contract.ts";
import { referralLimits } from "#features/referrals/referrals.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type LinksCardProps = { initial: ReferralProgram; rubPerUsd: number | null };

/** The links with what each brought, and a form for another one. */
export function LinksCard({ initial, rubPerUsd }: LinksCardProps) {
  const { links } = useProgram(initial);
  return (
    <div className="grid gap-5">
      <ul className="grid gap-3">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} rubPerUsd={rubPerUsd} />
        ))}
      </ul>
      {links.length < referralLimits.links ? <NewLink /> : null}
    </div>
  );
}

function LinkRow({ link, rubPerUsd }: { link: ReferralLink; rubPerUsd: number | null }) {
  const t = useTranslations("referrals.links");
  const ui = useTranslations("ui");
  const name = link.name === "" ? t("first") : link.name;
  return (
    <li className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words font-medium text-sm">{name}</p>
        <p className="tabular text-muted text-sm">
          {t("people", { count: link.people, shown: formatNumber(link.people) })} ·{" "}
          <Money kopecks={link.spentKopecks} rubPerUsd={rubPerUsd} />
        </p>
      </div>
      <div className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-sm">{link.url}</code>
        <CopyButton
          text={link.url}
          label={t("copyNamed", { name })}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
        />
      </div>
    </li>
  );
}

function NewLink() {
  const t = useTranslations("referrals.links");
  const ui = useTranslations("ui");
  const create = useCreateLink();
  const form = useForm({ defaultValues: { name: "" } });
  const { errors } = form.formState;
  const send = form.handleSubmit(async ({ name }) => {
    try {
      await create.mutateAsync(name);
      form.reset();
      showToast({ type: "success", text: t("made") });
    } catch (error) {
      const message = toApiProblem(error).message || ui("error");
      form.setError("name", { message }, { shouldFocus: true });
    }
  });
  return (
    <form method="post" noValidate onSubmit={send} className="border-line border-t pt-5">
      <Field id="link-name" label={t("newName")} hint={t("newHint")} error={errors.name?.message}>
        <div className="flex gap-2">
          <Input
            {...form.register("name", {
              validate: (text) => text.trim() !== "" || ui("required"),
            })}
            {...describedBy("link-name", { error: errors.name, hint: true })}
            maxLength={referralLimits.linkNameCharacters}
            autoComplete="off"
          />
          <Button type="submit" busy={create.isPending} icon={<Plus aria-hidden="true" className="size-4" />}>
            {t("create")}
          </Button>
        </div>
      </Field>
    </form>
  );
}
