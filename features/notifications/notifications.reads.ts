import { listActivationViews } from "#features/activations/activations.reads.ts";
import { listSearchViewsById } from "#features/activations/search/search.reads.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import type {
  ActivationStreamEvent,
  BalanceStreamEvent,
  RentalStreamEvent,
  SearchStreamEvent,
} from "#features/notifications/notifications.contract.ts";
import { changesOf, type LiveView } from "#features/notifications/notifications.rules.ts";
import { listRentalDetails } from "#features/rentals/rentals.reads.ts";
import { encodeEvent, encodePlace, type ServerEvent } from "#lib/api/event-streams.ts";
import type { Db } from "#lib/db/pool.ts";
import type { StoredEvent } from "#lib/jobs/event-feed.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** What a user's events speak of, as it is now: one piece for all of the user's streams of that view. */
export async function encodeChanges(
  db: Db,
  userId: number,
  stored: readonly StoredEvent[],
  view: LiveView,
): Promise<Uint8Array> {
  const { activationIds, searchIds, rentalIds, balance, lastId: id } = changesOf(stored, view);
  const [activations, searches, rentals, wallet] = await Promise.all([
    activationIds.length > 0 ? listActivationViews(db, userId, activationIds, view.locale) : [],
    searchIds.length > 0 ? listSearchViewsById(db, { userId, key: view }, searchIds, view.locale) : [],
    rentalIds.length > 0 ? listRentalDetails(db, userId, rentalIds, view.locale) : [],
    balance ? getWallet(db, userId) : null,
  ]);
  const events: ServerEvent[] = [];
  for (const activation of activations) {
    if (!coversGoods(view, activation.service.id, activation.country.id)) continue;
    events.push({ id, event: "activation", data: { activation } satisfies ActivationStreamEvent });
  }
  for (const search of searches) {
    events.push({ id, event: "search", data: { search } satisfies SearchStreamEvent });
  }
  for (const rental of rentals) {
    if (!coversGoods(view, rental.service?.id ?? null, rental.country.id)) continue;
    events.push({ id, event: "rental", data: { rental } satisfies RentalStreamEvent });
  }
  if (wallet) {
    const balance = roublesNumber(kopecks(wallet.availableKopecks));
    const data = { ...wallet, balance } satisfies BalanceStreamEvent;
    events.push({ id, event: "balance", data });
  }
  return events.length > 0 ? Buffer.concat(events.map(encodeEvent)) : encodePlace(id);
}
