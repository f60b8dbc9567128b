import "server-only";
import pg from "pg";
import { monotonicMs } from "#lib/clock.ts";
import { APP_ROLE } from "#lib/db/app-role.ts";
import { log } from "#lib/log.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
const PING_EVERY_MS = 2_000;

export type ListenOptions = {
  /** Channel name -> what to do with a notice's payload. Must not throw. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called after every (re)connection; `isGap` tells that notices may have been missed before it. */
  onConnected?: (isGap: boolean) => void;
  /** Called when the connection is lost. */
  onLost?: () => void;
  applicationName?: string;
};

export type Listening = {
  /** True while notices arrive. */
  isConnected(): boolean;
  /** Settles with the first connection. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/**
 * Listens on PostgreSQL channels over one connection of its own and reconnects for ever (0.1 to 2 s back-off).
 * The connection is asked every 2 s, so that a half-open one is noticed. Whoever keeps state by notices
 * must rebuild it in `onConnected(true)`: what was said during a gap is lost.
 */
export function listen(url: string, options: ListenOptions): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isConnected = false;
  let connections = 0;
  let waitMs = FIRST_WAIT_MS;
  let resolveReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });

  const lose = (lost: pg.Client, reason: string) => {
    if (client !== lost) return;
    client = null;
    clearTimeout(timer);
    destroy(lost);
    if (isConnected) {
      isConnected = false;
      options.onLost?.();
    }
    if (isClosed) return;
    log.warn({ reason, waitMs }, "database notices lost, reconnecting");
    timer = setTimeout(connect, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };

  const ping = (current: pg.Client) => {
    const startedMs = monotonicMs();
    current.query("select 1").then(
      () => {
        if (client === current) timer = setTimeout(ping, PING_EVERY_MS, current);
      },
      (error: Error) => lose(current, `${error.message} after ${Math.round(monotonicMs() - startedMs)} ms`),
    );
  };

  const connect = async () => {
    const next = makeClient(url, options.applicationName ?? "sms-den-listen");
    client = next;
    next.on("error", (error) => lose(next, error.message));
    next.on("end", () => lose(next, "connection ended"));
    next.on("notification", (notice) => options.channels[notice.channel]?.(notice.payload ?? ""));
    try {
      await next.connect();
      for (const channel of Object.keys(options.channels))
        await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      return lose(next, (error as Error).message);
    }
    if (client !== next) return;
    isConnected = true;
    waitMs = FIRST_WAIT_MS;
    connections += 1;
    options.onConnected?.(connections > 1);
    resolveReady();
    timer = setTimeout(ping, PING_EVERY_MS, next);
  };

  void connect();
  return {
    isConnected: () => isConnected,
    ready,
    close: async () => {
      isClosed = true;
      isConnected = false;
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last) destroy(last);
    },
  };
}

function makeClient(url: string, applicationName: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 3_000,
    query_timeout: 2_000,
    keepAlive: true,
    options: `-c role=${APP_ROLE}`,
  });
}

/** Ends a client without waiting: a half-open connection never answers a polite goodbye. */
function destroy(client: pg.Client): void {
  client.removeAllListeners();
  client.on("error", () => {});
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
