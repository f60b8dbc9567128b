"use client";

import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import {
  forgetAgentCode,
  keepAgentCode,
  keptAgentCode,
} from "#features/licences/agents/agent-code.client.ts";
import { TermsLine } from "#features/licences/components/terms-line.tsx";
import type { LicenceProduct } from "#features/licences/licences.contract.ts";
import { productsQuery } from "#features/licences/software.client.ts";

const SaleDialog = dynamic(() =>
  import("#features/licences/components/sale-dialog.island.tsx").then((module) => module.SaleDialog),
);

type SoftwareShopProps = {
  rubPerUsd: number | null;
  /** Of the agent whose link the reader came by. */
  agent: string | null;
};

/** The software whose licences are sold. */
export function SoftwareShop({ rubPerUsd, agent }: SoftwareShopProps) {
  const t = useTranslations("licences.shop");
  const ui = useTranslations("ui");
  const id = useId();
  const query = useQuery(productsQuery);
  const [chosen, choose] = useState<Chosen | null>(null);
  useEffect(() => {
    if (agent) keepAgentCode(agent);
  }, [agent]);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {t("title")}
      </h2>
      {query.data ? (
        <Card>
          {query.data.length === 0 ? (
            <EmptyState icon={<PackageOpen className="size-6" />} title={t("nothing")} />
          ) : (
            <ul className="divide-y divide-line">
              {query.data.map((product) => (
                <ProductItem
                  key={product.id}
                  product={product}
                  rubPerUsd={rubPerUsd}
                  onBuy={() => choose({ product, seller: agent ?? keptAgentCode() })}
                />
              ))}
            </ul>
          )}
        </Card>
      ) : query.isError ? (
        <QueryFailure query={query} />
      ) : (
        <Card>
          <ListSkeleton rows={3} label={ui("loading")} />
        </Card>
      )}
      {chosen ? <ProductSale {...chosen} rubPerUsd={rubPerUsd} onClose={() => choose(null)} /> : null}
    </section>
  );
}

/** `seller`: the code of the agent whose sale it is. It stays as it was when the window was opened. */
type Chosen = { product: LicenceProduct; seller: string | null };
type ProductSaleProps = Chosen & { rubPerUsd: number | null; onClose: () => void };

function ProductSale({ product, seller, rubPerUsd, onClose }: ProductSaleProps) {
  const t = useTranslations("licences.shop");
  const { id, name, priceKopecks, softwareType, description, termDays, deviceLimit } = product;
  return (
    <SaleDialog
      call={{ name: `licence:${id}`, path: "licences", body: { productId: id, agent: seller } }}
      productId={id}
      title={name}
      priceKopecks={priceKopecks}
      rubPerUsd={rubPerUsd}
      texts={{ plain: t("buy"), priced: (price) => t.rich("buyFor", { price }) }}
      onSold={forgetAgentCode}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{softwareType}</p>
      {description ? <p className="wrap-anywhere whitespace-pre-line">{description}</p> : null}
      <p className="text-sm">
        <TermsLine termDays={termDays} deviceLimit={deviceLimit} />
      </p>
    </SaleDialog>
  );
}

type ProductItemProps = { product: LicenceProduct; rubPerUsd: number | null; onBuy: () => void };

function ProductItem({ product, rubPerUsd, onBuy }: ProductItemProps) {
  const t = useTranslations("licences.shop");
  const [newest] = product.versions;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 p-4 text-sm sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
      <span className="grid min-w-0 gap-0.5 max-sm:col-span-2">
        <span className="wrap-anywhere font-medium">{product.name}</span>
        <span className="wrap-anywhere text-muted text-xs">
          {product.softwareType} · <TermsLine termDays={product.termDays} deviceLimit={product.deviceLimit} />
        </span>
        {newest ? (
          <span className="wrap-anywhere text-muted text-xs">
            {t("version", { version: newest.version })}
          </span>
        ) : null}
      </span>
      <Money kopecks={product.priceKopecks} rubPerUsd={rubPerUsd} className="font-semibold sm:text-right" />
      <Button size="sm" aria-label={t("buyProduct", { name: product.name })} onClick={onBuy}>
        {t("buy")}
      </Button>
    </li>
  );
}
