"use client";

import dynamic from "next/dynamic";
import { useKeyboardHelp, useShortcuts } from "#features/site/keyboard.client.ts";

const KeyboardHelp = dynamic(
  () => import("#features/site/components/keyboard-help.island.tsx").then((module) => module.KeyboardHelp),
  { ssr: false },
);

function focusOn(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element);
}

const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true;

/** The button of the lowest price that can be pressed now. It is focused, never pressed: buying takes an Enter of its own. */
function cheapestButton(): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-buy]:not(:disabled)")].filter(isShown);
  return buttons.sort((a, b) => Number(a.dataset.buy) - Number(b.dataset.buy))[0];
}

/** The keys of the whole site: `/` the search for a service, `b` the cheapest number, `?` the help. */
export function KeyboardShortcuts() {
  const { isOpen } = useKeyboardHelp();
  useShortcuts({
    "/": () => focusOn(document.querySelector<HTMLElement>("[data-service-search]")),
    b: () => focusOn(cheapestButton()),
    "?": () => useKeyboardHelp.setState({ isOpen: true }),
  });
  return isOpen ? <KeyboardHelp onClose={() => useKeyboardHelp.setState({ isOpen: false })} /> : null;
}
