import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { softwarePath } from "#features/licences/agents/agents.rules.ts";
import { findProductOnSale } from "#features/licences/products/products.reads.ts";
import type { PlannedFacts } from "#features/payments/payments.loaders.ts";
import { isSoftwareSold } from "#features/site/site.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Whether the page of the sale agreement is for this reader: an agent; a guest is sent to sign in. */
export async function loadIsAgent(locale: Locale): Promise<boolean> {
  const { userId } = await requireViewer(locale);
  return hasRole(pageDb(), userId, "agent");
}

/**
 * What somebody tops up for who wants a licence: its price, and the way back. Through which agent is known to the tab of the
 * browser alone (`keptAgentCode`). Null when the product is not sold.
 */
export async function findPlannedSoftware(productId: number): Promise<PlannedFacts | null> {
  const product = isSoftwareSold ? await findProductOnSale(pageDb(), productId) : null;
  if (!product) return null;
  const { name, priceKopecks } = product;
  return {
    purchase: { kind: "software", name, icon: null, country: null, path: softwarePath(null) },
    priceKopecks,
  };
}
