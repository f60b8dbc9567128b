import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in answers about one payment; a test changes it at will. */
export type StandInPayment = {
  id: string;
  reference: string;
  status: string;
  paidAmount: string;
  paidCurrency: string;
};

/**
 * A provider that speaks like the test gateway and says what the test wants, also lies and nonsense.
 * It sends nothing by itself: `sign` makes the notices.
 */
export class StandInGateway {
  readonly secret = "the secret of the stand-in";
  readonly payments = new Map<string, StandInPayment>();
  /** Orders as they came, oldest first. */
  readonly orders: Record<string, string>[] = [];
  /** How often it was asked about payments. */
  asked = 0;
  /** Answers 500 to everything. */
  isBroken = false;
  /** Milliseconds before each answer about a payment, one after the other; what it says is fixed before the wait. */
  waits: number[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The payment that was made for one of the shop's references. Throws when there is none. */
  paymentOf(reference: string): StandInPayment {
    const found = [...this.payments.values()].find((payment) => payment.reference === reference);
    if (!found) throw new Error(`no payment for ${reference}`);
    return found;
  }

  /** A notice with the headers of a right signature, unless the test wishes others. */
  notice(
    payment: Pick<StandInPayment, "id">,
    part: { eventId?: string; ageSeconds?: number; secret?: string } = {},
  ): { rawBody: string; headers: Record<string, string> } {
    const eventId = part.eventId ?? `ev_${randomBytes(8).toString("hex")}`;
    const rawBody = JSON.stringify({ eventId, paymentId: payment.id });
    return { rawBody, headers: this.sign(rawBody, part) };
  }

  sign(body: string, part: { ageSeconds?: number; secret?: string } = {}): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000) - (part.ageSeconds ?? 0));
    const signature = createHmac("sha256", part.secret ?? this.secret)
      .update(`${timestamp}.${body}`)
      .digest("hex");
    return {
      "content-type": "application/json",
      "x-gateway-timestamp": timestamp,
      "x-gateway-signature": signature,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.isBroken) return send(response, 500, { error: "broken" });
    if (request.method === "POST") {
      const order = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
      this.orders.push(order);
      return send(response, 201, this.#create(order.reference ?? ""));
    }
    this.asked += 1;
    const payment = this.payments.get((request.url ?? "").replace("/v1/payments/", ""));
    const body = payment ? { ...payment } : { error: "no such payment" };
    const waitMs = this.waits.shift();
    if (waitMs) await new Promise((resolve) => setTimeout(resolve, waitMs));
    send(response, payment ? 200 : 404, body);
  }

  #create(reference: string): object {
    const known = [...this.payments.values()].find((payment) => payment.reference === reference);
    const payment = known ?? {
      id: `tp_${randomBytes(12).toString("hex")}`,
      reference,
      status: "open",
      paidAmount: "0.00",
      paidCurrency: "RUB",
    };
    this.payments.set(payment.id, payment);
    return { id: payment.id, payUrl: `${this.url}/test-gateway/pay/${payment.id}` };
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
