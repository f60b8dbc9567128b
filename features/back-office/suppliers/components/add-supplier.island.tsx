"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import { NewKey } from "#features/back-office/suppliers/components/new-key.island.tsx";
import { noTerms, TermsFields, termsBody } from "#features/back-office/suppliers/components/terms-fields.tsx";
import type { SupplierWithKey } from "#features/back-office/suppliers/suppliers.contract.ts";
import { type SupplierKind, supplierKinds } from "#features/supply/operation.rules.ts";

/** Takes a supplier on and shows its key this once. */
export function AddSupplier() {
  const t = useTranslations("backOffice.suppliers");
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<SupplierWithKey | null>(null);
  return (
    <div className="mb-4 grid gap-4">
      <Button tone="accent" className="w-fit" onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
      {made && made.supplier.kind !== "upstream" ? (
        <NewKey value={made.key} onKept={() => setMade(null)} />
      ) : null}
      {isOpen ? <AddDialog onMade={setMade} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function AddDialog({ onMade, onClose }: { onMade: (made: SupplierWithKey) => void; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [typed, setTyped] = useState(noTerms);
  const [head, setHead] = useState<{ code: string; kind: SupplierKind; key: string }>({
    ...{ code: "", kind: "agent", key: "" },
  });
  const key = head.key.trim();
  return (
    <ConfirmAction
      title={t("suppliers.add")}
      facts={[]}
      submit={t("suppliers.add")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const terms = termsBody(head.kind, typed);
        if (terms === null || head.code === "" || (head.kind === "upstream" && key === "")) return null;
        const body = { code: head.code, kind: head.kind, ...(key ? { key } : {}), ...terms, reason };
        return { path: "desk/suppliers", isKeyed: true, body };
      }}
      onDone={onMade as (answer: never) => void}
      onClose={onClose}
    >
      <Choice
        label={t("suppliers.kind")}
        value={head.kind}
        onChange={(kind) => setHead({ ...head, kind: kind as SupplierKind })}
        options={supplierKinds.map((kind) => [kind, t(`suppliers.kinds.${kind}`)] as const)}
      />
      <TextLine
        label={t("suppliers.code")}
        hint={t("suppliers.codeHint")}
        value={head.code}
        onChange={(code) =>
          setHead({
            ...head,
            code: code
              .toLowerCase()
              .replace(/[^a-z0-9-]/g, "")
              .slice(0, 40),
          })
        }
      />
      <TermsFields
        kind={head.kind}
        typed={typed}
        onChange={(part) => setTyped((old) => ({ ...old, ...part }))}
      />
      {head.kind === "own" ? null : (
        <TextLine
          label={t(head.kind === "agent" ? "suppliers.keyGiven" : "suppliers.keyOfShop")}
          value={head.key}
          onChange={(text) => setHead({ ...head, key: text })}
        />
      )}
    </ConfirmAction>
  );
}
