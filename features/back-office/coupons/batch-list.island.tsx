"use client";

import { useTranslations } from "next-intl";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";
import { CouponSearch } from "#features/back-office/coupons/coupon-search.island.tsx";
import type { BatchView } from "#features/back-office/coupons/coupons.contract.ts";
import { NewBatch } from "#features/back-office/coupons/new-batch.island.tsx";
import { fenText } from "#features/payments/coupons/coupons.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type Step = "approve" | "void";

type BatchListProps = {
  /** Who looks: nobody approves what they have made. */
  staffId: number;
  mayDecide: boolean;
  mayCreate: boolean;
};

/** Batches of coupons; leads make new ones, and a second person approves the large ones. */
export function BatchList({ staffId, mayDecide, mayCreate }: BatchListProps) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const query = useDeskList<BatchView>("desk/coupon-batches");
  return (
    <div className="grid gap-6">
      {mayCreate ? <NewBatch /> : null}
      <CouponSearch />
      <StepList<BatchView, Step>
        query={query}
        empty={t("empty.coupons")}
        dialog={({ item, step, onClose }) =>
          step === "approve" ? (
            <Approve batch={item} onClose={onClose} />
          ) : (
            <Void batch={item} onClose={onClose} />
          )
        }
      >
        {(batch, ask) => (
          <DeskRow
            main={
              <>
                <p className="font-semibold">
                  {t("coupons.batch", { id: batch.id })} · {payments(`methods.${batch.method}`)}
                </p>
                <p className="text-muted">
                  <PersonAt person={batch.createdBy} at={batch.createdAt} />
                </p>
              </>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(batch.amountKopecks)}</span>
                <StateBadge state={batch.state} text={t(`coupons.states.${batch.state}`)} />
              </>
            }
          >
            <Facts
              facts={[
                [
                  t("coupons.redeemed"),
                  t("coupons.ofCount", { redeemed: batch.redeemedCount, count: batch.count }),
                ],
                [t("coupons.price"), `${fenText(batch.priceFen)} CNY`],
                [t("person.language"), batch.locale],
                [t("facts.expires"), <Moment key="expires" at={batch.expiresAt} />],
                [t("facts.note"), batch.note],
                [t("people.second"), batch.approvedBy && <PersonName person={batch.approvedBy} />],
              ]}
            />
            {mayDecide ? (
              <StepButtons
                steps={stepsOf(batch, staffId)}
                textOf={(step) => t(`coupons.${step}`)}
                danger="void"
                onAsk={ask}
              />
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </div>
  );
}

function stepsOf({ state, createdBy, redeemedCount, count }: BatchView, staffId: number): Step[] {
  const isLive = state === "open" || state === "waiting";
  return [
    ...(state === "waiting" && createdBy.id !== staffId ? (["approve"] as const) : []),
    ...(isLive && redeemedCount < count ? (["void"] as const) : []),
  ];
}

type StepProps = { batch: BatchView; onClose: () => void };

function Approve({ batch, onClose }: StepProps) {
  const t = useTranslations("backOffice");
  const total = displayRoubles(batch.amountKopecks * batch.count);
  return (
    <ConfirmAction
      title={`${t("coupons.approve")}: ${t("coupons.batch", { id: batch.id })}`}
      facts={[
        [t("coupons.count"), formatNumber(batch.count)],
        [t("coupons.each"), displayRoubles(batch.amountKopecks)],
        [t("coupons.total"), total],
        [t("coupons.totalPrice"), `${fenText(batch.priceFen * batch.count)} CNY`],
        [t("people.proposer"), <PersonName key="proposer" person={batch.createdBy} />],
        [t("people.second"), t("people.you")],
      ]}
      warning={t("coupons.approveWarning")}
      submit={t("coupons.approveFor", { amount: total })}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/coupon-batches/${batch.id}/approve`, body: { reason } })}
      onClose={onClose}
    />
  );
}

function Void({ batch, onClose }: StepProps) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t("coupons.void")}: ${t("coupons.batch", { id: batch.id })}`}
      facts={[
        [t("coupons.ending"), batch.count - batch.redeemedCount],
        [t("coupons.each"), displayRoubles(batch.amountKopecks)],
      ]}
      warning={t("coupons.voidWarning")}
      submit={t("coupons.void")}
      isDanger
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/coupon-batches/${batch.id}/void`, body: { reason } })}
      onClose={onClose}
    />
  );
}
