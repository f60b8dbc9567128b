"use client";

import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { ReviewView } from "#features/back-office/reviews/desk-reviews.contract.ts";
import {
  type ReviewEvent,
  reviewEvents,
  reviewStates,
  reviewSteps,
} from "#features/community/reviews/reviews.rules.ts";

/** Reviews of the product, oldest first; the staff show or refuse them. */
export function ReviewList() {
  const t = useTranslations("backOffice");
  return (
    <DecisionList<ReviewView, ReviewEvent>
      path="desk/reviews"
      states={reviewStates}
      stateText={(state) => t(`reviews.states.${state}`)}
      empty={t("reviews.empty")}
      main={(review) => <Author review={review} />}
      aside={(review) => <SpamFlags flags={review.flags} />}
      facts={(review) => (
        <>
          <p className="rounded-md bg-sunken px-3 py-2">
            <Typed text={review.text} />
          </p>
          <Decision review={review} />
        </>
      )}
      steps={(review) =>
        reviewEvents.filter((decision) => reviewSteps.nextState(review.state, decision) !== null)
      }
      stepText={(decision) => t(`reviews.decisions.${decision}`)}
      danger="reject"
      dialog={(asked) => <Decide {...asked} />}
    />
  );
}

function Author({ review }: { review: ReviewView }) {
  const t = useTranslations("backOffice.reviews");
  const { id, name, rating, account, locale, isVerified, createdAt } = review;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        <span className="text-muted">{t("number", { id })}</span>
        {isVerified ? (
          <Badge tone="good" icon={<BadgeCheck aria-hidden="true" className="size-3.5" />}>
            {t("verified")}
          </Badge>
        ) : null}
      </p>
      <p className="wrap-anywhere text-muted">
        {t("stars", { stars: String(rating) })} · {account ? <PersonName person={account} /> : t("guest")} ·{" "}
        {locale} · <Moment at={createdAt} />
      </p>
    </>
  );
}

function Decision({ review: { decidedBy, decidedAt, reason } }: { review: ReviewView }) {
  const t = useTranslations("backOffice");
  if (!decidedBy || !decidedAt) return null;
  return (
    <Facts
      facts={[
        [t("reviews.decidedBy"), <PersonAt key="decided" person={decidedBy} at={decidedAt} />],
        [t("reason"), reason && <Typed key="reason" text={reason} />],
      ]}
    />
  );
}

function Decide({ item: review, step: decision, onClose }: Asked<ReviewView, ReviewEvent>) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t(`reviews.decisions.${decision}`)}: ${t("reviews.number", { id: review.id })}`}
      facts={[[t("reviews.name"), review.name]]}
      warning={t(`reviews.warnings.${decision}`)}
      submit={t(`reviews.decisions.${decision}`)}
      isDanger={decision === "reject"}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `desk/reviews/${review.id}/decide`,
        body: { decision, reason },
        isKeyed: true,
      })}
      onClose={onClose}
    />
  );
}
