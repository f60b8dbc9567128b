"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { TextareaField } from "#components/ui/text-field.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import type { LicenceProductView } from "#features/back-office/licences/desk-licences.contract.ts";
import { productLimits } from "#features/licences/licences.rules.ts";

/** A version for whoever has a licence: where its file lies, and its hash. */
export function AddVersion({ product, onClose }: { product: LicenceProductView; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [typed, setTyped] = useState({ version: "", notes: "", url: "", sha256: "" });
  const change = (part: Partial<typeof typed>) => setTyped((old) => ({ ...old, ...part }));
  return (
    <ConfirmAction
      title={`${t("software.addVersion")}: ${product.name}`}
      facts={[]}
      warning={t("software.addVersionWarning")}
      submit={t("software.addVersion")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const sha256 = typed.sha256.trim().toLowerCase();
        const url = typed.url.trim();
        const isWhole =
          typed.version.trim() !== "" && url.startsWith("https://") && /^[0-9a-f]{64}$/.test(sha256);
        if (!isWhole) return null;
        const path = `desk/licences/products/${product.id}/versions`;
        return { path, isKeyed: true, body: { ...typed, url, sha256, reason } };
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextLine
          label={t("software.version")}
          value={typed.version}
          onChange={(version) => change({ version })}
        />
        <TextareaField
          id={id}
          label={t("software.notes")}
          value={typed.notes}
          rows={4}
          maxLength={productLimits.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <TextLine
          label={t("software.url")}
          hint={t("software.hints.url")}
          value={typed.url}
          onChange={(url) => change({ url })}
        />
        <TextLine
          label="SHA-256"
          hint={t("software.hints.sha256")}
          value={typed.sha256}
          onChange={(sha256) => change({ sha256 })}
        />
      </div>
    </ConfirmAction>
  );
}
