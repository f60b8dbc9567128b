import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { recordUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import { receiveSms, type SmsSink } from "#features/supply/intake/intake.writes.ts";
import { type AgentSupplier, findAgent } from "#features/supply/supply.reads.ts";
import {
  askUpstreamAgain,
  findUpstreamText,
  getUpstreamStatus,
  listUpstreamActive,
} from "#features/supply/upstream/upstream.gateway.ts";
import {
  claimCodes,
  endCodes,
  endWatch,
  recordAsked,
  recordRound,
} from "#features/supply/upstream/upstream.writes.ts";
import type { OpenActivation } from "#features/supply/upstream/upstream-answers.rules.ts";
import { chooseAsked, codeLimits, smsIdOf, textOf } from "#features/supply/upstream/upstream-codes.rules.ts";
import { listWatches, type Watch } from "#features/supply/upstream/watches.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

type UpstreamSupplier = Extract<AgentSupplier, { kind: "upstream" }>;

/** Asks upstreams for the codes of open orders, each shop every few seconds; one that hangs does not delay another. */
export function makeCodePolls(sink: SmsSink): Sweep {
  return defineSweep({
    name: "supply: codes of upstreams",
    everyMs: 500,
    run: async (db) => {
      const claimed = await claimCodes(db);
      if (!claimed) return 0;
      void pollCodes(db, claimed.id, sink).catch((error: Error) =>
        log.warn(
          { supplierId: claimed.id, error: error.message },
          "an upstream could not be asked for codes",
        ),
      );
      return 1;
    },
  });
}

/** One round over the open orders of one upstream: a few questions, however many orders there are. */
export async function pollCodes(db: Db, supplierId: number, sink: SmsSink): Promise<void> {
  const shop = await findAgent(db, supplierId);
  if (shop?.kind !== "upstream") return;
  try {
    const watches = await listWatches(db, supplierId);
    const open = watches.length > codeLimits.oneByOne ? await findOpen(db, shop) : null;
    const waiting = [...chooseAsked(watches, open)];
    await recordAsked(
      db,
      supplierId,
      waiting.map(({ ref }) => ref),
    );
    const line = Array.from({ length: codeLimits.atOnce }, async () => {
      for (let watch = waiting.shift(); watch; watch = waiting.shift())
        await askForCode(db, shop, watch, sink);
    });
    await Promise.all(line);
  } finally {
    await endCodes(db, supplierId);
  }
}

async function findOpen(db: Db, shop: UpstreamSupplier): Promise<readonly OpenActivation[] | null> {
  const exchange = new Exchange();
  try {
    return await listUpstreamActive(shop, exchange);
  } catch {
    recordUnusable(db, shop.id, "GET_STATUS", exchange);
    return null;
  }
}

/** Asks for the code of one activation and delivers it. An unusable answer is recorded, and the next round asks again. */
async function askForCode(db: Db, shop: UpstreamSupplier, watch: Watch, sink: SmsSink): Promise<void> {
  const exchange = new Exchange();
  try {
    const status = await getUpstreamStatus(shop, watch.supplierRef, exchange);
    if (status.kind === "over") await endWatch(db, watch);
    if (status.kind !== "code") return;
    if (!(await deliver(db, shop, { watch, code: status.code }, sink)) || watch.isLast) return;
    const isMore = await askUpstreamAgain(shop, watch.supplierRef, exchange);
    await recordRound(db, watch, !isMore);
  } catch (error) {
    log.debug({ supplierId: shop.id, error: (error as Error).message }, "no code could be read");
    recordUnusable(db, shop.id, "GET_STATUS", exchange);
  }
}

/** The order is not written down yet: its code is read again in the next round. */
class OrderNotThere extends Error {}

/**
 * Delivers a code to its order, with the service that it was bought for as sender: the shop has already matched the two. Returns false
 * while the order is not written yet, true once the code needs no further delivery.
 */
async function deliver(
  db: Db,
  shop: UpstreamSupplier,
  { watch, code }: { readonly watch: Watch; readonly code: string },
  sink: SmsSink,
): Promise<boolean> {
  const service = (await readCatalogue(db)).serviceById.get(watch.serviceId);
  const sms = {
    supplierId: shop.id,
    smsId: smsIdOf(watch, code),
    phone: watch.number,
    sender: service?.name ?? "",
    text: textOf(code, await findUpstreamText(shop, watch.supplierRef)),
  };
  try {
    await receiveSms(db, sms, async (tx, rules, one) => {
      const taken = await sink(tx, rules, one);
      if (taken === 0 && watch.ageSeconds < codeLimits.orderSeconds) throw new OrderNotThere();
      return taken;
    });
    return true;
  } catch (error) {
    if (error instanceof OrderNotThere) return false;
    throw error;
  }
}
