import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { DinstarInput } from "#app/_partner-agent/inputs/dinstar.ts";
import { DinstarGateway } from "#app/_partner-agent/inputs/dinstar-gateway.ts";
import { askDinstarUssd } from "#app/_partner-agent/inputs/dinstar-ussd.ts";
import { givenPorts } from "#app/_partner-agent/inputs/input-ports.factory.ts";
import { givenFolder } from "#app/_partner-agent/stand-in-platform.factory.ts";

type Kept = {
  incoming_sms_id: number;
  port: number;
  number: string;
  timestamp: string;
  text: string;
  imsi: string;
};
type Port = { port: number; reg: string; signal: number; imsi: string; iccid: string };

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const [USER, PASSWORD, NONCE] = ["admin", 'pass"word', "n0nce"];

/** A gateway on a real port, as its manual has it: Digest, ids that count up, two SMS an answer. */
class StandInGateway {
  readonly #server: Server;
  sms: Kept[] = [];
  ports: Port[] = [
    { port: 0, reg: "REGISTER_OK", signal: 31, imsi: "510010000000001", iccid: "8962100000000000001" },
  ];
  ussdStatus = 200;
  replies: string[] = [];
  readonly asked: string[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const { method = "", url = "", headers } = request;
      if (!isRight(headers.authorization ?? "", method, url))
        return void response
          .writeHead(401, {
            "www-authenticate": `Digest realm="gw", nonce="${NONCE}", qop="auth", algorithm=MD5`,
          })
          .end();
      this.asked.push(`${method} ${url}`);
      response.writeHead(200).end(JSON.stringify({ error_code: 200, sn: "dbd2", ...this.#answer(url) }));
    });
  }

  #answer(url: string): object {
    const { pathname, searchParams } = new URL(url, "http://gateway");
    if (pathname === "/api/get_port_info") return { info: this.ports };
    if (pathname === "/api/send_ussd")
      return { error_code: 202, result: [{ port: 0, status: this.ussdStatus }] };
    if (pathname === "/api/query_ussd_reply")
      return { reply: [{ port: 0, text: this.replies.shift() ?? " " }] };
    const after = Number(searchParams.get("incoming_sms_id"));
    return { sms: this.sms.filter((one) => one.incoming_sms_id > after).slice(0, 2), read: 0, unread: 0 };
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function isRight(header: string, method: string, url: string): boolean {
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(header)?.[1] ?? "";
  const [secret, what] = [md5(`${USER}:gw:${PASSWORD}`), md5(`${method}:${url}`)];
  return field("response") === md5(`${secret}:${NONCE}:${field("nc")}:${field("cnonce")}:auth:${what}`);
}

const kept = (id: number, text: string, second = id): Kept => ({
  ...{ incoming_sms_id: id, port: 0, number: "Telegram", text, imsi: "510010000000001" },
  timestamp: `2026-01-01 12:00:${String(second).padStart(2, "0")}`,
});

async function givenGateway() {
  const gateway = new StandInGateway();
  const url = await gateway.start();
  onTestFinished(() => gateway.stop());
  const folder = givenFolder();
  const login = { url, user: USER, password: PASSWORD, trustsAnyCertificate: false };
  const start = async (ports = givenPorts()) => {
    const input = new DinstarInput({ gateways: [{ name: "d1", ...login }], folder, askEveryMs: 20 }, ports);
    await input.start();
    onTestFinished(() => input.stop());
    return { input, ports };
  };
  const texts = (ports: ReturnType<typeof givenPorts>) => [...new Set(ports.taken.map(({ text }) => text))];
  return { gateway, start, texts, client: new DinstarGateway(login), login };
}

it("the ports of a gateway are modems, and SMS that come are taken in, pages long, but not those from before the first start", async () => {
  const { gateway, start, texts } = await givenGateway();
  gateway.sms = [kept(1, "old"), kept(2, "older"), kept(3, "oldest")];
  const { ports } = await start();
  await expect
    .poll(() => ports.seen[0], { timeout: 30_000 })
    .toEqual([
      "d1-0",
      { imsi: "510010000000001", iccid: "8962100000000000001", signalPercent: 100, isRegistered: true },
    ]);
  await expect
    .poll(() => gateway.asked.filter((one) => one.includes("id=2")).length, { timeout: 30_000 })
    .toBeGreaterThan(2);
  gateway.sms.push(...[4, 5, 6, 7].map((id) => kept(id, `code ${id}`)));
  await expect
    .poll(() => texts(ports), { timeout: 30_000 })
    .toEqual(["code 4", "code 5", "code 6", "code 7"]);
  expect(ports.taken[0]).toMatchObject({ modem: "d1-0", sim: "510010000000001", from: "Telegram" });
});

it("what comes while the program is down, or the disk is full, is taken in later, once", async () => {
  const { gateway, start, texts } = await givenGateway();
  const first = await start();
  await expect.poll(() => gateway.asked.length, { timeout: 30_000 }).toBeGreaterThan(4);
  await first.input.stop();
  gateway.sms.push(kept(1, "code 1"));
  const { ports } = await start(Object.assign(givenPorts(), { isDiskFull: true }));
  await expect.poll(() => ports.warnings.length, { timeout: 30_000 }).toBeGreaterThan(0);
  ports.isDiskFull = false;
  await expect.poll(() => texts(ports), { timeout: 30_000 }).toEqual(["code 1"]);
  gateway.sms.push(kept(2, "code 2"));
  await expect.poll(() => texts(ports), { timeout: 30_000 }).toEqual(["code 1", "code 2"]);
  expect(ports.taken).toHaveLength(2);
});

it("a gateway that counts anew is followed, and what it had before is not taken again", async () => {
  const { gateway, start, texts } = await givenGateway();
  const { ports } = await start();
  await expect.poll(() => gateway.asked.length, { timeout: 30_000 }).toBeGreaterThan(4);
  gateway.sms = [kept(50, "code 50", 10)];
  await expect.poll(() => texts(ports), { timeout: 30_000 }).toEqual(["code 50"]);
  gateway.sms = [kept(1, "from long ago", 1), kept(2, "code 2", 20)];
  await expect.poll(() => texts(ports), { timeout: 30_000 }).toEqual(["code 50", "code 2"]);
  gateway.sms.push(kept(3, "code 3", 30));
  await expect.poll(() => texts(ports), { timeout: 30_000 }).toEqual(["code 50", "code 2", "code 3"]);
});

it("a port whose card is out, and every port of a gateway that does not answer, is gone", async () => {
  const { gateway, start } = await givenGateway();
  gateway.ports.push({ port: 1, reg: "UNREGISTER", signal: 0, imsi: "510010000000002", iccid: "" });
  const { ports } = await start();
  await expect
    .poll(() => ports.seen.find(([modem]) => modem === "d1-1")?.[1].isRegistered, { timeout: 30_000 })
    .toBe(false);
  gateway.ports[1] = { port: 1, reg: "NO_SIM", signal: 0, imsi: "", iccid: "" };
  await expect
    .poll(() => ports.lost, { timeout: 30_000 })
    .toEqual([["d1-1", expect.stringContaining("no card")]]);
  await gateway.stop();
  await expect.poll(() => ports.lost.map(([modem]) => modem), { timeout: 60_000 }).toEqual(["d1-1", "d1-0"]);
  expect(ports.lost[1]?.[1]).toContain("does not answer");
});

it("a login that is wrong is said in one sentence", async () => {
  const { login } = await givenGateway();
  const call = new DinstarGateway({ ...login, password: "other" }).call(
    "GET",
    "/api/get_port_info?info_type=imsi",
  );
  await expect(call).rejects.toThrow("refuses user and password");
});

it("the answer to a USSD code is waited for, and what lay there from before is none", async () => {
  const { gateway, client } = await givenGateway();
  gateway.replies = ["an old answer", " ", "Your number is 628110000001"];
  expect(await askDinstarUssd(client, 0, "*123#", 10)).toBe("Your number is 628110000001");
  gateway.ussdStatus = 503;
  await expect(askDinstarUssd(client, 0, "*123#", 10)).rejects.toThrow("Port 0 does not send *123# (503)");
});
