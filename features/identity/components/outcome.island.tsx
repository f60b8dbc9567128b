"use client";

import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

const looks = {
  good: { icon: CircleCheck, color: "text-good" },
  bad: { icon: CircleAlert, color: "text-bad" },
  info: { icon: Info, color: "text-info" },
} as const;

type OutcomeProps = { tone: keyof typeof looks; title: string; text: string; children?: ReactNode };

/** How a link turned out and what to do next. The heading takes the focus, so that it is read out. */
export function Outcome({ tone, title, text, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { icon: Icon, color } = looks[tone];
  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-lg outline-none">
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${color}`} />
        {title}
      </h2>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}
