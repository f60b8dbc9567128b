"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { ApiOnlyView, ApiOnlyList as List } from "#features/back-office/api-only/api-only.contract.ts";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { CountryChoice } from "#features/back-office/goods/components/country-choice.island.tsx";
import {
  type ChosenService,
  ServiceChoice,
} from "#features/back-office/goods/components/service-choice.island.tsx";

/** Numbers that are sold through the API alone; whoever moves money may set and end it. */
export function ApiOnlyList({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("backOffice");
  const [asked, setAsked] = useState<ApiOnlyView | "new" | null>(null);
  const query = useDeskItem<List>("desk/api-only");
  const { data } = query;
  const close = () => setAsked(null);
  const nameOf = ({ service, country }: ApiOnlyView) =>
    `${service?.name ?? t("apiOnly.everyService")}, ${country?.name ?? t("apiOnly.everyCountry")}`;
  if (!data) return <NotThere query={query} rows={4} />;
  return (
    <div className="grid gap-4">
      {mayChange ? (
        <Button tone="accent" className="w-fit" onClick={() => setAsked("new")}>
          {t("apiOnly.set")}
        </Button>
      ) : null}
      <Card className="overflow-hidden">
        {data.items.length === 0 ? <EmptyState title={t("apiOnly.empty")} /> : null}
        <ul className="divide-y divide-line">
          {data.items.map((one) => (
            <li key={one.id}>
              <DeskRow
                main={
                  <>
                    <p className="font-semibold">{nameOf(one)}</p>
                    <p className="wrap-anywhere text-muted">{one.reason}</p>
                    <p className="text-muted">
                      {one.by} · <Moment at={one.since} />
                    </p>
                  </>
                }
                aside={mayChange ? <Button onClick={() => setAsked(one)}>{t("apiOnly.end")}</Button> : null}
              />
            </li>
          ))}
        </ul>
      </Card>
      {asked === "new" ? <SetDialog onClose={close} /> : null}
      {asked !== null && asked !== "new" ? (
        <ConfirmAction
          title={`${t("apiOnly.end")}: ${nameOf(asked)}`}
          facts={[]}
          warning={t("apiOnly.endWarning")}
          submit={t("apiOnly.end")}
          reason={{ label: t("reason") }}
          call={(reason) => ({ path: `desk/api-only/${asked.id}/end`, body: { reason } })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function SetDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [service, setService] = useState<ChosenService | null>(null);
  const [countryId, setCountryId] = useState<number | null>(null);
  const serviceCode = service?.code ?? null;
  return (
    <ConfirmAction
      title={t("apiOnly.set")}
      facts={[]}
      warning={t("apiOnly.setWarning")}
      submit={t("apiOnly.set")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        serviceCode === null && countryId === null
          ? null
          : { path: "desk/api-only", body: { serviceCode, countryId, reason } }
      }
      onClose={onClose}
    >
      <ServiceChoice label={t("apiOnly.service")} value={service} onChange={setService} />
      <CountryChoice
        label={t("apiOnly.country")}
        serviceCode={serviceCode}
        value={countryId}
        onChange={setCountryId}
      />
    </ConfirmAction>
  );
}
