"use client";

import { createContext, use } from "react";
import { Money, type MoneyProps } from "#components/ui/money.tsx";

/** Roubles for one dollar, as the page was made with; null without a rate. Every page's frame provides it. */
export const Rate = createContext<number | null>(null);

/** An amount of an account, at the page's rate: `Money` for islands that were given no rate of their own. */
export function RatedMoney(props: Omit<MoneyProps, "rubPerUsd">) {
  return <Money {...props} rubPerUsd={use(Rate)} />;
}
