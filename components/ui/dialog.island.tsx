"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { iconButtonClasses } from "#components/ui/icon-button.tsx";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Shown under the title and read with it. */
  description?: ReactNode;
  closeLabel: string;
  children?: ReactNode;
  /** Buttons at the bottom right. */
  actions?: ReactNode;
  /** "center": a window; "left"/"right": a drawer at that edge; "top": a panel below the upper edge. */
  side?: "center" | "left" | "right" | "top";
  className?: string;
};

const places = {
  center:
    "left-1/2 w-[min(32rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] -translate-x-1/2 rounded-lg max-sm:bottom-4 sm:top-1/2 sm:-translate-y-1/2 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0",
  left: "inset-y-0 left-0 w-[min(22rem,calc(100vw-3rem))] data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full",
  right:
    "inset-y-0 right-0 w-[min(24rem,calc(100vw-2rem))] data-[ending-style]:translate-x-full data-[starting-style]:translate-x-full",
  top: "left-1/2 top-4 max-h-[calc(100dvh-2rem)] w-[min(42rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg sm:top-20 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0",
} as const;

/** A window, drawer or panel over the page: focus stays inside, Escape and the backdrop close it. Load it lazily. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  actions,
  side = "center",
  className,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          className={cx(
            "fixed z-50 flex flex-col overflow-hidden border border-line-strong/25 bg-raised shadow-pop transition-[opacity,transform] duration-150",
            places[side],
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 border-line-strong/25 border-b py-3 pr-3 pl-5">
            <div className="grid min-w-0 gap-1 wrap-anywhere pt-1.5">
              <Base.Title className="font-semibold text-lg leading-tight">{title}</Base.Title>
              {description ? (
                <Base.Description className="text-muted text-sm">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close aria-label={closeLabel} className={iconButtonClasses}>
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {actions ? (
            <div className="flex flex-wrap justify-end gap-2 border-line-strong/25 border-t px-5 py-3">
              {actions}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
