import type { EditedKind } from "#features/content/editing/editing.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { notify } from "#lib/jobs/events.ts";

/** Has every kept page dropped that shows texts of this kind, and records by whom, both or neither. */
export async function clearKeptPages(
  tx: Tx,
  { kind, editorId, ip }: { kind: EditedKind; editorId: UserId; ip: string },
): Promise<void> {
  await notify(tx, "page_tags", `content:${kind}`);
  await recordAction(tx, {
    ...{ actorId: editorId, action: "content.clear", subject: `content:${kind}`, ip },
    details: { kind },
  });
}
