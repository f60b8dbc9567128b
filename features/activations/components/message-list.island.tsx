"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { codeGroups, newestCode } from "#features/activations/active-list.rules.ts";
import type { CardAction } from "#features/activations/card-actions.rules.ts";

/** A code in groups; the gaps are drawn, so that it is read and found as it is. */
export function CodeText({ code }: { code: string }) {
  return (
    <span className="tabular inline-flex gap-[0.3em] tracking-wide" translate="no">
      {codeGroups(code).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one code keep their places
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}

type CopyCodeProps = { code: string; className: string; children?: ReactNode };

/** Copies a code with one tap; without `children` the code itself is what is pressed. */
export function CopyCode({ code, className, children }: CopyCodeProps) {
  const t = useTranslations("activations.profile");
  const ui = useTranslations("ui");
  return (
    <CopyButton
      text={code}
      label={t("copyCode", { code })}
      copiedLabel={ui("copied")}
      failedLabel={ui("copyFailed")}
      className={className}
      data-action={"copy-code" satisfies CardAction}
    >
      {children ?? <CodeText code={code} />}
    </CopyButton>
  );
}

function MessageText({ message }: { message: MessageView }) {
  const t = useTranslations("activations.profile");
  return (
    <div className="grid gap-0.5 text-sm">
      {message.text ? (
        <p className="wrap-anywhere text-muted" dir="auto" translate="no">
          {message.text}
        </p>
      ) : null}
      <p className="wrap-anywhere text-faint text-xs">
        {message.sender ? t("from", { sender: message.sender }) : null}
        {message.late ? ` ${t("late")}` : null}
      </p>
    </div>
  );
}

/** What came for a number: the newest code as the largest thing on the screen, earlier ones below it. */
export function MessageList({ number }: { number: ActivationView }) {
  const t = useTranslations("activations.profile");
  const newest = newestCode(number);
  const further = number.messages.filter((message) => message.id !== newest?.id);
  if (number.messages.length === 0) return null;
  return (
    <div className="grid gap-3">
      {newest ? (
        <div className="grid gap-1.5">
          <CopyCode
            code={newest.code}
            className="w-fit rounded-md bg-accent-soft px-4 py-2 font-bold text-2xl text-text hover:bg-accent hover:text-on-accent"
          />
          <MessageText message={newest} />
        </div>
      ) : null}
      {further.length > 0 ? (
        <div className="grid gap-2">
          {newest ? <h3 className="font-medium text-muted text-sm">{t("furtherMessages")}</h3> : null}
          <ul className="grid gap-2">
            {further.map((message) => (
              <li key={message.id} className="grid gap-1 border-line border-l-2 pl-3">
                {message.code ? (
                  <CopyCode
                    code={message.code}
                    className="w-fit rounded-md font-semibold text-base hover:text-link"
                  />
                ) : null}
                <MessageText message={message} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
