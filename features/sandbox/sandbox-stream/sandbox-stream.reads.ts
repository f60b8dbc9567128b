import { setTimeout as pause } from "node:timers/promises";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type {
  ActivationStreamEvent,
  BalanceStreamEvent,
  ReadyStreamEvent,
} from "#features/notifications/notifications.contract.ts";
import {
  type LiveView,
  proveAgainEveryMs,
  streamsPerUser,
} from "#features/notifications/notifications.rules.ts";
import { readSandbox, viewOf } from "#features/sandbox/sandbox.reads.ts";
import { type Sandbox, type SandboxOrder, walletOf } from "#features/sandbox/sandbox.rules.ts";
import {
  isNewSandbox,
  listChanged,
  listChangedSince,
  type Told,
  toldOf,
} from "#features/sandbox/sandbox-stream/sandbox-stream.rules.ts";
import { type EventStream, EventStreams, encodeEvent, encodePlace } from "#lib/api/event-streams.ts";
import type { Db } from "#lib/db/pool.ts";
import type { OpenRequest } from "#lib/jobs/live-hub.ts";
import { type Prove, StreamProofs } from "#lib/jobs/stream-proofs.ts";
import { log } from "#lib/log.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const LOOK_PAUSE_MS = 1_000;

type Facts = { readonly view: LiveView; readonly prove: Prove };

/**
 * Open streams of sandbox keys. What becomes of a sandbox's order is reckoned, so nobody writes events of it: every second the
 * sandboxes that somebody listens to are looked at, one after another, and what has changed is told. A place to resume from is a
 * moment of the sandbox's clock in milliseconds.
 */
export class SandboxHub {
  readonly streams = new EventStreams<Facts>({
    maxPerKey: streamsPerUser,
    onIdle: () => this.#proofs.stop(),
  });
  readonly #proofs = new StreamProofs({
    listOpen: () => this.streams.all(),
    everyMs: proveAgainEveryMs,
  });
  readonly #db: Db;
  readonly #told = new Map<number, Told>();
  #isLooking = false;
  #isClosed = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** As `LiveHub.open`, for a key. */
  async open(keyId: number, request: Omit<OpenRequest<LiveView>, "userId">): Promise<Response> {
    const { view, lastEventId, prove, outgoing = null } = request;
    const stream = this.streams.open(keyId, { view, prove });
    try {
      await this.#proofs.watch(stream);
      const sandbox = await readSandbox(this.#db, keyId);
      if (!this.#told.has(keyId)) this.#told.set(keyId, toldOf(sandbox));
      const changed = lastEventId === null ? null : listChangedSince(lastEventId, sandbox);
      sendReady(stream, sandbox, changed !== null);
      if (changed && changed.length > 0) stream.send(await this.#encode(sandbox, changed, view));
    } catch (error) {
      stream.close();
      throw error;
    }
    if (this.#isClosed) stream.close();
    else if (!this.#isLooking) void this.#look();
    return stream.answer(outgoing);
  }

  /** Somebody's keys have changed: whoever is not let in any more is sent away. */
  async proveAgain(): Promise<void> {
    await this.#proofs.again(this.streams.all());
  }

  /** The process stops: every reader is told to come back. */
  close(): void {
    this.#isClosed = true;
    this.streams.closeAll();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.streams.count > 0) {
      await pause(LOOK_PAUSE_MS, undefined, { ref: false });
      for (const keyId of new Set(this.streams.all().map(({ key }) => key))) {
        await this.#tell(keyId).catch((error: Error) =>
          log.warn({ error: error.message }, "could not look at a sandbox"),
        );
      }
      for (const keyId of this.#told.keys()) if (!this.streams.has(keyId)) this.#told.delete(keyId);
    }
    this.#isLooking = false;
  }

  async #tell(keyId: number): Promise<void> {
    const told = this.#told.get(keyId);
    if (!told) return;
    const sandbox = await readSandbox(this.#db, keyId);
    const streams = this.streams.of(keyId);
    if (isNewSandbox(told, sandbox)) for (const stream of streams) sendReady(stream, sandbox, false);
    const changed = isNewSandbox(told, sandbox) ? [...sandbox.orders] : listChanged(told, sandbox);
    if (changed.length > 0) {
      for (const alike of Map.groupBy(streams, ({ facts }) => facts.view.name).values()) {
        const chunk = await this.#encode(sandbox, changed, alike[0]!.facts.view);
        for (const stream of alike) stream.send(chunk);
      }
    }
    this.#told.set(keyId, toldOf(sandbox));
  }

  /** Orders as they are now and the purse, of which every change of an order may have moved something. */
  async #encode(sandbox: Sandbox, changed: readonly SandboxOrder[], view: LiveView): Promise<Uint8Array> {
    const id = sandbox.now.getTime();
    const catalogue = await readCatalogue(this.#db);
    const chunks: Uint8Array[] = [];
    for (const order of view.types.includes("activation") ? changed : []) {
      const isWanted = view.activationIds?.includes(order.id) ?? true;
      if (!isWanted || !coversGoods(view, order.serviceId, order.countryId)) continue;
      const activation = viewOf(order, sandbox.now, catalogue, view.locale);
      chunks.push(
        encodeEvent({ id, event: "activation", data: { activation } satisfies ActivationStreamEvent }),
      );
    }
    if (view.types.includes("balance")) {
      const wallet = walletOf(sandbox);
      const balance = roublesNumber(kopecks(wallet.availableKopecks));
      chunks.push(
        encodeEvent({ id, event: "balance", data: { ...wallet, balance } satisfies BalanceStreamEvent }),
      );
    }
    return chunks.length > 0 ? Buffer.concat(chunks) : encodePlace(id);
  }
}

function sendReady(stream: EventStream<Facts>, { now }: Sandbox, resumed: boolean): void {
  const data: ReadyStreamEvent = { resumed };
  stream.send(encodeEvent({ id: now.getTime(), event: "ready", data }));
}
