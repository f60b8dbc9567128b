import {
  clearKeptPagesEndpoint,
  getShownTextEndpoint,
  toShownWire,
} from "#features/content/editing/editing.contract.ts";
import { requireEditor } from "#features/content/editing/editing.gate.ts";
import { findShownText } from "#features/content/editing/editing.reads.ts";
import { editedPlaceOf } from "#features/content/editing/editing.rules.ts";
import { clearKeptPages } from "#features/content/editing/editing.writes.ts";
import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { route } from "#lib/api/route.ts";

/** What the bar of the editors asks for and does. */
export const editingRoutes = [
  route(getShownTextEndpoint, async ({ db, actor, query }) => {
    await requireEditor(db, actor);
    const read = editedPlaceOf(query.path);
    const shown = read && (await findShownText(db, read.locale, read.place));
    return { shown: shown && toShownWire(shown, read.locale) };
  }),
  route(clearKeptPagesEndpoint, async (context) => {
    const editorId = await requireEditor(context.db, context.actor);
    const { ip, body } = context;
    return answerKeyed(clearKeptPagesEndpoint, context, async (tx) => {
      await clearKeptPages(tx, { kind: body.kind, editorId, ip });
      return { status: "cleared" as const };
    });
  }),
];
