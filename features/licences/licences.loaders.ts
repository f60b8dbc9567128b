import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Whether the page of the sale agreement is for this reader: an agent; a guest is sent to sign in. */
export async function loadIsAgent(locale: Locale): Promise<boolean> {
  const { userId } = await requireViewer(locale);
  return hasRole(pageDb(), userId, "agent");
}
