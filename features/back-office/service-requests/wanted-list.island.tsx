"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import { type Asked, StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import {
  type ChosenService,
  ServiceChoice,
} from "#features/back-office/goods/components/service-choice.island.tsx";
import type { WantedSiteView } from "#features/back-office/service-requests/service-requests.contract.ts";
import { serviceRequestLimits } from "#features/community/service-requests/service-requests.rules.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const decisions = ["link", "answer", "close"] as const;
type Decision = (typeof decisions)[number];

/** What buyers ask for that is not sold, most wanted first. */
export function WantedList() {
  const t = useTranslations("backOffice");
  const query = useDeskList<WantedSiteView>("desk/service-requests", {}, "after");
  return (
    <StepList<WantedSiteView, Decision>
      query={query}
      empty={t("serviceRequests.empty")}
      dialog={(asked) => <Decide {...asked} />}
    >
      {(wanted, ask) => (
        <DeskRow
          main={
            <>
              <p className="break-all font-semibold">{wanted.site}</p>
              <p className="text-muted">
                {t("serviceRequests.count", { count: wanted.count, shown: formatNumber(wanted.count) })} ·{" "}
                <Moment at={wanted.lastAt} />
              </p>
            </>
          }
          aside={
            <>
              <SpamFlags
                flags={spamFlags.filter((flag) => wanted.newest.some(({ flags }) => flags.includes(flag)))}
              />
              {wanted.service ? <Badge tone="info">{wanted.service.name}</Badge> : null}
            </>
          }
        >
          <WantedFacts wanted={wanted} />
          <StepButtons
            steps={decisions}
            textOf={(decision) => t(`serviceRequests.decisions.${decision}`)}
            danger="close"
            onAsk={ask}
          />
        </DeskRow>
      )}
    </StepList>
  );
}

function WantedFacts({ wanted }: { wanted: WantedSiteView }) {
  const t = useTranslations("backOffice.serviceRequests");
  const countries = wanted.countries.map(({ name, count }) => `${name ?? t("anyCountry")} (${count})`);
  return (
    <>
      <Facts
        facts={[
          [t("countries"), countries.join(", ")],
          [t("since"), <Moment key="since" at={wanted.firstAt} form="date" />],
        ]}
      />
      <details>
        <summary className="touch w-fit cursor-pointer py-1 text-link text-sm">
          {t("newest", { count: wanted.newest.length })}
        </summary>
        <ul className="grid gap-2 pt-2">
          {wanted.newest.map((line) => (
            <li key={`${line.at} ${line.website}`} className="wrap-anywhere rounded-md bg-sunken px-3 py-2">
              <p className="font-mono text-xs">{line.website}</p>
              <p>
                <Typed text={line.smsText} />
              </p>
              {line.flags.length > 0 ? (
                <p className="flex flex-wrap gap-2 py-1">
                  <SpamFlags flags={line.flags} />
                </p>
              ) : null}
              <p className="text-muted">
                {[
                  line.country ?? t("anyCountry"),
                  line.priceKopecks && displayRoubles(line.priceKopecks),
                  line.locale,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Decide({ item: wanted, step: decision, onClose }: Asked<WantedSiteView, Decision>) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [service, setService] = useState<ChosenService | null>(wanted.service);
  const [answer, setAnswer] = useState("");
  const { site } = wanted;
  const body = (reason: string) => {
    if (decision === "close") return { decision, site, reason };
    if (decision === "link") return service && { decision, site, serviceCode: service.code, reason };
    return answer.trim().length < 3 ? null : { decision, site, answer: answer.trim(), reason };
  };
  return (
    <ConfirmAction
      title={`${t(`serviceRequests.decisions.${decision}`)}: ${site}`}
      facts={[
        [
          t("serviceRequests.asked"),
          t("serviceRequests.count", { count: wanted.count, shown: formatNumber(wanted.count) }),
        ],
      ]}
      warning={t(`serviceRequests.warnings.${decision}`)}
      submit={t(`serviceRequests.decisions.${decision}`)}
      isDanger={decision === "close"}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const input = body(reason);
        return input && { path: "desk/service-requests/decide", body: input, isKeyed: true };
      }}
      onClose={onClose}
    >
      {decision === "link" ? (
        <ServiceChoice label={t("goods.service")} value={service} onChange={setService} />
      ) : null}
      {decision === "answer" ? (
        <TextareaField
          id={id}
          label={t("serviceRequests.answer")}
          value={answer}
          maxLength={serviceRequestLimits.answerCharacters}
          onChange={(event) => setAnswer(event.target.value)}
        />
      ) : null}
    </ConfirmAction>
  );
}
