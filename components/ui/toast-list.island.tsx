"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { type Toast, type ToastType, useToasts } from "#components/ui/toasts.ts";

const icons = { info: Info, show: Info, success: CircleCheck, error: CircleAlert } as const;
const colours: Readonly<Record<ToastType, string>> = {
  info: "text-info",
  show: "text-info",
  success: "text-good",
  error: "text-bad",
};
const SHOWN_MS = 6000;

/** Words of the buttons. */
type Labels = { closeLabel: string; copiedLabel: string; copyFailedLabel: string };

function ToastCard({ toast, closeLabel, copiedLabel, copyFailedLabel }: Labels & { toast: Toast }) {
  const remove = useToasts((state) => state.remove);
  useEffect(() => {
    const shownMs = toast.shownMs ?? (toast.type === "error" ? SHOWN_MS * 2 : SHOWN_MS);
    const timer = setTimeout(() => remove(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [toast.id, toast.type, toast.shownMs, remove]);
  const Icon = icons[toast.type];
  return (
    <li
      aria-live={toast.copy ? "off" : undefined}
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-pop"
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-4 shrink-0 ${colours[toast.type]}`} />
      <div className="min-w-0 flex-1 py-2 text-sm">
        <p className="break-words">{toast.text}</p>
        {toast.detail ? <p className="mt-1 break-all font-mono text-faint text-xs">{toast.detail}</p> : null}
      </div>
      {toast.copy ? (
        <CopyButton {...toast.copy} copiedLabel={copiedLabel} failedLabel={copyFailedLabel} />
      ) : null}
      <IconButton label={closeLabel} onClick={() => remove(toast.id)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}

/** Place of all notifications: below the header on desktops, above the bottom edge on phones. */
export function ToastList({ label, ...labels }: Labels & { label: string }) {
  const list = useToasts((state) => state.list);
  return (
    <section
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 p-4 lg:inset-x-auto lg:top-16 lg:right-0 lg:bottom-auto lg:w-104"
    >
      <ul className="grid gap-2">
        {list.map((toast) => (
          <ToastCard key={toast.id} toast={toast} {...labels} />
        ))}
      </ul>
    </section>
  );
}
