import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A pair of connections that the proxy joins; `down` leads to the client, `up` to the server. */
type Link = { readonly down: Socket; readonly up: Socket; isSwallowed: boolean };

/** What becomes of bytes on their way: `pass` them on, or `swallow` them and everything after them on that connection. */
type Verdict = "pass" | "swallow";

/** Sees every piece before it goes on; `connection` tells which of the open ones it is on. */
export type Watcher = (bytes: Buffer, connection: object) => Verdict;
export type Watchers = { up?: Watcher; down?: Watcher };

/**
 * A way over the network that can break: a TCP proxy on a loopback port. It begins as a good line.
 * Faults: `refuse` (nobody listens), `blackhole` (bytes vanish, connections stay open), `reset` (RST on every open
 * connection), `cut` (FIN), and `watch` for a fault at the very moment when certain bytes pass.
 */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #links = new Set<Link>();
  #server: Server | null = null;
  #port = 0;
  #isBlackhole = false;
  #watchers: Watchers = {};

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  get port(): number {
    return this.#port;
  }

  get openConnections(): number {
    return this.#links.size;
  }

  async start(): Promise<void> {
    await this.#listen();
  }

  /** Nobody listens any more; what is open is reset. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = server && new Promise<void>((resolve) => server.close(() => resolve()));
    this.reset();
    await closed;
  }

  /** Everything that is sent vanishes, both ways, also on new connections; nobody is told. */
  blackhole(): void {
    this.#isBlackhole = true;
    for (const link of this.#links) link.isSwallowed = true;
  }

  /** New connections work again; those that lost bytes stay half-open, as after a real cut. */
  async restore(): Promise<void> {
    this.#isBlackhole = false;
    if (!this.#server) await this.#listen();
  }

  /** RST on every open connection, to both sides. */
  reset(): void {
    for (const { down, up } of this.#links) {
      down.resetAndDestroy();
      up.resetAndDestroy();
    }
  }

  /** An orderly end of every open connection, in the middle of whatever was being said. */
  cut(): void {
    for (const { down, up } of this.#links) {
      down.end();
      up.end();
    }
  }

  /** Shows every piece to the test before it goes on: `up` from the client, `down` from the server. */
  watch(watchers: Watchers): void {
    this.#watchers = watchers;
  }

  async stop(): Promise<void> {
    this.watch({});
    await this.refuse();
  }

  async #listen(): Promise<void> {
    const server = createServer((down) => this.#join(down));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // The same port again after a fault: clients know no other.
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  #join(down: Socket): void {
    const up = connect(this.#target);
    const link: Link = { down, up, isSwallowed: this.#isBlackhole };
    this.#links.add(link);
    const end = () => {
      this.#links.delete(link);
      down.destroy();
      up.destroy();
    };
    for (const socket of [down, up]) {
      socket.setNoDelay(true);
      socket.on("error", end);
      // Whoever cannot hear the server is not told either that it hung up.
      socket.on("close", () => (link.isSwallowed && socket === up ? undefined : end()));
    }
    down.on("data", (bytes) => this.#pass(link, bytes, up, this.#watchers.up));
    up.on("data", (bytes) => this.#pass(link, bytes, down, this.#watchers.down));
  }

  #pass(link: Link, bytes: Buffer, to: Socket, judge: Watcher | undefined): void {
    if (!link.isSwallowed && judge?.(bytes, link) === "swallow") link.isSwallowed = true;
    if (!link.isSwallowed && to.writable) to.write(bytes);
  }
}
