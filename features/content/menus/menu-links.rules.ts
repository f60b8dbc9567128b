import { safeHref } from "#features/content/rich-text/rich-text.rules.ts";
import { isSocialAddress } from "#lib/i18n/social-links.ts";

/** Where a menu stands, and what editors read of it. */
export const menuPositions = {
  header: "At the top",
  footer: "At the end, under its title",
  documents: "At the end, the documents",
  social: "At the end, social networks",
} as const;
export type MenuPosition = keyof typeof menuPositions;

/** Whether an entry of a menu may lead there. A part of a page (`#faq`) needs the page before it: menus stand on all of them. */
export function isMenuHref(address: unknown, position: string): address is string {
  if (position === "social") return typeof address === "string" && isSocialAddress(address);
  return /^(?:\/|https?:|mailto:)/i.test(safeHref(address) ?? "");
}
