"use client";

import dynamic from "next/dynamic";
import { useVisitor } from "#features/site/visitor.client.ts";

/** A part of every page that cannot be loaded must not take the page with it: then nothing is told by itself. */
const nothing = () => null;

const SignedInParts = dynamic(
  () =>
    import("#features/notifications/signed-in-parts.island.tsx")
      .then((module) => module.SignedInParts)
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

/** Part of every page: live events, news of codes and the bar of the editors for who is signed in. Guests load none of it. */
export function SignedInFrame() {
  const { visitor } = useVisitor();
  return visitor ? <SignedInParts /> : null;
}

/** In the header: what a signed-in buyer has open. */
export function OpenOrders() {
  const { visitor } = useVisitor();
  return visitor ? <OpenOrdersChip /> : null;
}
