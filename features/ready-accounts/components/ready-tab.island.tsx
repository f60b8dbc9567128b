"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";

function Loading() {
  const ui = useTranslations("ui");
  return (
    <Card>
      <ListSkeleton rows={6} label={ui("loading")} />
    </Card>
  );
}

/** Nobody loads the selection of ready accounts who has not chosen it. */
export const ReadyTab = dynamic(
  () =>
    import("#features/ready-accounts/components/ready-shop.island.tsx").then((module) => module.ReadyShop),
  { ssr: false, loading: Loading },
);
