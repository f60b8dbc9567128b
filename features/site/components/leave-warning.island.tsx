"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { useVisitor } from "#features/site/visitor.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

const RUSSIA = "RU";

/** Where the visitor is: what the account says, or the country that the front door is told. Undefined while nobody knows yet. */
function useIsInRussia(): boolean | undefined {
  const { visitor, isKnown } = useVisitor();
  const country = useQuery({
    queryKey: ["configs", "country"],
    queryFn: async () => (await getJson<{ country: string | null }>("configs")).country,
    retry: false,
  });
  if (visitor?.dynamicFields?.country === RUSSIA || country.data === RUSSIA) return true;
  return isKnown && !country.isPending ? false : undefined;
}

/** On the way to another site: whoever is in Russia is warned and chooses, everybody else is led on at once. */
export function LeaveWarning({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTranslations("site.leaving");
  const isInRussia = useIsInRussia();
  useEffect(() => {
    if (isInRussia !== false) return;
    location.assign(address);
    onClose();
  }, [isInRussia, address, onClose]);
  if (!isInRussia) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("title", { host: new URL(address).host })}
      closeLabel={t("close")}
      actions={
        <>
          <Button onClick={onClose}>{t("stay")}</Button>
          <a href={address} className={buttonClasses("accent")}>
            {t("go")}
          </a>
        </>
      }
    >
      <p>{t("text")}</p>
    </Dialog>
  );
}
