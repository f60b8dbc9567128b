"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

const Form = dynamic(
  () =>
    import("#features/community/comments/components/comment-form.island.tsx").then(
      (module) => module.CommentForm,
    ),
  { ssr: false, loading: () => <div className="min-h-48" /> },
);

type WriteCommentProps = {
  label: string;
  /** The last part of the article's address. */
  article: string;
  /** Which comment is replied to. */
  replyTo?: { readonly id: number; readonly name: string };
};

/** The button of the form of comments; nobody loads the form who does not press it. */
export function WriteComment({ label, article, replyTo }: WriteCommentProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Form article={article} replyTo={replyTo} />;
  return (
    <Button tone={replyTo ? "quiet" : "plain"} className="w-fit" onClick={() => setOpen(true)}>
      {label}
      {replyTo ? <span className="sr-only">: {replyTo.name}</span> : null}
    </Button>
  );
}
