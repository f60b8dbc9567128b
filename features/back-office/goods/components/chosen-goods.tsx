import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type ChosenGoodsProps = { mark: ReactNode; name: string; detail: ReactNode; onChange: () => void };

/** What was chosen in a form of the desk, and the way back to the choice. */
export function ChosenGoods({ mark, name, detail, onChange }: ChosenGoodsProps) {
  const t = useTranslations("backOffice.goods");
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      {mark}
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-muted text-xs">{detail}</p>
      </div>
      <Button size="sm" className="shrink-0" aria-label={t("changeOf", { name })} onClick={onChange}>
        {t("change")}
      </Button>
    </div>
  );
}
