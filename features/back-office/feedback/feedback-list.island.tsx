"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { TextareaField } from "#components/ui/text-field.tsx";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { SpamFlags } from "#features/back-office/components/spam-flags.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { FeedbackView } from "#features/back-office/feedback/desk-feedback.contract.ts";
import { feedbackLimits, feedbackStates } from "#features/community/feedback/feedback.rules.ts";

const decisions = ["answer", "close"] as const;
type Decision = (typeof decisions)[number];

/** What people write to support, oldest first, each with its thread. */
export function FeedbackList() {
  const t = useTranslations("backOffice");
  const [search, setSearch] = useState("");
  return (
    <DecisionList<FeedbackView, Decision>
      path="desk/feedback"
      states={feedbackStates}
      stateText={(state) => t(`feedback.states.${state}`)}
      empty={t("feedback.empty")}
      filter={{ search }}
      filters={<TextFilter label={t("feedback.search")} value={search} onChange={setSearch} />}
      main={(ticket) => <Sender ticket={ticket} />}
      aside={(ticket) => <SpamFlags flags={ticket.flags} />}
      facts={(ticket) => <Thread ticket={ticket} />}
      steps={(ticket) => (ticket.state === "closed" ? [] : decisions)}
      stepText={(decision) => t(`feedback.decisions.${decision}`)}
      danger="close"
      dialog={(asked) => <Decide {...asked} />}
    />
  );
}

function Sender({ ticket }: { ticket: FeedbackView }) {
  const t = useTranslations("backOffice.feedback");
  const { id, name, email, account, locale, createdAt } = ticket;
  return (
    <>
      <p>
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>{" "}
        <span className="text-muted">{t("number", { id })}</span>
      </p>
      <p className="wrap-anywhere text-muted">
        {account ? <PersonName person={account} /> : (email ?? t("noAddress"))} · {locale} ·{" "}
        <Moment at={createdAt} />
      </p>
    </>
  );
}

/** Both sides' words, the staff's apart by their author. */
function Thread({ ticket }: { ticket: FeedbackView }) {
  const t = useTranslations("backOffice.feedback");
  return (
    <ol aria-label={t("thread", { id: ticket.id })} className="grid gap-2">
      {ticket.messages.map(({ id, author, text, at }) => (
        <li
          key={id}
          className={author ? "border-line-strong border-l-2 pl-3" : "rounded-md bg-sunken px-3 py-2"}
        >
          <Typed text={text} />
          <p className="text-muted">
            {author ? <PersonName person={author} /> : t("sender")} · <Moment at={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Decide({ item: ticket, step: decision, onClose }: Asked<FeedbackView, Decision>) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [answer, setAnswer] = useState("");
  const isAnswer = decision === "answer";
  // As it was when the dialog opened: what comes while somebody types has not been read.
  const [seenMessageId] = useState(ticket.messages.at(-1)?.id);
  const body = (reason: string) => {
    if (!isAnswer) return { decision, seenMessageId, reason };
    return answer.trim().length < 3 ? null : { decision, answer: answer.trim(), seenMessageId, reason };
  };
  return (
    <ConfirmAction
      title={`${t(`feedback.decisions.${decision}`)}: ${t("feedback.number", { id: ticket.id })}`}
      facts={[
        [t("feedback.name"), ticket.name],
        [t("feedback.email"), ticket.email],
      ]}
      warning={t(`feedback.warnings.${decision}`)}
      submit={t(`feedback.decisions.${decision}`)}
      isDanger={!isAnswer}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const input = body(reason);
        return input && { path: `desk/feedback/${ticket.id}/decide`, body: input, isKeyed: true };
      }}
      onClose={onClose}
    >
      {isAnswer ? (
        <TextareaField
          id={id}
          label={t("feedback.answer")}
          value={answer}
          maxLength={feedbackLimits.answerCharacters}
          onChange={(event) => setAnswer(event.target.value)}
        />
      ) : null}
    </ConfirmAction>
  );
}
