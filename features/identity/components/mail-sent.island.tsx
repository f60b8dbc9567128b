"use client";

import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { buttonClasses } from "#components/ui/button.tsx";

type MailSentProps = { title: string; mailbox: string | null; children: ReactNode };

/** In place of a form that was sent: look into your mail. The heading takes the focus, so that it is read out. */
export function MailSent({ title, mailbox, children }: MailSentProps) {
  const t = useTranslations("identity.registration");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-lg outline-none">
        <MailCheck aria-hidden="true" className="size-5 text-good" />
        {title}
      </h2>
      {children}
      {mailbox ? (
        <a href={mailbox} target="_blank" rel="noopener" className={buttonClasses("accent", "lg", "w-full")}>
          {t("openMailbox")}
        </a>
      ) : null}
    </div>
  );
}
