import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import {
  address,
  connect,
  givenKey,
  newIdempotencyKey,
  owner,
  PRICE,
  post,
  realPort,
  use,
} from "#app/api/assistants.factory.ts";
import { assistantLimits, assistantRates } from "#features/assistants/assistants.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { env } from "#lib/env.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { ROOT } from "#lib/tooling/files.ts";

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const purchase = () =>
  message("tools/call", {
    name: "buy_number",
    arguments: {
      ...{ service: "tg", country: 6, maxPriceKopecks: PRICE },
      idempotencyKey: newIdempotencyKey(),
    },
  });
const namesOf = ({ tools: listed }: { tools: readonly { name: string }[] }) => listed.map(({ name }) => name);

describe("the tools that are listed", () => {
  it("are those that the key's rights allow, and a call of another one is refused with the right it needs", async () => {
    const client = await connect(await givenKey("live", { scopes: ["read"] }));
    const names = namesOf(await client.listTools());
    expect(names).toContain("find_offers");
    for (const name of ["buy_number", "cancel_number", "rent_number"]) expect(names).not.toContain(name);
    const { isError, data } = await use(client, "buy_number", {
      ...{ service: "tg", country: 6, maxPriceKopecks: PRICE },
      idempotencyKey: newIdempotencyKey(),
    });
    expect([isError, data.code, data.details]).toEqual([true, "SCOPE_MISSING", { scope: "buy" }]);
  });

  it("are all of them for a key with every right; a sandbox key gets those that have a script", async () => {
    const live = namesOf(await (await connect(await givenKey())).listTools());
    expect(live).toEqual(tools.map(({ name }) => name));
    const sandbox = namesOf(await (await connect(await givenKey("sandbox"))).listTools());
    expect(live.filter((name) => !sandbox.includes(name))).toEqual(["get_statement"]);
  });

  it("say what they do to money, and what shape they answer in", async () => {
    const { tools: listed } = await (await connect(await givenKey())).listTools();
    const buying = listed.find(({ name }) => name === "buy_number");
    expect(buying?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(buying?.inputSchema.required).toEqual(
      expect.arrayContaining(["service", "country", "maxPriceKopecks", "idempotencyKey"]),
    );
    expect(buying?.description).toContain("Keep idempotencyKey");
    for (const { name, annotations, outputSchema } of listed) {
      expect(outputSchema?.type, name).toBe("object");
      expect(annotations?.readOnlyHint, name).toBeTypeOf("boolean");
    }
  });
});

describe("who is kept out", () => {
  it("a caller without a key, or with a wrong one, is told by 401 where keys are made", async () => {
    const strangers: Record<string, string>[] = [
      {},
      bearer("0".repeat(32)),
      bearer("sd_live_nothing"),
      { cookie: "authToken=x" },
    ];
    for (const headers of strangers) {
      const { status, headers: answered, body } = await post(purchase(), headers);
      expect([status, answered.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code: "UNAUTHORIZED" } } });
      expect(body.error.message).toContain(`${env.PUBLIC_URL}/profile/settings/api`);
      expect(body.error.message).toContain(`${env.PUBLIC_URL}/docs/assistants`);
    }
    await expect(connect({ key: "0".repeat(32) }, "legacy")).rejects.toThrow();
  });

  it("a key from a network that is not its own is told to have its address added", async () => {
    const { key } = await givenKey("live", { networks: ["203.0.113.0/24"] });
    expect(await post(purchase(), bearer(key))).toMatchObject({
      status: 403,
      body: { error: { data: { code: "ADDRESS_NOT_ALLOWED" } } },
    });
  });

  it("a page of another site is kept out, whatever key it has, also one that was led here by its name", async () => {
    const { key } = await givenKey();
    const pages: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { origin: realPort().origin.replace("127.0.0.1", "evil.test") },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const foreign of pages) {
      const { status, body } = await post(purchase(), { ...bearer(key), ...foreign });
      expect([status, body.error.data.code], JSON.stringify(foreign)).toEqual([403, "FOREIGN_ORIGIN"]);
    }
    expect((await post(message("tools/list"), { ...bearer(key), origin: env.PUBLIC_URL })).status).toBe(200);
  });

  it("a key that sends without pause is told when to come again", async () => {
    const { key } = await givenKey();
    const sendMany = () =>
      Promise.all(Array.from({ length: assistantRates.key.burst }, () => post(message("ping"), bearer(key))));
    const refusedOf = async () => (await sendMany()).find(({ status }) => status === 429);
    // A slow machine may be given back what it sends.
    let refused = await refusedOf();
    for (let round = 1; !refused && round < 20; round += 1) refused = await refusedOf();
    expect(refused?.body.error.data).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("what is no message of the protocol", () => {
  it("changes nothing and is refused without a word about our insides", async () => {
    const { key } = await givenKey();
    const before = await databaseImage(owner, []);
    const malformed: readonly [unknown, number][] = [
      ["", 400],
      ["{", 400],
      ["[]", 400],
      ["null", 400],
      ["7", 400],
      [{}, 400],
      [[purchase(), purchase()], 400],
      [{ ...purchase(), jsonrpc: "1.0" }, 400],
      ["[".repeat(1_000), 400],
      [`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(assistantLimits.bodyBytes)}"}`, 413],
      [message("subscriptions/listen"), 404],
    ];
    for (const [body, status] of malformed) {
      const answer = await post(body, bearer(key));
      const shown = JSON.stringify(answer.body);
      expect([answer.status, shown], JSON.stringify(body).slice(0, 80)).toEqual([status, expect.any(String)]);
      expect(shown).not.toMatch(/node_modules|\.ts:\d|\bat \S+:/);
      expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
    }
    const unknown = [
      message("tools/buy"),
      message("tools/call", { name: "buy_everything", arguments: {} }),
      message("tools/call", { name: "buy_number", arguments: { service: "\u0000", country: -1 } }),
      message("resources/read", { uri: "file:///etc/passwd" }),
      message("resources/read", { uri: "docs:///../secrets" }),
    ];
    for (const body of unknown) {
      const { status, body: answered } = await post(body, bearer(key));
      expect(status).toBeLessThan(500);
      expect(answered.error !== undefined || answered.result.isError === true, JSON.stringify(body)).toBe(
        true,
      );
    }
    const typed = await post(purchase(), { ...bearer(key), "content-type": "text/plain" });
    expect(typed.status).toBe(415);
    expect(await databaseImage(owner, [])).toEqual(before);
  });

  it("GET and DELETE open and end nothing, since no session is kept", async () => {
    const { key } = await givenKey();
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(address(), { method, headers: bearer(key) });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
    const first = await post(
      message("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      }),
      bearer(key),
    );
    expect(first.headers.get("mcp-session-id")).toBeNull();
    expect(first.body.result.serverInfo).toMatchObject({ name: "sms-den", title: env.BRAND_NAME });
  });
});

describe("the documentation", () => {
  it("is read as Markdown, page by page and by the code of a refusal, in the language asked for", async () => {
    const client = await connect(await givenKey());
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("docs:///rest/offers");
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      const text = (contents[0] as { text: string }).text;
      expect(text, uri).toMatch(/^# \S/);
      expect(text, uri).not.toMatch(/(?<!`)undefined|\]\(\//);
    }
    const { contents } = await client.readResource({ uri: "docs:///errors/no-numbers" });
    expect(contents[0]).toMatchObject({
      mimeType: "text/markdown",
      text: expect.stringContaining("NO_NUMBERS"),
    });
    const russian = await connect(await givenKey(), "auto", { "x-user-locale": "ru" });
    const page = await russian.readResource({ uri: "docs:///assistants" });
    expect((page.contents[0] as { text: string }).text).toMatch(/^# Ассистенты/);
    await expect(client.readResource({ uri: "docs:///nothing" })).rejects.toThrow("resources/list");
  });
});

describe("the official inspector, over a real port", () => {
  const program = path.join(
    ROOT,
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const inspect = async (key: string, ...args: string[]) => {
    const asked = [
      "--cli",
      address(),
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${key}`,
      ...args,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...asked], {
      env: childEnvironment({ HOME: process.env.HOME }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
    return JSON.parse(stdout) as any;
  };

  it("lists every tool and finds no schema that some programs could not read", async () => {
    const { key } = await givenKey();
    const { tools: listed } = await inspect(key, "--method", "tools/list", "--strict");
    expect(namesOf({ tools: listed })).toEqual(tools.map(({ name }) => name));
  });

  it("calls a tool and lists the pages of the documentation", async () => {
    const { key } = await givenKey("sandbox");
    const balance = await inspect(key, "--method", "tools/call", "--tool-name", "get_balance");
    expect(balance.structuredContent).toMatchObject({ availableKopecks: 100_000, currency: "RUB" });
    expect((await inspect(key, "--method", "resources/list")).resources.length).toBeGreaterThan(20);
  });
});
