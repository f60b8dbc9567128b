"use client";

import dynamic from "next/dynamic";
import { useVisitor } from "#features/site/visitor.client.ts";

/** A bar that cannot be loaded must not take the page with it. */
const nothing = () => null;

const MyNumbersBar = dynamic(
  () =>
    import("#features/activations/components/my-numbers-bar.island.tsx")
      .then((module) => module.MyNumbersBar)
      .catch(() => nothing),
  { ssr: false },
);

/** The bar of who has numbers open; guests load none of it. */
export function OwnNumbersBar() {
  const { visitor } = useVisitor();
  return visitor ? <MyNumbersBar /> : null;
}
