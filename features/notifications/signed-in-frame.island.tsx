"use client";

import dynamic from "next/dynamic";
import { useVisitor } from "#features/site/visitor.client.ts";

/** A part of every page that cannot be loaded must not take the page with it: then nothing is told by itself. */
const nothing = () => null;

const LiveUpdates = dynamic(
  () =>
    import("#features/notifications/live-updates.island.tsx")
      .then((module) => module.LiveUpdates)
      .catch(() => nothing),
  { ssr: false },
);
const CodeWatch = dynamic(
  () =>
    import("#features/activations/components/code-watch.island.tsx")
      .then((module) => module.CodeWatch)
      .catch(() => nothing),
  { ssr: false },
);
const OpenOrdersChip = dynamic(
  () =>
    import("#features/activations/components/open-orders-chip.island.tsx")
      .then((module) => module.OpenOrdersChip)
      .catch(() => nothing),
  { ssr: false },
);

/** Part of every page: live events and news of codes for who is signed in. Guests load none of it. */
export function SignedInFrame() {
  const { visitor } = useVisitor();
  if (!visitor) return null;
  return (
    <>
      <LiveUpdates />
      <CodeWatch />
    </>
  );
}

/** In the header: what a signed-in buyer has open. */
export function OpenOrders() {
  const { visitor } = useVisitor();
  return visitor ? <OpenOrdersChip /> : null;
}
