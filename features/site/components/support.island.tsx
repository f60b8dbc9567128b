"use client";

import { LifeBuoy } from "lucide-react";
import { createContext, type ReactNode, use } from "react";

const Email = createContext<string | null>(null);

/** Tells the cards in it where help is asked for. */
export function SupportFrame({ email, children }: { email: string; children: ReactNode }) {
  return <Email value={email}>{children}</Email>;
}

/** A mail to the support whose subject names what it is about already; nothing where no address is known. */
export function AskForHelp({ subject, children }: { subject: string; children: ReactNode }) {
  const email = use(Email);
  if (email === null) return null;
  return (
    <a
      href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}
      className="touch inline-flex w-fit items-center gap-1.5 text-muted text-sm hover:text-text hover:underline"
    >
      <LifeBuoy aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}
