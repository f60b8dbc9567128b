import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import type { Reorder, Reordered } from "#features/activations/reorder/reorder.writes.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

type Sale = { readonly serviceId: number; readonly countryId: number; readonly number: string | null };
type BotReorder = Reorder & { readonly key: KeyRights };

/** What the actions about a number in hand need: real orders and those of a sandbox each have such a port. */
export type ReorderPort = {
  /** Null: no such order of the caller's. */
  findSale(db: Db, caller: KeyOwner, orderId: number): Promise<Sale | null>;
  judgeAgain(
    db: Db,
    caller: KeyOwner,
    order: Sale & { readonly orderId: number },
  ): Promise<
    { readonly refusal: ReorderRefusal } | { readonly refusal: null; readonly priceKopecks: Kopecks }
  >;
  buyAgain(db: Db, input: BotReorder): Promise<Reordered>;
  buyAdditional(db: Db, input: BotReorder): Promise<Reordered>;
};
