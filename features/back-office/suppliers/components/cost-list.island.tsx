"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import type { SupplierCosts } from "#features/back-office/suppliers/suppliers.contract.ts";

type Cost = SupplierCosts["items"][number];

/** The first costs of a supplier, by country or service; whoever moves money may remove one. */
export function CostList({ path, mayChange }: { path: string; mayChange: boolean }) {
  const t = useTranslations("backOffice.suppliers");
  const [word, setWord] = useState("");
  const [removed, setRemoved] = useState<Cost | null>(null);
  const asked = useDebounced(word.trim(), 400);
  const query = asked === "" ? "" : `?word=${encodeURIComponent(asked)}`;
  const costs = useDeskItem<SupplierCosts>(`${path}/costs${query}`);
  const { data } = costs;
  return (
    <div className="grid gap-4 px-5 py-4 text-sm">
      <div className="max-w-80">
        <TextFilter label={t("costsWord")} value={word} onChange={setWord} />
      </div>
      {data ? (
        <Rows costs={data} onRemove={mayChange ? setRemoved : null} />
      ) : (
        <NotThere query={costs} rows={3} />
      )}
      {removed ? <RemoveCost path={path} cost={removed} onClose={() => setRemoved(null)} /> : null}
    </div>
  );
}

type RowsProps = { costs: SupplierCosts; onRemove: ((cost: Cost) => void) | null };

function Rows({ costs: { items, hasMore }, onRemove }: RowsProps) {
  const t = useTranslations("backOffice.suppliers");
  if (items.length === 0) return <p className="text-muted">{t("costsEmpty")}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map((cost) => (
          <li
            key={`${cost.kind} ${cost.country.word} ${cost.service?.word}`}
            className="flex items-center justify-between gap-x-4 py-1.5"
          >
            <span className="wrap-anywhere min-w-0">
              <GoodsName cost={cost} /> <span className="text-muted">{t(`costKinds.${cost.kind}`)}</span>
            </span>
            <span className="flex shrink-0 items-center gap-3">
              <span className="tabular whitespace-nowrap font-semibold">
                {displayRoubles(cost.costKopecks)}
              </span>
              {onRemove ? <RemoveButton cost={cost} onPress={() => onRemove(cost)} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="text-muted">{t("costsMore")}</p> : null}
    </>
  );
}

function useGoodsName({ country, service }: Cost): string {
  const t = useTranslations("backOffice.suppliers");
  return `${country.name}, ${service?.name ?? t("wholeNumber")}`;
}

function GoodsName({ cost }: { cost: Cost }) {
  return useGoodsName(cost);
}

function RemoveButton({ cost, onPress }: { cost: Cost; onPress: () => void }) {
  const t = useTranslations("backOffice.suppliers");
  const name = useGoodsName(cost);
  return (
    <IconButton label={t("costRemoveOf", { goods: name })} onClick={onPress}>
      <Trash2 aria-hidden="true" className="size-4" />
    </IconButton>
  );
}

function RemoveCost({ path, cost, onClose }: { path: string; cost: Cost; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const name = useGoodsName(cost);
  const { kind, country, service, costKopecks } = cost;
  return (
    <ConfirmAction
      title={t("suppliers.costRemove")}
      facts={[
        [t("agreedPrices.goods"), name],
        [t(`suppliers.costKinds.${kind}`), displayRoubles(costKopecks)],
      ]}
      warning={t(kind === "hour" ? "suppliers.hourCostRemoveWarning" : "suppliers.costRemoveWarning")}
      submit={t("suppliers.costRemove")}
      isDanger
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `${path}/costs/remove`,
        isKeyed: true,
        body: { kind, country: country.word, service: service?.word ?? null, reason },
      })}
      onClose={onClose}
    />
  );
}
