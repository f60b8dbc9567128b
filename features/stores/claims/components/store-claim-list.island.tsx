"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PagedList } from "#components/layout/paged-list.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import type { AccountClaimDecision } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { storeClaimsQuery } from "#features/stores/claims/store-claims.client.ts";
import type { StoreClaim } from "#features/stores/claims/store-claims.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Nobody loads it who has no claim to answer. */
const AnswerDialog = dynamic(
  () =>
    import("#features/stores/claims/components/answer-dialog.island.tsx").then(
      (module) => module.AnswerDialog,
    ),
  { ssr: false },
);

const kinds = ["open", "decided"] as const;

/** Claims about the store's accounts: those that wait, and those that were decided. */
export function StoreClaimList() {
  const t = useTranslations("stores.claims");
  const [only, setOnly] = useState<(typeof kinds)[number]>("open");
  return (
    <div className="grid gap-4">
      <SegmentedChoice
        label={t("which")}
        values={kinds}
        chosen={only}
        onChoose={setOnly}
        textOf={(one) => t(`only.${one}`)}
      />
      <Claims only={only} />
    </div>
  );
}

type Asked = { claim: StoreClaim; decision: AccountClaimDecision };

function Claims({ only }: { only: (typeof kinds)[number] }) {
  const t = useTranslations("stores.claims");
  const query = useInfiniteQuery(storeClaimsQuery(only));
  const [asked, setAsked] = useState<Asked | null>(null);
  const claims = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PagedList
        query={query}
        items={claims}
        rows={3}
        failed={t("failed")}
        empty={<EmptyState icon={<UserRoundX className="size-6" />} title={t(`empty.${only}`)} />}
        more={t("more")}
      >
        {(claim) => (
          <ClaimLine key={claim.id} claim={claim} onAnswer={(decision) => setAsked({ claim, decision })} />
        )}
      </PagedList>
      {asked ? <AnswerDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

const tones: Readonly<Record<StoreClaim["state"], Tone>> = {
  open: "warn",
  replaced: "neutral",
  refunded: "bad",
  refused: "good",
};

type ClaimLineProps = { claim: StoreClaim; onAnswer: (decision: AccountClaimDecision) => void };

function ClaimLine({ claim, onAnswer }: ClaimLineProps) {
  const t = useTranslations("stores.claims");
  const isWaiting = claim.state === "open" && claim.objection === null;
  return (
    <li className="grid gap-3 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <span className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere font-medium">{claim.offerName}</span>
          <span className="text-muted text-xs">
            {t("place", { order: String(claim.orderId), place: formatNumber(claim.place) })}
          </span>
          <span className="text-muted text-xs">
            {t("upload", { number: formatNumber(claim.numberInUpload) })}{" "}
            <Moment at={claim.uploadedAt} form="date" />
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tones[claim.state]}>{t(`state.${claim.state}`)}</Badge>
          <RatedMoney kopecks={claim.priceKopecks} />
        </span>
      </div>
      <bdi className="wrap-anywhere whitespace-pre-line">{claim.text}</bdi>
      {claim.objection ? (
        <p className="text-muted">
          {t("objected")} <bdi className="wrap-anywhere">{claim.objection}</bdi>
        </p>
      ) : null}
      {claim.state === "open" ? (
        <p className="text-muted text-xs">
          {t(isWaiting ? "answerUntil" : "standsFrom")} <Moment at={claim.dueAt} form="date" />
        </p>
      ) : null}
      {claim.reason && claim.reason !== claim.objection ? (
        <p className="text-muted">
          {t("told")} <bdi className="wrap-anywhere">{claim.reason}</bdi>
        </p>
      ) : null}
      {isWaiting ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-haspopup="dialog" onClick={() => onAnswer("accept")}>
            {t("accept")}
          </Button>
          <Button size="sm" tone="danger" aria-haspopup="dialog" onClick={() => onAnswer("refuse")}>
            {t("object")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
