"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { keepDraft, keptDraft } from "#features/community/comments/comment-draft.client.ts";
import type { WaitingComment } from "#features/community/comments/comments.contract.ts";
import { commentLimits } from "#features/community/comments/comments.rules.ts";
import { LogInFirst } from "#features/community/comments/components/log-in-first.tsx";
import { type Written, WrittenFields, writtenFieldOf } from "#features/community/written-fields.tsx";
import { FormEnd } from "#features/identity/components/form-end.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { useSending } from "#features/identity/sending.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { api } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

type Sent = Written & { readonly id: number };

type CommentFormProps = {
  /** The last part of the article's address. */
  article: string;
  /** Which comment is replied to. */
  replyTo?: { readonly id: number; readonly name: string } | undefined;
};

/**
 * Says something under an article, or to a comment there; what was sent may be written anew while it waits. What was typed is there
 * again for whoever signs in anew.
 */
export function CommentForm({ article, replyTo }: CommentFormProps) {
  const t = useTranslations("community.comments");
  const { visitor, isKnown } = useVisitor();
  const [sent, setSent] = useState<Sent | null>(null);
  const [isEditing, setEditing] = useState(false);
  const draft = `comment-draft:${article}:${replyTo?.id ?? ""}:${sent?.id ?? ""}`;
  const userId = visitor?.id ?? null;
  if (isKnown && !visitor) return <LogInFirst />;
  if (sent && !isEditing) {
    return (
      <SentForm title={t("accepted")}>
        <p>{t("acceptedHint", { minutes: commentLimits.editMinutes })}</p>
        <Button className="mt-2 w-fit" onClick={() => setEditing(true)}>
          {t("edit")}
        </Button>
      </SentForm>
    );
  }
  const send = async (asked: Written) => {
    const { id } = sent
      ? await edit(sent.id, asked)
      : await write({ article, replyTo: replyTo?.id, ...asked });
    keepDraft(draft, { userId, text: "" });
    setSent({ ...asked, id });
    setEditing(false);
  };
  return (
    <Fields
      label={replyTo ? t("replyTo", { name: replyTo.name }) : t("write")}
      values={sent ?? { name: visitor?.name ?? "", text: "" }}
      draft={draft}
      userId={userId}
      isKnown={isKnown}
      onSend={send}
    />
  );
}

function write(asked: Written & { article: string; replyTo: number | undefined }): Promise<WaitingComment> {
  return callOnce(`comment:${asked.article}:${asked.replyTo ?? ""}`, asked, (headers) =>
    api.post<WaitingComment>("comments", asked, { headers }),
  );
}

function edit(id: number, asked: Written): Promise<WaitingComment> {
  return callOnce(`comment-edit:${id}`, asked, (headers) =>
    api.put<WaitingComment>(`comments/${id}`, asked, { headers }),
  );
}

type FieldsProps = {
  label: string;
  values: Written;
  /** What is typed is kept under this name. */
  draft: string;
  userId: number | null;
  isKnown: boolean;
  onSend: (asked: Written) => Promise<void>;
};

function Fields({ label, values, draft, userId, isKnown, onSend }: FieldsProps) {
  const t = useTranslations("community.comments");
  const frame = useFocusFirst<HTMLFormElement>();
  const kept = useMemo(() => (userId === null ? "" : keptDraft(draft, userId)), [draft, userId]);
  const form = useForm<Written>({
    values: { name: values.name, text: kept || values.text },
    resetOptions: { keepDirtyValues: true },
  });
  const sending = useSending({ form, fieldOf: writtenFieldOf });
  const send = form.handleSubmit(({ name, text }) =>
    sending.send(() => onSend({ name: name.trim(), text: text.trim() })),
  );
  return (
    <form
      ref={frame}
      method="post"
      noValidate
      onSubmit={send}
      onChange={() => keepDraft(draft, { userId, text: form.getValues("text") })}
      aria-label={label}
      className="grid gap-4"
    >
      <WrittenFields form={form} topic="comments" limits={commentLimits} />
      <FormEnd
        problem={sending.problem}
        failed={t("failed")}
        submit={t("submit")}
        isSubmitting={form.formState.isSubmitting}
        isKnown={isKnown}
      />
    </form>
  );
}
