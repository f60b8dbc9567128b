"use client";

import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { ReviewView } from "#features/back-office/reviews/desk-reviews.contract.ts";
import {
  type ReviewEvent,
  reviewEvents,
  reviewStates,
  reviewSteps,
} from "#features/community/reviews/reviews.rules.ts";

type Asked = { review: ReviewView; decision: ReviewEvent };

/** Reviews of the product, oldest first; the staff show or refuse them. */
export function ReviewList() {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("waiting");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskList<ReviewView>("desk/reviews", { state }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={state}
          onChange={setState}
          options={reviewStates.map((one) => [one, t(`reviews.states.${one}`)] as const)}
        />
      </Filters>
      <DeskList query={query} empty={t("reviews.empty")}>
        {(review) => (
          <DeskRow
            main={<Author review={review} />}
            aside={
              <>
                <SpamFlags flags={review.flags} />
                <StateBadge state={review.state} text={t(`reviews.states.${review.state}`)} />
              </>
            }
          >
            <p className="rounded-md bg-sunken px-3 py-2">
              <Typed text={review.text} />
            </p>
            <Decision review={review} />
            <div className="flex flex-wrap gap-2">
              {reviewEvents
                .filter((decision) => reviewSteps.nextState(review.state, decision) !== null)
                .map((decision) => (
                  <Button
                    key={decision}
                    tone={decision === "reject" ? "danger" : "plain"}
                    onClick={() => setAsked({ review, decision })}
                  >
                    {t(`reviews.decisions.${decision}`)}
                  </Button>
                ))}
            </div>
          </DeskRow>
        )}
      </DeskList>
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </>
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
        [
          t("reviews.decidedBy"),
          <span key="decided">
            <PersonName person={decidedBy} /> · <Moment at={decidedAt} />
          </span>,
        ],
        [t("reason"), reason && <Typed key="reason" text={reason} />],
      ]}
    />
  );
}

function Decide({ review, decision, onClose }: Asked & { onClose: () => void }) {
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
