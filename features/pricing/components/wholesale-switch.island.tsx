"use client";

import cookie from "js-cookie";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Switch } from "#components/ui/switch.tsx";
import { cookies } from "#lib/cookies.ts";

/**
 * For accounts of the wholesale tier: on, their prices stand alone; off, the retail price stands beside each. What they pay is the
 * same. As it was chosen last, at this visit or an earlier one.
 */
export function WholesaleSwitch({ onRetailBeside }: { onRetailBeside: (isShown: boolean) => void }) {
  const t = useTranslations("pricing.list");
  const { name, maxAgeSeconds } = cookies.wholesale;
  const [isOn, setOn] = useState(() => cookie.get(name) !== "0");
  useEffect(() => onRetailBeside(!isOn), [isOn, onRetailBeside]);
  const choose = (next: boolean) => {
    setOn(next);
    cookie.set(name, next ? "1" : "0", { path: "/", sameSite: "lax", expires: maxAgeSeconds / 86_400 });
  };
  return (
    <div className="grid justify-items-end gap-1">
      <Switch checked={isOn} onChange={(event) => choose(event.target.checked)} className="shrink-0">
        {t("wholesale")}
      </Switch>
      {isOn ? null : <p className="text-right text-muted text-xs">{t("wholesaleStays")}</p>}
    </div>
  );
}
