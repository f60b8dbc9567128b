"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { areShortcutsOn, setShortcutsOn } from "#features/site/keyboard.client.ts";

/** All keys of the site, the shortest way to a number, and the switch that turns them off. Loaded when it is asked for. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations("site.keyboard");
  const ui = useTranslations("ui");
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const keys = [
    ["/", t("search")],
    ["b", t("buy")],
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
      <p className="mt-4 text-muted text-sm">{t("purchase")}</p>
      <Switch
        checked={isOn}
        onChange={(event) => {
          setShortcutsOn(event.target.checked);
          setIsOn(event.target.checked);
        }}
        className="mt-4"
      >
        {t("on")}
      </Switch>
    </Dialog>
  );
}
