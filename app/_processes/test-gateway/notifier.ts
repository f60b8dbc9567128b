import { createHmac } from "node:crypto";
import { request } from "undici";
import type { Delivery, GatewayStore } from "#app/_processes/test-gateway/store.ts";
import { nowMs } from "#lib/clock.ts";
import { log } from "#lib/log.ts";

const LOOK_EVERY_MS = 50;
const TIMEOUT_MS = 10_000;

/** Sends what is due until the shop answers 200. */
export class Notifier {
  readonly #store: GatewayStore;
  readonly #secret: string;
  readonly #underWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: GatewayStore, secret: string) {
    this.#store = store;
    this.#secret = secret;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#store.turn();
    for (const delivery of this.#store.due()) {
      if (this.#underWay.has(delivery.id)) continue;
      this.#underWay.add(delivery.id);
      void this.#send(delivery).finally(() => this.#underWay.delete(delivery.id));
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    try {
      const status = await this.#post(delivery);
      if (status !== 200) throw new Error(`answered ${status}`);
      this.#store.delivered(delivery);
    } catch (error) {
      log.debug({ error: (error as Error).message, attempts: delivery.attempts }, "notice not taken in");
      this.#store.failed(delivery);
    }
  }

  /** Signed when it is sent, so that a notice which waited for days is not too old. */
  async #post({ url, body }: Delivery): Promise<number> {
    const timestamp = String(Math.floor(nowMs() / 1000));
    const signature = createHmac("sha256", this.#secret).update(`${timestamp}.${body}`).digest("hex");
    const answer = await request(url, {
      method: "POST",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "content-type": "application/json",
        "x-gateway-timestamp": timestamp,
        "x-gateway-signature": signature,
      },
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  }
}
