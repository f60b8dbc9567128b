import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A stand-in on a port of this machine; its heirs say what it serves. */
export abstract class LoopbackStandIn {
  readonly #server = createServer((request, response) => this.serve(request, response));

  protected abstract serve(request: IncomingMessage, response: ServerResponse): void;

  /** On a free port, or on the one that the product was told. */
  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  /** Resolves when its port is free again. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
