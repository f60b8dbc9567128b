import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { finishActivation, getNumber, getServices } from "#features/supply/agent.gateway.ts";
import type { Agent } from "#features/supply/agent-call.gateway.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";

const order = {
  country: "indonesia",
  service: "tg",
  operator: "any",
  costKopecks: kopecks(1_250),
  currency: 643,
  exceptPrefixes: ["6281"],
  clientId: "6f3d2b1e-0000-4000-8000-000000000001",
};

async function givenAgent(respond: Responder, gzipRequests = false) {
  const server = await givenServer(respond);
  const agent: Agent = { baseUrl: server.url, key: "secret-key", dialect: { gzipRequests } };
  return { agent, requests: server.requests };
}

const answers =
  (text: string): Responder =>
  (_, response) =>
    sendJson(response, text);

const cutBody: Responder = (_, response) => {
  response.writeHead(200, { "content-length": 100 });
  response.write("{");
  response.destroy();
};

describe("GET_NUMBER", () => {
  it("asks with exact JSON types, the key in the body and a User-Agent", async () => {
    const { agent, requests } = await givenAgent(
      answers('{"status":"SUCCESS","number":6281234567890,"activationId":77}'),
    );
    expect(await getNumber(agent, order, 3_000)).toEqual({
      kind: "number",
      number: 6281234567890n,
      supplierRef: 77n,
      isLoose: false,
    });
    expect(requests[0]?.body).toEqual({
      action: "GET_NUMBER",
      key: "secret-key",
      country: "indonesia",
      service: "tg",
      operator: "any",
      sum: 12.5,
      currency: 643,
      exceptionPhoneSet: ["6281"],
      clientId: order.clientId,
    });
    expect(requests[0]?.headers["user-agent"]).toMatch(/^SMSDen\//);
    expect(requests[0]?.headers["accept-encoding"]).toContain("gzip");
  });

  it("reaches an agent that takes no other type than plain application/json, in all three calls", async () => {
    const { agent } = await givenAgent((request, response) => {
      const isPlain = request.headers["content-type"] === "application/json";
      if (!isPlain) {
        response.writeHead(415).end("unsupported media type");
        return;
      }
      sendJson(response, '{"status":"SUCCESS","number":6281234567890,"activationId":77,"countryList":[]}');
    });
    expect(await getServices(agent)).toEqual([]);
    expect(await getNumber(agent, order, 3_000)).toMatchObject({ kind: "number", supplierRef: 77n });
    await finishActivation(agent, 77n, 3);
  });

  it("speaks gzip in questions and answers", async () => {
    const { agent, requests } = await givenAgent((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"status":"NO_NUMBERS"}'));
    }, true);
    expect(await getNumber(agent, order, 3_000)).toEqual({ kind: "no-numbers" });
    expect(requests[0]?.headers["content-encoding"]).toBe("gzip");
    expect(requests[0]?.body.action).toBe("GET_NUMBER");
  });

  it("keeps an activationId of 2^63-1 to the last digit", async () => {
    const { agent } = await givenAgent(
      answers('{"status":"SUCCESS","number":6281234567890,"activationId":9223372036854775807}'),
    );
    expect(await getNumber(agent, order, 3_000)).toMatchObject({ supplierRef: 9223372036854775807n });
  });

  it.each([
    ["the number as a string", '"6281234567890"', "77", 77n],
    ["a plus before the number", '"+6281234567890"', "77", 77n],
    ["the id as a string", "6281234567890", '"77"', 77n],
    ["an id that is a UUID", '"6281234567890"', `"${order.clientId}"`, order.clientId],
  ])("uses %s, and says that its types were loose", async (_, number, id, supplierRef) => {
    const { agent } = await givenAgent(
      answers(`{"status":"SUCCESS","number":${number},"activationId":${id}}`),
    );
    expect(await getNumber(agent, order, 3_000)).toEqual({
      kind: "number",
      number: 6281234567890n,
      supplierRef,
      isLoose: true,
    });
  });

  it.each([
    [
      "a number that is a word",
      `{"status":"SUCCESS","number":"none","activationId":"${order.clientId}"}`,
      order.clientId,
    ],
    ["an empty id", '{"status":"SUCCESS","number":6281234567890,"activationId":""}', undefined],
    ["a fraction", '{"status":"SUCCESS","number":1.5,"activationId":77}', 77n],
    ["a negative id", '{"status":"SUCCESS","number":6281234567890,"activationId":-1}', undefined],
    ["no number", '{"status":"SUCCESS","activationId":78}', 78n],
  ])("refuses %s, and names the id to give back where it can be read", async (_, text, strayRef) => {
    const { agent } = await givenAgent(answers(text));
    expect(await getNumber(agent, order, 3_000)).toMatchObject({
      kind: "failed",
      reached: true,
      ...(strayRef ? { strayRef } : {}),
    });
  });

  it("takes an ERROR for what it is", async () => {
    const { agent } = await givenAgent(answers('{"status":"ERROR","error":"key"}'));
    expect(await getNumber(agent, order, 3_000)).toEqual({
      kind: "failed",
      error: "ERROR key",
      reached: true,
    });
  });

  it.each<[string, Responder]>([
    ["a cut connection", (_, response) => void response.destroy()],
    ["a cut body", cutBody],
    ["silence", () => undefined],
    ["HTTP 500", (_, response) => sendJson(response, "oops", 500)],
    ["HTML", answers("<html>")],
    ["an unknown status", answers('{"status":"MAYBE"}')],
    ["deep nesting", answers("[".repeat(50_000))],
    ["a huge body", answers(`{"status":"NO_NUMBERS","x":"${"x".repeat(300_000)}"}`)],
    [
      "a gzip bomb",
      (_, response) =>
        void response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(30_000_000, 32))),
    ],
    [
      "an unknown encoding",
      (_, response) => void response.writeHead(200, { "content-encoding": "br" }).end("x"),
    ],
    ["bad UTF-8", (_, response) => void response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0xfe]))],
  ])("after %s nobody knows whether the agent holds a number for us", async (_, respond) => {
    const { agent } = await givenAgent(respond);
    expect(await getNumber(agent, order, 600)).toMatchObject({ kind: "unknown" });
  });

  it("knows that nothing was bought when the agent cannot be reached or refuses over HTTP", async () => {
    const gone = { baseUrl: "http://127.0.0.1:1/", key: "k", dialect: {} };
    expect(await getNumber(gone, order, 3_000)).toMatchObject({ kind: "failed", reached: false });
    const { agent } = await givenAgent((_, response) => sendJson(response, "{}", 404));
    expect(await getNumber(agent, order, 3_000)).toMatchObject({ kind: "failed", reached: false });
  });

  it("does not follow a redirect", async () => {
    const elsewhere = await givenServer(
      answers('{"status":"SUCCESS","number":6281234567890,"activationId":77}'),
    );
    const { agent } = await givenAgent(
      (_, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
    );
    expect(await getNumber(agent, order, 3_000)).toMatchObject({ kind: "failed" });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("GET_SERVICES", () => {
  it("reads offers, and does not count an `any` sum beside its operators", async () => {
    const { agent } = await givenAgent(
      answers(
        '{"status":"SUCCESS","countryList":[{"country":"indonesia","operatorMap":{"any":{"tg":15},"telkomsel":{"tg":10,"wa":0},"xl":{"tg":5}}},{"country":"kenya","operatorMap":{"any":{"tg":3}}}]}',
      ),
    );
    expect(await getServices(agent)).toEqual([
      { country: "indonesia", operator: "telkomsel", service: "tg", count: 10 },
      { country: "indonesia", operator: "telkomsel", service: "wa", count: 0 },
      { country: "indonesia", operator: "xl", service: "tg", count: 5 },
      { country: "kenya", operator: "any", service: "tg", count: 3 },
    ]);
  });

  it.each([
    '{"status":"SUCCESS","countryList":[{"country":"indonesia","operatorMap":{"any":{"tg":"15"}}}]}',
    '{"status":"SUCCESS","countryList":[{"country":"indonesia","operatorMap":{"any":{"tg":-1}}}]}',
    '{"status":"SUCCESS","countryList":[{"country":"indonesia","operatorMap":{"any":{"tg":1.5}}}]}',
    '{"status":"SUCCESS"}',
    '{"status":"ERROR","error":"busy"}',
  ])("the answer %s is refused whole", async (text) => {
    const { agent } = await givenAgent(answers(text));
    await expect(getServices(agent)).rejects.toThrow(/GET_SERVICES/);
  });
});

describe("FINISH_ACTIVATION", () => {
  it("sends the id as a JSON number of any size and is done on SUCCESS alone", async () => {
    let text = '{"status":"SUCCESS"}';
    const { agent, requests } = await givenAgent((_, response) => sendJson(response, text));
    await finishActivation(agent, 9223372036854775807n, 4);
    expect(requests[0]?.raw).toContain('"activationId":9223372036854775807,"status":4');
    text = '{"status":"ERROR","error":"later"}';
    await expect(finishActivation(agent, 7n, 3)).rejects.toThrow(/FINISH_ACTIVATION/);
  });
});
