"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { z } from "zod";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import type { listRatesEndpoint } from "#features/pricing/rates/rates.contract.ts";

type Rates = z.infer<typeof listRatesEndpoint.response>;
type Refusal = Rates["refusals"][number];
type Asked = { refusal: Refusal; resolution: "accepted" | "dismissed" };

/** Without the zeros at the end that say nothing, at least two digits behind the point. */
function rateText(rate: string): string {
  const [whole = "", fraction = ""] = rate.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** The dollar's rate: what is used, what was not believed, and a rate by hand. */
export function RatesPage() {
  const t = useTranslations("backOffice");
  const [isSetting, setSetting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskItem<Rates>("staff/rates");
  const { data } = query;
  if (!data) return <NotThere query={query} rows={5} />;
  const { asking } = data;
  return (
    <div className="grid gap-6">
      <Card className="grid gap-4 p-5">
        <Facts
          facts={[
            [
              t("rates.now"),
              data.rates[0] && <span className="tabular">{rateText(data.rates[0].rubPerUsd)}</span>,
            ],
            [t("rates.asked"), asking.lastAskedAt && <Moment at={asking.lastAskedAt} />],
            [t("rates.good"), asking.lastGoodAt && <Moment at={asking.lastGoodAt} />],
            [t("rates.problem"), asking.lastProblem],
          ]}
        />
        <Button className="w-fit" onClick={() => setSetting(true)}>
          {t("rates.set")}
        </Button>
      </Card>
      <Part title={t("rates.refusals")} empty={data.refusals.length === 0 ? t("rates.none") : null}>
        <ul className="divide-y divide-line">
          {data.refusals.map((refusal) => (
            <li key={refusal.id} className="grid gap-3 px-5 py-3 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p>
                  <span className="tabular font-semibold">{refusal.rubPerUsd}</span>{" "}
                  <span className="text-muted">
                    {refusal.source} · {refusal.day} · {t("rates.kept", { rate: refusal.keptRubPerUsd })}
                  </span>
                </p>
                <Badge tone={refusal.resolution === null ? "warn" : "neutral"}>
                  {t(
                    refusal.resolution === null
                      ? `rates.reasons.${refusal.reason}`
                      : `rates.${refusal.resolution}`,
                  )}
                </Badge>
              </div>
              {refusal.resolution === null ? (
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => setAsked({ refusal, resolution: "accepted" })}>
                    {t("rates.accept")}
                  </Button>
                  <Button tone="quiet" onClick={() => setAsked({ refusal, resolution: "dismissed" })}>
                    {t("rates.dismiss")}
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t("rates.latest")}>
        <ul className="divide-y divide-line">
          {data.rates.map((rate) => (
            <li
              key={`${rate.day}${rate.fetchedAt}`}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3 text-sm"
            >
              <span className="tabular font-semibold">{rateText(rate.rubPerUsd)}</span>
              <span className="text-muted">
                {rate.day} · {rate.source} · <Moment at={rate.fetchedAt} />
              </span>
            </li>
          ))}
        </ul>
      </Part>
      {isSetting ? <SetRate onClose={() => setSetting(false)} /> : null}
      {asked ? (
        <ConfirmAction
          title={t(asked.resolution === "accepted" ? "rates.accept" : "rates.dismiss")}
          facts={[
            [t("rates.rate"), asked.refusal.rubPerUsd],
            [t("rates.now"), asked.refusal.keptRubPerUsd],
          ]}
          submit={t(asked.resolution === "accepted" ? "rates.accept" : "rates.dismiss")}
          call={() => ({
            path: `staff/rates/refusals/${asked.refusal.id}`,
            body: { resolution: asked.resolution },
          })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}

function SetRate({ onClose }: { onClose: () => void }) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [rate, setRate] = useState("");
  const rubPerUsd = rate.trim().replace(",", ".");
  return (
    <ConfirmAction
      title={t("rates.set")}
      facts={[]}
      warning={t("rates.setWarning")}
      submit={t("rates.set")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        /^\d{1,4}(\.\d{1,6})?$/.test(rubPerUsd) ? { path: "staff/rates", body: { rubPerUsd, reason } } : null
      }
      onClose={onClose}
    >
      <TextField
        id={id}
        label={t("rates.rate")}
        inputMode="decimal"
        value={rate}
        maxLength={12}
        className="tabular max-w-60"
        onChange={(event) => setRate(event.target.value)}
      />
    </ConfirmAction>
  );
}
