"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import { CostList } from "#features/back-office/suppliers/components/cost-list.island.tsx";
import { NewKey } from "#features/back-office/suppliers/components/new-key.island.tsx";
import { RotateKey } from "#features/back-office/suppliers/components/rotate-key.island.tsx";
import { SetCosts } from "#features/back-office/suppliers/components/set-costs.island.tsx";
import { SupplierBadge } from "#features/back-office/suppliers/components/supplier-badges.tsx";
import {
  HealthFacts,
  KeyFacts,
  TermsFacts,
} from "#features/back-office/suppliers/components/supplier-facts.tsx";
import {
  TermsFields,
  termsBody,
  typedTerms,
} from "#features/back-office/suppliers/components/terms-fields.tsx";
import type { SupplierDetails, SupplierWithKey } from "#features/back-office/suppliers/suppliers.contract.ts";

/** What the visitor may do: the API says the same. */
type SupplierRights = { mayChange: boolean; mayEnd: boolean };
type Step = "pause" | "resume" | "end";
type Asked = Step | "edit" | "key" | "costs";

type SupplierPageProps = { code: string; rights: SupplierRights; children?: ReactNode };

/** One supplier: terms, costs and key, with what its operator may do. `children` stand between its state and its terms. */
export function SupplierPage({ code, rights, children }: SupplierPageProps) {
  const path = `desk/suppliers/${code}`;
  const query = useDeskItem<SupplierDetails>(path, { isLive: true });
  const { data } = query;
  if (!data) return <NotThere query={query} rows={8} />;
  return (
    <Content supplier={data} path={path} rights={rights}>
      {children}
    </Content>
  );
}

type ContentProps = { supplier: SupplierDetails; path: string; rights: SupplierRights; children: ReactNode };

function Content({ supplier, path, rights, children }: ContentProps) {
  const t = useTranslations("backOffice.suppliers");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<SupplierWithKey | null>(null);
  const close = () => setAsked(null);
  const isOpen = supplier.state !== "ended";
  const mayChange = isOpen && rights.mayChange;
  return (
    <div className="grid gap-6">
      {made ? <NewKey value={made.key} onKept={() => setMade(null)} /> : null}
      <Part title={supplier.name} action={<SupplierBadge supplier={supplier} />}>
        <div className="grid gap-4 px-5 py-4">
          <HealthFacts supplier={supplier} />
          <Steps supplier={supplier} rights={rights} onAsk={setAsked} />
        </div>
      </Part>
      {children}
      <Part
        title={t("terms")}
        action={mayChange ? <Button onClick={() => setAsked("edit")}>{t("edit")}</Button> : null}
      >
        <TermsFacts supplier={supplier} />
      </Part>
      <Part
        title={t("costs")}
        action={mayChange ? <Button onClick={() => setAsked("costs")}>{t("costsSet")}</Button> : null}
      >
        <KeyFacts
          facts={[
            [t("costsCount"), supplier.costsCount],
            [t("hourCostsCount"), supplier.hourCostsCount],
          ]}
        />
        <CostList path={path} mayChange={mayChange} />
      </Part>
      <Part
        title={t("key")}
        action={mayChange ? <Button onClick={() => setAsked("key")}>{t("rotate")}</Button> : null}
        empty={supplier.retiredKeys.length === 0 ? "—" : null}
      >
        <KeyFacts keys={supplier.retiredKeys} facts={[]} />
      </Part>
      {asked === "pause" || asked === "resume" || asked === "end" ? (
        <StepDialog step={asked} supplier={supplier} path={path} onClose={close} />
      ) : null}
      {asked === "edit" ? <EditDialog supplier={supplier} path={path} onClose={close} /> : null}
      {asked === "costs" ? <SetCosts path={path} onClose={close} /> : null}
      {asked === "key" ? (
        <RotateKey supplier={supplier} path={path} onMade={setMade} onClose={close} />
      ) : null}
    </div>
  );
}

type StepsProps = { supplier: SupplierDetails; rights: SupplierRights; onAsk: (step: Step) => void };

/** Every member of the staff may pause; going on is for who moves money, the end for a lead. */
function Steps({ supplier: { state }, rights, onAsk }: StepsProps) {
  const t = useTranslations("backOffice.suppliers");
  if (state === "ended") return null;
  return (
    <div className="flex flex-wrap gap-3">
      {state === "active" ? <Button onClick={() => onAsk("pause")}>{t("pause")}</Button> : null}
      {state === "paused" && rights.mayChange ? (
        <Button tone="accent" onClick={() => onAsk("resume")}>
          {t("resume")}
        </Button>
      ) : null}
      {rights.mayEnd ? (
        <Button tone="danger" onClick={() => onAsk("end")}>
          {t("end")}
        </Button>
      ) : null}
    </div>
  );
}

type DialogProps = { supplier: SupplierDetails; path: string; onClose: () => void };

function StepDialog({ step, supplier, path, onClose }: DialogProps & { step: Step }) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t(`suppliers.${step}`)}: ${supplier.name}`}
      facts={[[t("suppliers.code"), supplier.code]]}
      warning={t(`suppliers.${step}Warning`)}
      submit={t(`suppliers.${step}`)}
      isDanger={step === "end"}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `${path}/${step}`, isKeyed: true, body: { reason } })}
      onClose={onClose}
    />
  );
}

function EditDialog({ supplier, path, onClose }: DialogProps) {
  const t = useTranslations("backOffice");
  const [typed, setTyped] = useState(() => typedTerms(supplier));
  return (
    <ConfirmAction
      title={`${t("suppliers.edit")}: ${supplier.name}`}
      facts={[]}
      submit={t("suppliers.save")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const terms = termsBody(supplier.kind, typed);
        return terms === null ? null : { path: `${path}/edit`, isKeyed: true, body: { ...terms, reason } };
      }}
      onClose={onClose}
    >
      <TermsFields
        kind={supplier.kind}
        typed={typed}
        onChange={(part) => setTyped((old) => ({ ...old, ...part }))}
      />
    </ConfirmAction>
  );
}
