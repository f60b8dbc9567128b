import { randomUUID } from "node:crypto";
import type { ApiHono } from "#lib/api/mount.ts";
import { env } from "#lib/env.ts";

export type RestAnswer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  body: any;
  headers: Headers;
  code: string | null;
};

type RestOptions = {
  body?: unknown;
  /** Null sends none; a fresh one when left out. */
  idempotencyKey?: string | null;
  headers?: Record<string, string>;
  ip?: string;
  signal?: AbortSignal;
};

export type RestCaller = (method: string, path: string, options?: RestOptions) => Promise<RestAnswer>;

/** Calls REST v1 as a program with this key does, without a port; `path` is below `/api/v1`. Without a key: as a stranger. */
export function restCaller(app: ApiHono, key: string | null): RestCaller {
  return async (method, path, options = {}) => {
    const { body, idempotencyKey = method === "GET" ? null : randomUUID(), ip = "192.0.2.1" } = options;
    const request = new Request(`${env.PUBLIC_URL}/api/v1${path}`, {
      method,
      headers: {
        "user-agent": "bot",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const response = await app.fetch(request, { requestId: "test-request", ip });
    const text = await response.text();
    const parsed = text === "" ? null : JSON.parse(text);
    return {
      status: response.status,
      body: parsed,
      headers: response.headers,
      code: parsed?.error?.code ?? null,
    };
  };
}
