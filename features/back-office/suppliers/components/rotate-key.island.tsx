"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import type { SupplierDetails, SupplierWithKey } from "#features/back-office/suppliers/suppliers.contract.ts";
import { operationLimits } from "#features/supply/operation.rules.ts";

type RotateKeyProps = {
  supplier: SupplierDetails;
  path: string;
  onMade: (made: SupplierWithKey) => void;
  onClose: () => void;
};

/** Replaces a supplier's key, with the hours in which both are taken. */
export function RotateKey({ supplier, path, onMade, onClose }: RotateKeyProps) {
  const t = useTranslations("backOffice");
  const isAgent = supplier.kind === "agent";
  const isShop = supplier.kind === "upstream";
  // Nobody pushes with the key of a shop.
  const [form, setForm] = useState({ key: "", overlap: isShop ? "0" : "24", callsAfter: "0" });
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const overlapHours = Number(form.overlap);
  const callsAfterHours = isAgent ? Number(form.callsAfter) : 0;
  const key = form.key.trim();
  const isWhole =
    !(isShop && key === "") &&
    form.overlap !== "" &&
    overlapHours <= operationLimits.overlapHoursMax &&
    callsAfterHours <= overlapHours;
  const digits = (text: string) => text.replace(/\D/g, "").slice(0, 3);
  return (
    <ConfirmAction
      title={t("suppliers.rotate")}
      facts={[[t("suppliers.code"), supplier.code]]}
      submit={t("suppliers.rotate")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        isWhole
          ? {
              path: `${path}/rotate-key`,
              isKeyed: true,
              body: { ...(key ? { key } : {}), overlapHours, callsAfterHours, reason },
            }
          : null
      }
      onDone={onMade as (answer: never) => void}
      onClose={onClose}
    >
      {isShop ? null : (
        <TextLine
          label={t("suppliers.overlap")}
          hint={t("suppliers.overlapHint")}
          value={form.overlap}
          onChange={(text) => change({ overlap: digits(text) })}
        />
      )}
      {isAgent ? (
        <TextLine
          label={t("suppliers.callsAfter")}
          hint={t("suppliers.callsAfterHint")}
          value={form.callsAfter}
          onChange={(text) => change({ callsAfter: digits(text) })}
        />
      ) : null}
      {supplier.kind === "own" ? null : (
        <TextLine
          label={t(isShop ? "suppliers.keyOfShop" : "suppliers.keyGiven")}
          value={form.key}
          onChange={(text) => change({ key: text })}
        />
      )}
    </ConfirmAction>
  );
}
