"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import { CouponSearch } from "#features/back-office/coupons/coupon-search.island.tsx";
import type { BatchView } from "#features/back-office/coupons/coupons.contract.ts";
import { NewBatch } from "#features/back-office/coupons/new-batch.island.tsx";
import { fenText } from "#features/payments/coupons/coupons.rules.ts";

/** Batches of coupons; leads make new ones. */
export function BatchList({ mayVoid, mayCreate }: { mayVoid: boolean; mayCreate: boolean }) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const query = useDeskList<BatchView>("desk/coupon-batches");
  return (
    <div className="grid gap-6">
      {mayCreate ? <NewBatch /> : null}
      <CouponSearch />
      <StepList<BatchView, "void">
        query={query}
        empty={t("empty.coupons")}
        dialog={(asked) => <Void {...asked} />}
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
              ]}
            />
            {mayVoid && batch.state === "open" && batch.redeemedCount < batch.count ? (
              <Button tone="danger" className="w-fit" onClick={() => ask("void")}>
                {t("coupons.void")}
              </Button>
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </div>
  );
}

function Void({ item: batch, onClose }: Asked<BatchView, "void">) {
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
