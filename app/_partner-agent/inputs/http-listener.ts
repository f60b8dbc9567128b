import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "#app/_partner-agent/problem.ts";

type Place = {
  readonly port: number;
  readonly host: string;
  /** Of the configuration, to name it where the port is taken. */
  readonly member: string;
};

/** A port on which devices or programs speak HTTP. */
export class HttpListener {
  readonly #server: Server;

  constructor(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    this.#server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    this.#server.requestTimeout = 10_000;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Throws a Problem when the port cannot be listened on. */
  async start({ port, host, member }: Place): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error) =>
        reject(new Problem(`Port ${port} (${member}) cannot be listened on: ${error.message}`)),
      );
      this.#server.listen(port, host, resolve);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The body of a request as text. Throws a Problem when it is longer than that. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Problem(`The body is longer than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads a JSON object. Throws a Problem when it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem("The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Problem("The body is not a JSON object.");
  return value as Readonly<Record<string, unknown>>;
}

/** Whether a secret is right; how long that takes does not tell how much of it is. */
export function isSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text, "utf8").digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
