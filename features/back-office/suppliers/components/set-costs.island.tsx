"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { FileInput } from "#components/ui/file-input.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { Choice } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import { type CostProblem, costKinds } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationLimits } from "#features/supply/operation.rules.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";

/** Sets costs from a list that is pasted or read from a file. */
export function SetCosts({ path, onClose }: { path: string; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [form, setForm] = useState({ kind: "sms", text: "", percent: "100" });
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const percent = Number(form.percent);
  const isWhole = form.text.trim() !== "" && percent >= 1 && percent <= operationLimits.percentMax;
  const hint = t("suppliers.costsHint");
  return (
    <ConfirmAction
      title={t("suppliers.costsSet")}
      facts={[]}
      warning={t("suppliers.costsWarning")}
      submit={t("suppliers.costsSet")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        isWhole
          ? {
              path: `${path}/costs`,
              isKeyed: true,
              body: { kind: form.kind, text: form.text.slice(0, operationLimits.costText), percent, reason },
            }
          : null
      }
      explain={(problem) => <WrongLines problem={problem} />}
      onClose={onClose}
    >
      <Choice
        label={t("suppliers.costsFor")}
        value={form.kind}
        onChange={(kind) => change({ kind })}
        options={costKinds.map((kind) => [kind, t(`suppliers.costKinds.${kind}`)] as const)}
      />
      <TextareaField
        id={id}
        label={t("suppliers.costsText")}
        hint={hint}
        value={form.text}
        rows={8}
        spellCheck={false}
        className="font-mono"
        maxLength={operationLimits.costText}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Field id={`${id}-file`} label={t("suppliers.costsFile")}>
        <FileInput
          id={`${id}-file`}
          accept=".csv,.txt,text/csv,text/plain"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) change({ text: (await file.text()).slice(0, operationLimits.costText) });
          }}
        />
      </Field>
      <TextLine
        label={t("suppliers.percent")}
        value={form.percent}
        onChange={(text) => change({ percent: text.replace(/\D/g, "").slice(0, 4) })}
      />
    </ConfirmAction>
  );
}

const LINES_SHOWN = 10;

function WrongLines({ problem }: { problem: ApiProblem }) {
  const t = useTranslations("backOffice.suppliers");
  const lines = (problem.details?.lines ?? []) as CostProblem[];
  return (
    <ul className="grid gap-1">
      {lines.slice(0, LINES_SHOWN).map(({ line, problem: kind, text }) => (
        <li key={line} className="wrap-anywhere">
          {t("problemLine", { line, problem: t(`problems.${kind}`), text })}
        </li>
      ))}
    </ul>
  );
}
