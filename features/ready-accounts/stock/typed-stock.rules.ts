import type { StockUploadBody } from "#features/ready-accounts/stock/stock.contract.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";

/** What the form of an upload holds, as it is typed; `expires` is a day, or empty. */
export type TypedStock = { readonly text: string; readonly expires: string; readonly skipsRefused: boolean };

export const noStock: TypedStock = { text: "", expires: "", skipsRefused: false };

/** What is wrong with the list before it is sent; it is never cut off: what is missing would look like sold. */
export function listProblem({ text }: TypedStock): "missing" | "too-long" | null {
  if (text.length > stockLimits.text) return "too-long";
  return text.trim() === "" ? "missing" : null;
}

/** What the call takes, or null while the list is missing or too long. */
export function stockBody(typed: TypedStock): StockUploadBody | null {
  if (listProblem(typed) !== null) return null;
  const { text, expires, skipsRefused } = typed;
  return { text, skipsRefused, expiresAt: expires === "" ? null : `${expires}T00:00:00.000Z` };
}
