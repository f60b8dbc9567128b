"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

const Form = dynamic(
  () =>
    import("#features/community/comments/components/report-form.island.tsx").then(
      (module) => module.ReportForm,
    ),
  { ssr: false, loading: () => <div className="min-h-20" /> },
);

type ReportCommentProps = {
  label: string;
  comment: { readonly id: number; readonly name: string };
};

/** The button that reports a comment; nobody loads what asks once more who does not press it. */
export function ReportComment({ label, comment }: ReportCommentProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Form commentId={comment.id} />;
  return (
    <Button tone="quiet" className="w-fit" onClick={() => setOpen(true)}>
      {label}
      <span className="sr-only">: {comment.name}</span>
    </Button>
  );
}
