"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import { AddVersion } from "#features/back-office/licences/components/add-version.island.tsx";
import { ProductTermsDialog } from "#features/back-office/licences/components/product-terms-dialog.island.tsx";
import { SigningKey } from "#features/back-office/licences/components/signing-key.island.tsx";
import type { LicenceProductView } from "#features/back-office/licences/desk-licences.contract.ts";
import { licenceProductStates } from "#features/licences/licences.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type Version = LicenceProductView["versions"][number];
type Step = "put_on_sale" | "stop" | "edit" | "version" | { readonly withdraw: Version };

type SoftwareListProps = { mayChange: boolean; mayRotate: boolean; given?: { state?: string } };

/** Products of software; who moves money writes them and publishes versions. */
export function SoftwareList({ mayChange, mayRotate, given = {} }: SoftwareListProps) {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ state: "", ...given });
  const [isNew, setNew] = useState(false);
  const query = useDeskList<LicenceProductView>("desk/licences/products", filter);
  return (
    <>
      {mayChange ? (
        <Button tone="accent" className="mb-4 w-fit" onClick={() => setNew(true)}>
          {t("software.add")}
        </Button>
      ) : null}
      <SigningKey mayRotate={mayRotate} />
      <Filters>
        <AnyChoice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => setFilter({ state })}
          values={licenceProductStates}
          textOf={(state) => t(`software.states.${state}`)}
        />
      </Filters>
      <StepList<LicenceProductView, Step>
        query={query}
        empty={t("software.empty")}
        dialog={(asked) => <StepDialog {...asked} />}
      >
        {(product, ask) => <ProductRow product={product} onAsk={mayChange ? ask : null} />}
      </StepList>
      {isNew ? <ProductTermsDialog product={null} onClose={() => setNew(false)} /> : null}
    </>
  );
}

type OnAsk = ((step: Step) => void) | null;

function ProductRow({ product, onAsk }: { product: LicenceProductView; onAsk: OnAsk }) {
  const t = useTranslations("backOffice");
  const { state, termDays } = product;
  return (
    <DeskRow
      main={
        <>
          <p>
            <span className="wrap-anywhere font-semibold">{product.name}</span>{" "}
            <code className="text-muted">{product.code}</code>
          </p>
          <p className="wrap-anywhere text-muted">{product.softwareType}</p>
        </>
      }
      aside={
        <>
          <span className="tabular font-semibold">{displayRoubles(product.priceKopecks)}</span>
          <StateBadge state={state} text={t(`software.states.${state}`)} />
        </>
      }
    >
      <Facts
        facts={[
          [t("software.termDays"), termDays === null ? t("software.endless") : formatNumber(termDays)],
          [t("software.deviceLimit"), formatNumber(product.deviceLimit)],
          [
            t("software.sold"),
            t("software.soldCounts", {
              sold: formatNumber(product.soldCount),
              valid: formatNumber(product.validCount),
            }),
          ],
          [t("software.paid"), displayRoubles(product.paidKopecks)],
          [
            t("software.versions"),
            product.versions.length > 0 ? (
              <Versions key="versions" versions={product.versions} onAsk={onAsk} />
            ) : null,
          ],
        ]}
      />
      {onAsk ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onAsk("version")}>{t("software.addVersion")}</Button>
          <Button onClick={() => onAsk("edit")}>{t("software.edit")}</Button>
          {state === "on_sale" ? (
            <Button onClick={() => onAsk("stop")}>{t("software.steps.stop")}</Button>
          ) : (
            <Button tone="accent" onClick={() => onAsk("put_on_sale")}>
              {t("software.steps.put_on_sale")}
            </Button>
          )}
        </div>
      ) : null}
    </DeskRow>
  );
}

function Versions({ versions, onAsk }: { versions: readonly Version[]; onAsk: OnAsk }) {
  const t = useTranslations("backOffice.software");
  return (
    <ul className="grid gap-1">
      {versions.map((version) => (
        <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{version.version}</span>
          {onAsk ? (
            <Button size="sm" tone="danger" onClick={() => onAsk({ withdraw: version })}>
              {t("withdrawVersion", { version: version.version })}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function StepDialog({ item: product, step, onClose }: Asked<LicenceProductView, Step>) {
  const t = useTranslations("backOffice");
  if (step === "edit") return <ProductTermsDialog product={product} onClose={onClose} />;
  if (step === "version") return <AddVersion product={product} onClose={onClose} />;
  const path = `desk/licences/products/${product.id}`;
  if (typeof step === "object") {
    const title = t("software.withdrawVersion", { version: step.withdraw.version });
    return (
      <ConfirmAction
        title={`${title}: ${product.name}`}
        facts={[]}
        warning={t("software.withdrawWarning")}
        submit={title}
        isDanger
        reason={{ label: t("reason") }}
        call={(reason) => ({
          path: `${path}/versions/${step.withdraw.id}/withdraw`,
          isKeyed: true,
          body: { reason },
        })}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmAction
      title={`${t(`software.steps.${step}`)}: ${product.name}`}
      facts={[]}
      warning={t(`software.warnings.${step}`)}
      submit={t(`software.steps.${step}`)}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `${path}/step`, isKeyed: true, body: { step, reason } })}
      onClose={onClose}
    />
  );
}
