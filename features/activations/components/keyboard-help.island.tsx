"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";

/** The keys of the screen. Loaded when it is asked for. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations("activations.profile.help");
  const ui = useTranslations("ui");
  const keys = [
    ["c", t("code")],
    ["n", t("number")],
    ["?", t("help")],
  ] as const;
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} closeLabel={ui("close")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid size-8 place-items-center rounded-md border border-line-strong font-mono text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
