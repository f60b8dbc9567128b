"use client";

import dynamic from "next/dynamic";

const Help = dynamic(
  () =>
    import("#features/community/stock-alerts/components/dead-end-help.island.tsx").then(
      (module) => module.DeadEndHelp,
    ),
  { ssr: false, loading: () => <div className="min-h-48" /> },
);

/** What helps on at a dead end of the list of countries; nobody loads it who does not get there. */
export function DeadEndOffer() {
  return (
    <div className="mx-auto w-full max-w-xl px-4 pb-8">
      <Help />
    </div>
  );
}
