"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { bringIntoView } from "#components/ui/bring-into-view.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { type DeskCall, useDeskAction } from "#features/back-office/back-office.client.ts";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

type ConfirmActionProps = {
  title: string;
  /** The figures and people, before anything happens. */
  facts: readonly Fact[];
  warning?: string;
  /** What the button does, with the amount on it. */
  submit: string;
  isDanger?: boolean;
  /** Asks for a reason and hands it to `call`. */
  reason?: { label: string; isOptional?: boolean };
  /** Further fields. */
  children?: ReactNode;
  /** What is called; null while the fields are not filled in. */
  call: (reason: string) => DeskCall | null;
  onDone?: (answer: never) => void;
  /** More about a refusal than its sentence. */
  explain?: (problem: ApiProblem) => ReactNode;
  /** The dialog stays to show what came. */
  keepsOpen?: boolean;
  onClose: () => void;
};

/** Says what will happen in figures before it is done. */
export function ConfirmAction(props: ConfirmActionProps) {
  const {
    title,
    facts,
    warning,
    submit,
    isDanger = false,
    reason,
    children,
    call,
    onDone,
    explain,
    keepsOpen,
    onClose,
  } = props;
  const t = useTranslations("backOffice");
  const ui = useTranslations("ui");
  const id = useId();
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<ReactNode>(null);
  const action = useDeskAction();
  const isReasonMissing = reason !== undefined && !reason.isOptional && words.trim().length < 3;

  const run = async () => {
    setProblem(null);
    const wanted = call(words.trim());
    if (isReasonMissing || wanted === null) return setProblem(t("fillIn"));
    try {
      const answer = await action.mutateAsync(wanted);
      onDone?.(answer as never);
      if (keepsOpen) return;
      showToast({ type: "success", text: t("done") });
      onClose();
    } catch (error) {
      const refused = toApiProblem(error);
      const sentence = [refused.message || ui("error"), refused.status >= 500 ? refused.requestId : null]
        .filter(Boolean)
        .join(" · ");
      setProblem(
        <>
          <p>{sentence}</p>
          {explain?.(refused)}
        </>,
      );
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone={isDanger ? "danger" : "accent"} busy={action.isPending} onClick={() => void run()}>
            {submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        {warning ? <Notice tone="warn">{warning}</Notice> : null}
        {children}
        {reason ? (
          <TextareaField
            id={`${id}-reason`}
            label={reason.label}
            value={words}
            maxLength={500}
            onChange={(event) => setWords(event.target.value)}
          />
        ) : null}
        {problem ? (
          <div ref={bringIntoView}>
            <Notice tone="bad" live>
              {problem}
            </Notice>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
