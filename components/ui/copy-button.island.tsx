"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { iconButtonClasses } from "#components/ui/icon-button.tsx";
import { showToast } from "#components/ui/toasts.ts";

type CopyButtonProps = {
  text: string;
  /** Name of the button: "Copy number". */
  label: string;
  /** "Text copied" and "Copy error" in the page's language. */
  copiedLabel: string;
  failedLabel: string;
  className?: string;
  /** What the button does, as tests that try all of them know it. */
  "data-action"?: string;
  /** Shown instead of the icon alone. */
  children?: ReactNode;
};

/** Copies a text with one tap; the copied state is seen for two seconds and announced. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  failedLabel,
  className,
  children,
  ...rest
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(text))) return showToast({ type: "error", text: failedLabel });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 2000);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      {...rest}
      onClick={copy}
      aria-label={label}
      title={label}
      className={cx(children ? "touch inline-flex items-center gap-2" : iconButtonClasses, className)}
    >
      {children}
      <Icon aria-hidden="true" className={cx("size-4", copied && "text-good")} />
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ""}
      </span>
    </button>
  );
}

/** Puts a text on the clipboard; false when the browser refuses. Works on plain http too. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
