import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Call = { action: string; clientId?: string; activationId?: number; status?: number };
type Given = { number: number; activationId: number };

/** A partner's server of the agent protocol that remembers client ids: asked twice under one id it gives one number. */
export class RememberingAgent {
  readonly given = new Map<string, Given>();
  /** Its activation id -> the outcomes it was told, in order. */
  readonly finished = new Map<number, number[]>();
  /** Gives numbers, and never says so. */
  loses = false;
  readonly #stock: { country: string; service: string; firstNumber: number };
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(stock: { country: string; service: string; firstNumber: number }) {
    this.#stock = stock;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The caller was killed while it spoke.
      return;
    }
    const body = this.#reply(JSON.parse(Buffer.concat(chunks).toString()) as Call);
    if (this.loses) return;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  #reply(call: Call): object {
    const { country, service } = this.#stock;
    if (call.action === "GET_SERVICES") {
      return {
        status: "SUCCESS",
        countryList: [{ country, operatorMap: { any: { [service]: 5_000 } } }],
      };
    }
    if (call.action === "GET_NUMBER") return { status: "SUCCESS", ...this.#give(call.clientId ?? "") };
    const told = this.finished.get(call.activationId ?? 0) ?? [];
    this.finished.set(call.activationId ?? 0, [...told, call.status ?? 0]);
    return { status: "SUCCESS" };
  }

  #give(clientId: string): Given {
    const known = this.given.get(clientId);
    if (known) return known;
    const place = this.given.size + 1;
    const given = { number: this.#stock.firstNumber + place, activationId: 10_000 + place };
    this.given.set(clientId, given);
    return given;
  }
}
