"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { beginAnew } from "#features/activations/shop/shop.client.ts";
import { forgetChoice } from "#features/pricing/choice/choice.client.ts";
import { rememberedMode, rememberMode, type ShopMode } from "#features/rentals/shop/shop.client.ts";
import { useRentShown } from "#features/site/site.client.ts";
import { pageSizes } from "#features/site/site.rules.ts";

function Loading() {
  const t = useTranslations("ui");
  return (
    <Card>
      <ListSkeleton rows={pageSizes.countryPlaceholders} label={t("loading")} />
    </Card>
  );
}

const RentShop = dynamic(
  () => import("#features/rentals/components/rent-shop.island.tsx").then((module) => module.RentShop),
  { ssr: false, loading: Loading },
);

/** Nobody loads it who knows the ways. */
const NumberHelp = dynamic(
  () => import("#features/rentals/components/number-help.island.tsx").then((module) => module.NumberHelp),
  { ssr: false },
);

/** Words keep to their line; where three have no room in one row, the last takes the next. */
const segment = "whitespace-nowrap max-sm:flex-auto max-sm:px-2";

type ModeTabsProps = {
  title: string;
  /** What buying means in a line. */
  lead: string;
  /** The selection for buying. */
  buy: ReactNode;
  /** By configuration everybody sees the rent tab. */
  isRentOpen: boolean;
  /** Code of the service whose page this is; null at home. */
  pageServiceCode: string | null;
  rubPerUsd: number | null;
  /** What the wholesale prices need, for who has none. */
  tierLine?: ReactNode;
  /** What helps on where a list of countries leads nowhere. */
  deadEnd?: ReactNode;
  /** What speaks for buying here, above the selection. */
  facts?: ReactNode;
  /** The selection of ready accounts; where it is missing they are not offered. */
  ready?: ReactNode;
};

/**
 * The ways to get a number side by side: buying, renting (beta) for those who are shown it, and ready accounts where they are offered.
 */
export function ModeTabs({ title, lead, buy, isRentOpen, facts, ready, ...prices }: ModeTabsProps) {
  const t = useTranslations("rentals.tabs");
  const isShown = useRentShown(isRentOpen);
  const [wanted, setWanted] = useState<ShopMode>("buy");
  useEffect(() => setWanted(rememberedMode()), []);
  const tHelp = useTranslations("rentals.help");
  const [isHelped, setHelped] = useState(false);
  const offered = { buy: true, rent: isShown, readyAccounts: Boolean(ready) };
  const mode = offered[wanted] ? wanted : "buy";
  const client = useQueryClient();
  const choose = (next: ShopMode) => {
    if (next === mode) return;
    setWanted(next);
    rememberMode(next);
    forgetChoice();
    // The selection of accounts has nothing of the others.
    if (next !== "readyAccounts") beginAnew(client);
  };
  return (
    <>
      <PageHeading
        title={mode === "readyAccounts" ? t("ready") : title}
        lead={mode === "rent" ? t("rentLead") : mode === "readyAccounts" ? t("readyLead") : lead}
        action={
          <div className="flex items-center gap-2">
            {isShown || ready ? (
              // biome-ignore lint/a11y/useSemanticElements: a choice beside the heading, no form
              <div role="group" aria-label={t("label")} className={cx(segmentedClasses, "max-sm:flex-wrap")}>
                <Segment chosen={mode === "buy"} className={segment} onClick={() => choose("buy")}>
                  {t("buy")}
                </Segment>
                {isShown ? (
                  <Segment chosen={mode === "rent"} className={segment} onClick={() => choose("rent")}>
                    {t("rent")} <Badge tone="info">{t("beta")}</Badge>
                  </Segment>
                ) : null}
                {ready ? (
                  <Segment
                    chosen={mode === "readyAccounts"}
                    className={segment}
                    onClick={() => choose("readyAccounts")}
                  >
                    {t("ready")}
                  </Segment>
                ) : null}
              </div>
            ) : null}
            <IconButton
              label={tHelp("open")}
              aria-haspopup="dialog"
              className="border border-line font-semibold text-muted"
              onClick={() => setHelped(true)}
            >
              ?
            </IconButton>
          </div>
        }
      />
      {mode === "readyAccounts" ? (
        ready
      ) : mode === "rent" ? (
        <RentShop {...prices} />
      ) : (
        <>
          {facts}
          {buy}
        </>
      )}
      {isHelped ? <NumberHelp offered={offered} onClose={() => setHelped(false)} /> : null}
    </>
  );
}
