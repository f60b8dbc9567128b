"use client";

import { Flag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import type { CommentView } from "#features/back-office/comments/desk-comments.contract.ts";
import { Choice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import {
  type CommentEvent,
  commentQueues,
  decisionsOf,
} from "#features/community/comments/comments.rules.ts";
import { articleHref } from "#features/content/blog/blog.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Comments under articles, oldest first; the staff show or refuse them. */
export function CommentList() {
  const t = useTranslations("backOffice");
  const [queue, setQueue] = useState("waiting");
  const query = useDeskList<CommentView>("desk/comments", { queue }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={queue}
          onChange={setQueue}
          options={commentQueues.map((one) => [one, t(`comments.states.${one}`)] as const)}
        />
      </Filters>
      <StepList<CommentView, CommentEvent>
        query={query}
        empty={t("comments.empty")}
        dialog={(asked) => <Decide {...asked} />}
      >
        {(comment, ask) => (
          <DeskRow
            main={<Author comment={comment} />}
            aside={
              <>
                <SpamFlags flags={comment.flags} />
                <Reports count={comment.reports} />
                <StateBadge state={comment.state} text={t(`comments.states.${comment.state}`)} />
              </>
            }
          >
            {comment.parentText === null ? null : (
              <Facts facts={[[t("comments.repliesTo"), <Typed key="parent" text={comment.parentText} />]]} />
            )}
            <p className="rounded-md bg-sunken px-3 py-2">
              <Typed text={comment.text} />
            </p>
            <Decision comment={comment} />
            <StepButtons
              steps={decisionsOf(comment)}
              textOf={(decision) => t(`comments.decisions.${decision}`)}
              danger="reject"
              onAsk={ask}
            />
          </DeskRow>
        )}
      </StepList>
    </>
  );
}

function Author({ comment }: { comment: CommentView }) {
  const t = useTranslations("backOffice.comments");
  const { id, name, article, account, locale, createdAt } = comment;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        <span className="text-muted">{t("number", { id })}</span>
      </p>
      <p className="wrap-anywhere text-muted">
        {article ? (
          <LocaleLink href={articleHref(article)} className="text-link underline">
            {article.title}
          </LocaleLink>
        ) : (
          t("noArticle")
        )}{" "}
        · <PersonName person={account} /> · {locale} · <Moment at={createdAt} />
      </p>
    </>
  );
}

function Reports({ count }: { count: number }) {
  const t = useTranslations("backOffice.comments");
  if (count === 0) return null;
  return (
    <Badge tone="warn" icon={<Flag aria-hidden="true" className="size-3.5" />}>
      {t("reports", { count, shown: formatNumber(count) })}
    </Badge>
  );
}

function Decision({ comment: { decidedBy, decidedAt, reason } }: { comment: CommentView }) {
  const t = useTranslations("backOffice");
  if (!decidedBy || !decidedAt) return null;
  return (
    <Facts
      facts={[
        [
          t("comments.decidedBy"),
          <span key="decided">
            <PersonName person={decidedBy} /> · <Moment at={decidedAt} />
          </span>,
        ],
        [t("reason"), reason && <Typed key="reason" text={reason} />],
      ]}
    />
  );
}

function Decide({ item: comment, step: decision, onClose }: Asked<CommentView, CommentEvent>) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t(`comments.decisions.${decision}`)}: ${t("comments.number", { id: comment.id })}`}
      facts={[[t("comments.name"), comment.name]]}
      warning={t(`comments.warnings.${decision}`)}
      submit={t(`comments.decisions.${decision}`)}
      isDanger={decision === "reject"}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `desk/comments/${comment.id}/decide`,
        body: { decision, edits: comment.edits, reason },
        isKeyed: true,
      })}
      onClose={onClose}
    />
  );
}
