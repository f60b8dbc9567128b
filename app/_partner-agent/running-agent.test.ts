import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { importTable } from "#app/_partner-agent/commands/import-table.ts";
import { replay } from "#app/_partner-agent/commands/replay.ts";
import type { Config } from "#app/_partner-agent/config.ts";
import { askRunning } from "#app/_partner-agent/control.ts";
import { bookFile } from "#app/_partner-agent/delivery/work.ts";
import { type Log, makeLog } from "#app/_partner-agent/print.ts";
import { type Pace, RunningAgent } from "#app/_partner-agent/running-agent.ts";
import {
  givenConfig,
  givenPlatform,
  M1,
  M2,
  refusal,
  type StandInPlatform,
  tell,
  until,
} from "#app/_partner-agent/stand-in-platform.factory.ts";

/** As `tell`, with a host of one's own, which fetch does not let set. */
function post(port: number, headers: Record<string, string>): Promise<{ status: number | undefined }> {
  const all = { "content-type": "application/json", ...headers };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path: "/sms", method: "POST", headers: all },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode });
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify(code));
  });
}

const quiet: Log = { info: () => {}, warn: () => {} };

async function givenAgent(config: Config, pace: Pace = { retryMs: 50 }, log = quiet): Promise<RunningAgent> {
  const agent = new RunningAgent(config, log, pace);
  await agent.start();
  onTestFinished(() => agent.stop());
  return agent;
}

const listSpool = (config: Config, place: string) =>
  // What is being written has another ending until it is whole.
  readdirSync(path.join(config.dataFolder, "spool", place)).filter((name) => name.endsWith(".json"));
const idsOf = (platform: StandInPlatform) => new Set(platform.pushed.map(({ smsId }) => smsId));
const code = { modem: "m2", from: "Telegram", text: "code 48291" };

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});

describe("an SMS that the partner's program has acknowledged", () => {
  it("is on the disk before the acknowledgement, and is pushed with number, sender and text", async () => {
    const platform = await givenPlatform();
    platform.smsBehaviour = "hangs";
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config, { retryMs: 50, timeoutMs: 2_000 });
    expect(await tell(agent.httpPort, "sms", code)).toEqual({ status: 200, body: { status: "SUCCESS" } });
    expect(listSpool(config, "pending")).toHaveLength(1);
    platform.smsBehaviour = "right";
    await until(() => platform.taken.size === 1, "it was taken");
    expect([...platform.taken.values()]).toMatchObject([
      { phone: M2, phoneFrom: "Telegram", text: "code 48291", key: "key-of-the-partner" },
    ]);
    await until(() => listSpool(config, "pending").length === 0, "it left the spool");
  });

  it.each([
    ["whose SUCCESS is lost", "lost"],
    ["that meets a failure of the server", { status: 500, text: "<html>500</html>" }],
    ["that meets a page of a proxy", { status: 400, text: "<html>Bad Request</html>" }],
    ["that meets a wrong key", refusal(401, "ERROR_WRONG_KEY")],
    ["that meets a switched-off account", refusal(403, "ACCOUNT_BLOCKED")],
    ["that comes at a bad moment", refusal(503, "SERVER_ERROR")],
  ] as const)("is pushed with the same id until SUCCESS and never after: one %s", async (_, behaviour) => {
    const platform = await givenPlatform();
    platform.nextSms.push(behaviour, behaviour);
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config);
    await tell(agent.httpPort, "sms", code);
    await until(() => listSpool(config, "sent").length === 1, "it was delivered");
    expect(platform.pushed).toHaveLength(3);
    expect(idsOf(platform).size).toBe(1);
    expect(platform.taken.size).toBe(1);
  });

  it("is one SMS when its input sends it twice with the same id", async () => {
    const platform = await givenPlatform();
    const agent = await givenAgent(givenConfig(platform.url));
    for (let time = 0; time < 2; time += 1) await tell(agent.httpPort, "sms", { ...code, id: "a7" });
    await tell(agent.httpPort, "sms", { ...code, id: "a8" });
    await until(() => platform.taken.size === 2, "both were taken");
    await tell(agent.httpPort, "sms", { ...code, id: "a7" });
    await until(() => agent.status().pending === 0, "nothing waits");
    expect(platform.pushed).toHaveLength(2);
  });

  it("is set aside when it is refused for good, and delivered by replay with the id it had", async () => {
    const platform = await givenPlatform();
    platform.nextSms.push(refusal(400, "BAD_REQUEST"));
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config);
    await tell(agent.httpPort, "sms", code);
    await until(() => listSpool(config, "refused").length === 1, "it was set aside");
    const file = path.join(config.dataFolder, "spool", "refused", listSpool(config, "refused")[0] ?? "");
    expect(JSON.parse(readFileSync(file, "utf8")).refusal).toBe("BAD_REQUEST: so");
    await tell(agent.httpPort, "sms", { ...code, text: "code 2" });
    await until(() => platform.taken.size === 1, "the next one was delivered");
    expect(await replay(config, undefined)).toBe(0);
    await until(() => platform.taken.size === 2, "replay delivered it");
    expect(idsOf(platform).size).toBe(2);
  });

  it("waits for the table when that does not name its card", async () => {
    const platform = await givenPlatform();
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config);
    await tell(agent.httpPort, "modem", { modem: "m9", imsi: "510010000000009" });
    await tell(agent.httpPort, "sms", { ...code, modem: "m9" });
    await until(() => agent.status().withoutNumber === 1, "it waits");
    const file = path.join(config.dataFolder, "new.csv");
    writeFileSync(file, "sim;number;country\n510010000000009;628110000009;indonesia\n");
    await importTable(config, file, false);
    await until(() => platform.taken.size === 1, "it was taken");
    expect(platform.pushed[0]?.phone).toBe(628110000009);
  });

  it("keeps the number of the card that it came to", async () => {
    const platform = await givenPlatform();
    platform.smsBehaviour = refusal(503, "SERVER_ERROR");
    const agent = await givenAgent(givenConfig(platform.url));
    await tell(agent.httpPort, "modem", { modem: "m1", imsi: "510010000000001" });
    await tell(agent.httpPort, "sms", { ...code, modem: "m1" });
    await tell(agent.httpPort, "modem", { modem: "m1", imsi: "510010000000777" });
    platform.smsBehaviour = "right";
    await until(() => platform.taken.size === 1, "it was taken");
    expect(platform.pushed.at(-1)?.phone).toBe(M1);
  });

  it("is joined from its parts, whatever their order and however often each comes", async () => {
    const platform = await givenPlatform();
    const agent = await givenAgent(givenConfig(platform.url));
    for (const at of [3, 1, 3, 2])
      await tell(agent.httpPort, "sms", {
        ...code,
        id: `p${at}`,
        text: ` part ${at}`,
        part: { reference: 77, at, of: 3 },
      });
    await until(() => platform.taken.size === 1, "it was taken");
    expect(platform.pushed.map(({ text }) => text)).toEqual([" part 1 part 2 part 3"]);
  });

  it("is in the log without its text unless the owner asks for texts", async () => {
    const platform = await givenPlatform();
    for (const logTexts of [false, true]) {
      const lines: string[] = [];
      const config = givenConfig(platform.url, { logTexts });
      const agent = await givenAgent(
        config,
        {},
        makeLog(logTexts, (line) => lines.push(line)),
      );
      await tell(agent.httpPort, "sms", code);
      await until(() => listSpool(config, "sent").length === 1, "it was delivered");
      await agent.stop();
      expect(lines.join("\n").includes("48291")).toBe(logTexts);
      expect(lines.join("\n")).toContain("SMS delivered");
    }
  });
});

describe("a number in the partner's program", () => {
  it("is on sale while its modem is there, and off sale when it is gone, has no network or no signal", async () => {
    const platform = await givenPlatform();
    const agent = await givenAgent(givenConfig(platform.url));
    const card = { modem: "m1", imsi: "510010000000001" };
    for (const state of [
      { online: false },
      { registered: false },
      { signal: 0 },
      { imsi: "510010000000003" },
    ]) {
      await tell(agent.httpPort, "modem", { ...card, signal: 60, registered: true });
      await until(() => platform.online.has(M1), "it is on sale");
      await tell(agent.httpPort, "modem", { ...card, ...state });
      await until(() => !platform.online.has(M1), `it is off sale: ${JSON.stringify(state)}`);
    }
  });

  it("leaves sale when its modem is not reported any more", async () => {
    const platform = await givenPlatform();
    const agent = await givenAgent(
      givenConfig(platform.url, { http: { port: 0, token: null, silentSeconds: 2 } }),
    );
    await until(async () => {
      await tell(agent.httpPort, "modem", { modem: "m2" });
      return platform.online.has(M2);
    }, "it is on sale");
    await until(() => !platform.online.has(M2), "it is off sale");
    expect(agent.status().modems).toMatchObject([{ name: "m2", isPresent: false }]);
  });

  it("is told with the whole list after a report that failed, and off sale when the program ends", async () => {
    const platform = await givenPlatform();
    const agent = await givenAgent(givenConfig(platform.url));
    await tell(agent.httpPort, "modem", { modem: "m2" });
    await until(() => platform.online.has(M2), "it is on sale");
    platform.numbersRefusal = refusal(503, "SERVER_ERROR");
    await tell(agent.httpPort, "modem", { modem: "m1", imsi: "510010000000001" });
    await until(() => agent.status().problem !== null, "the report failed");
    platform.numbersRefusal = null;
    await until(() => platform.online.size === 2, "both are on sale");
    expect(platform.reports.at(-1)?.action).toBe("NUMBERS_ONLINE");
    await agent.stop();
    expect(platform.online.size).toBe(0);
  });

  it("is shown as refused with the platform's word, and not as on sale", async () => {
    const platform = await givenPlatform();
    platform.refused = [{ number: M2, error: "COUNTRY_UNKNOWN", word: "indonesia" }];
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config);
    await tell(agent.httpPort, "modem", { modem: "m2", signal: 42 });
    await until(
      async () => (await askRunning(config.dataFolder))?.refusedNumbers.length === 1,
      "it is shown",
    );
    const status = await askRunning(config.dataFolder);
    expect(status).toMatchObject({
      onSale: 0,
      refusedNumbers: [{ number: M2, error: "COUNTRY_UNKNOWN", word: "indonesia" }],
      modems: [{ name: "m2", number: M2, signalPercent: 42, isOnSale: false, oldestUnsentAt: null }],
    });
  });

  it("stays in the table while it is lent or rented, unless that is forced", async () => {
    const platform = await givenPlatform();
    platform.work = {
      lent: [{ activationId: 5, number: M1, service: "tg", country: "indonesia" }],
      rented: [
        { rentalId: 6, number: M2, service: "full", country: "indonesia", until: "2999-01-01T00:00:00Z" },
      ],
    };
    const config = givenConfig(platform.url);
    const agent = await givenAgent(config);
    await until(() => agent.status().rented === 1, "it knows of both");
    const file = path.join(config.dataFolder, "new.csv");
    writeFileSync(file, "sim,number,country\nm3,628110000003,indonesia\n");
    await expect(importTable(config, file, false)).rejects.toThrow(
      `${M1} (lent), ${M2} (rented until 2999-01-01T00:00:00Z)`,
    );
    expect(readFileSync(path.join(config.dataFolder, "numbers.csv"), "utf8")).toContain(String(M1));
    expect(await importTable(config, file, true)).toBe(0);
  });
});

describe("the whole list of numbers", () => {
  it("is told again as soon as the platform asks for it", async () => {
    const platform = await givenPlatform();
    const wholeCount = () => platform.reports.filter(({ action }) => action === "NUMBERS_ONLINE").length;
    const agent = await givenAgent(givenConfig(platform.url));
    await until(() => wholeCount() === 1, "it is told at the start");
    platform.work = { reportNumbers: true };
    await until(() => wholeCount() > 1, "it is told again");
    expect(agent.status().problem).toBeNull();
  });
});

describe("the end of an order in the partner's program", () => {
  it("is in the book before it is acknowledged, and there once however often it is told", async () => {
    const platform = await givenPlatform();
    platform.work = { lent: [{ activationId: 900, number: M1, service: "tg", country: "indonesia" }] };
    const config = givenConfig(platform.url);
    const first = await givenAgent(config);
    await until(() => first.status().lent === 1, "it is lent");
    platform.work = { finished: [{ id: 31, activationId: 900, status: 3 }] };
    await until(() => platform.acknowledged.includes(31), "it is acknowledged");
    await first.stop();
    platform.acknowledged.length = 0;
    await givenAgent(config);
    await until(() => platform.acknowledged.includes(31), "it is acknowledged again");
    const lines = readFileSync(bookFile(config.dataFolder), "utf8").trim().split("\n");
    expect(lines.map((line) => line.split(",").slice(1))).toEqual([["31", "900", String(M1), "tg", "sold"]]);
  });
});

describe("the HTTP input of the partner's program", () => {
  it.each([
    ["a page of another host", { host: "evil.example" }, 403],
    ["a form, as a page could post it", { "content-type": "text/plain" }, 415],
    ["another token", { authorization: "Bearer wrong" }, 401],
  ])("refuses %s and keeps nothing", async (_, headers, status) => {
    const platform = await givenPlatform();
    const config = givenConfig(platform.url, { http: { port: 0, token: "t0ken", silentSeconds: 60 } });
    const agent = await givenAgent(config);
    const right = { authorization: "Bearer t0ken" };
    expect((await post(agent.httpPort, { ...right, ...headers })).status).toBe(status);
    expect(listSpool(config, "pending")).toEqual([]);
    expect((await tell(agent.httpPort, "sms", code, right)).status).toBe(200);
  });

  it.each([
    ["a modem", { from: "x", text: "y" }, '"modem" is missing.'],
    ["a text", { modem: "m2", from: "x" }, '"text" is missing.'],
    ["a time that is one", { ...code, receivedAt: "soon" }, '"receivedAt" is no time'],
    ["a part within its SMS", { ...code, part: { reference: 1, at: 4, of: 3 } }, '"part" is'],
  ])("asks for %s and says so", async (_, body, message) => {
    const platform = await givenPlatform();
    const agent = await givenAgent(givenConfig(platform.url));
    const answer = await tell(agent.httpPort, "sms", body);
    expect(answer).toMatchObject({ status: 400, body: { status: "ERROR" } });
    expect(answer.body.message).toContain(message);
  });
});
