import { afterEach } from "vitest";

export type FakeRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};
type FakeAnswer = { status: number; body: unknown; headers?: Record<string, string> } | "offline";
type Responder = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Answers the browser's API calls in a test of an island, and keeps what was asked. Undone after each test. */
export function fakeApi(respond: Responder): FakeRequest[] {
  const requests: FakeRequest[] = [];
  const former = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), "http://site.test");
    const request: FakeRequest = {
      method: init?.method ?? "GET",
      path: pathname.replace(/^\/api/, ""),
      query: Object.fromEntries(searchParams),
      body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      headers: { ...(init?.headers as Record<string, string>) },
    };
    requests.push(request);
    return toResponse(await respond(request));
  };
  undo.push(() => {
    globalThis.fetch = former;
  });
  return requests;
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const WITHOUT_BODY = new Set([204, 304]);

function toResponse(answer: FakeAnswer): Response {
  if (answer === "offline") throw new TypeError("Failed to fetch");
  return new Response(WITHOUT_BODY.has(answer.status) ? null : JSON.stringify(answer.body), {
    status: answer.status,
    headers: { "content-type": "application/json", ...answer.headers },
  });
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
