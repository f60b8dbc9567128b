import { AxiosError, AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from "axios";
import { afterEach } from "vitest";
import { api } from "#lib/api/browser-client.ts";

export type FakeRequest = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
};
type FakeAnswer = { status: number; body: unknown; headers?: Record<string, string> } | "offline";
type Responder = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Answers the browser's API calls in a test of an island, and keeps what was asked. Undone after each test. */
export function fakeApi(respond: Responder): FakeRequest[] {
  const requests: FakeRequest[] = [];
  const former = api.defaults.adapter;
  api.defaults.adapter = async (config) => {
    const request: FakeRequest = {
      method: (config.method ?? "get").toUpperCase(),
      path: `/${config.url ?? ""}`,
      query: (config.params as Record<string, unknown> | undefined) ?? {},
      body: typeof config.data === "string" ? JSON.parse(config.data) : config.data,
      headers: Object.fromEntries(
        Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
      ),
    };
    requests.push(request);
    return settle(await respond(request), config);
  };
  undo.push(() => {
    api.defaults.adapter = former;
  });
  return requests;
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

function settle(answer: FakeAnswer, config: InternalAxiosRequestConfig): AxiosResponse {
  if (answer === "offline") throw new AxiosError("Network Error", AxiosError.ERR_NETWORK, config);
  const response: AxiosResponse = {
    status: answer.status,
    statusText: "",
    data: answer.body,
    headers: new AxiosHeaders({ "content-type": "application/json", ...answer.headers }),
    config,
  };
  if (answer.status < 400) return response;
  throw new AxiosError("refused", AxiosError.ERR_BAD_REQUEST, config, null, response);
}

/** A refusal as the API writes it. */
export function refusal(
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): FakeAnswer {
  return {
    status,
    body: { message, error: { code, message, requestId: "req-1", ...(details ? { details } : {}) } },
  };
}
