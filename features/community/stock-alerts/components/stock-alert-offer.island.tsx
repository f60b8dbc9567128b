"use client";

import dynamic from "next/dynamic";
import type { StockAlertProps } from "#features/community/stock-alerts/components/stock-alert.island.tsx";

const StockAlert = dynamic(
  () =>
    import("#features/community/stock-alerts/components/stock-alert.island.tsx").then(
      (module) => module.StockAlert,
    ),
  { ssr: false, loading: () => <div className="min-h-12" /> },
);

/** A stock alert on a page that seldom has one; nobody else loads it. */
export function StockAlertOffer(props: StockAlertProps) {
  return <StockAlert {...props} />;
}
