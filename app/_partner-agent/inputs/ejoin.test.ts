import { expect, it, onTestFinished } from "vitest";
import { EjoinInput } from "#app/_partner-agent/inputs/ejoin.ts";
import { givenPorts } from "#app/_partner-agent/inputs/input-ports.factory.ts";

const TOKEN = "a-token-of-some-length";

async function givenBank(silentSeconds = 150) {
  const ports = givenPorts();
  const input = new EjoinInput({ host: "127.0.0.1", port: 0, token: TOKEN, silentSeconds }, ports);
  await input.start();
  onTestFinished(() => input.stop());
  const post = async (path: string, body: unknown) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return (await fetch(`http://127.0.0.1:${input.port}${path}`, { method: "POST", body: text })).status;
  };
  return { ports, post, say: (body: unknown) => post(`/${TOKEN}/bank1`, body) };
}

const card = (port: string, st: number, more: object = {}) => ({
  ...{
    port,
    sim: "",
    seq: 1,
    st,
    imei: "862032045299211",
    iccid: "8962100000000000001",
    imsi: "510010000000001",
  },
  ...{ sn: "", opr: "51001 TELKOMSEL", bal: "0.00", sig: 31, ...more },
});
const status = (...cards: object[]) => ({
  ...{
    type: "dev-status",
    seq: 7,
    expires: -1,
    mac: "00-30-f1-00-b7-d5",
    ip: "10.0.0.2",
    "max-ports": 8,
    "max-slot": 4,
  },
  status: cards,
});
const sms = (...rows: unknown[][]) => ({ type: "recv-sms", sms_num: rows.length, sms: rows });
const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

it("each card of a SIM bank that is switched on is a modem with its signal and network", async () => {
  const { ports, say } = await givenBank();
  expect(
    await say(status(card("1.01", 3), card("2.01", 1), card("3.02", 6, { sig: 0 }), card("4.01", 0))),
  ).toBe(200);
  const known = { imsi: "510010000000001", iccid: "8962100000000000001" };
  expect(ports.seen).toEqual([
    ["bank1-1.01", { ...known, signalPercent: 100, isRegistered: true }],
    ["bank1-3.02", { ...known, signalPercent: 0, isRegistered: false }],
  ]);
  expect(ports.lost).toEqual([]);
});

it("a card that the bank no longer tells of is gone at once, and nothing of another bank is", async () => {
  const { ports, say, post } = await givenBank();
  await post(`/${TOKEN}/bank2`, status(card("1.01", 3)));
  await say(status(card("1.01", 3), card("2.01", 3)));
  await say(status(card("1.01", 3)));
  expect(ports.lost).toEqual([["bank1-2.01", expect.stringContaining("its card is out")]]);
});

it("a bank that falls silent loses its modems", async () => {
  const { ports, say } = await givenBank(0);
  await say(status(card("1.01", 3)));
  await expect
    .poll(() => ports.lost, { timeout: 30_000 })
    .toEqual([["bank1-1.01", expect.stringContaining("reported")]]);
});

it("an SMS is confirmed only when it is kept, is the same event when it comes again, and a delivery report is none", async () => {
  const { ports, say } = await givenBank();
  const row = [0, "1A", 1_764_070_000, "Telegram", "628110000001", base64("код 48291\nnot for others")];
  ports.isDiskFull = true;
  expect(await say(sms(row))).toBe(503);
  ports.isDiskFull = false;
  expect(await say(sms(row, [1, "1A", 1_764_070_000, "Telegram", "", "0 scts"]))).toBe(200);
  expect(await say(sms(row))).toBe(200);
  expect(ports.taken).toHaveLength(2);
  expect(ports.taken[0]).toMatchObject({
    modem: "bank1-1.01",
    from: "Telegram",
    text: "код 48291\nnot for others",
  });
  expect(ports.taken[1]?.eventId).toBe(ports.taken[0]?.eventId);
});

it("the heading that newer banks put above the text is taken off, and a text that looks a little like one is not", async () => {
  const { ports, say } = await givenBank();
  const heading =
    'Sender: 12052703122\r\nReceiver: "12.01" 16463915790\r\nSMSC: 14054724070\r\nSCTS: 25082006453680\r\n\r\n';
  await say(sms([0, "12.sp256.101", 1, "12052703122", "", base64(`${heading}code 48291\r\n\r\nbye`)]));
  await say(sms([0, "2.02", 1, "X", "", base64("Sender: X\nsays 48291")]));
  expect(ports.taken.map(({ modem, text }) => [modem, text])).toEqual([
    ["bank1-12.sp256.101", "code 48291\r\n\r\nbye"],
    ["bank1-2.02", "Sender: X\nsays 48291"],
  ]);
});

it("a bank that is set to 'SMS to HTTP' is understood as well, with the card that its address names", async () => {
  const { ports, post } = await givenBank();
  const address = `/${TOKEN}/bank1?port=61A&sender=%2B12052703122&mac=00-30-f1&iccid=8962100000000000001`;
  expect(
    await post(address, 'Sender: +12052703122\nReceiver: "61.01"\nSCTS: 25082006453680\n\ncode 48291'),
  ).toBe(200);
  expect(ports.taken).toMatchObject([
    { modem: "bank1-61.01", sim: "8962100000000000001", from: "+12052703122", text: "code 48291" },
  ]);
});

it.each([
  ["another token", `/${TOKEN}x/bank1`, status(), 404],
  ["no name", `/${TOKEN}/`, status(), 404],
  ["a name that no table can hold", `/${TOKEN}/a%20b`, status(), 404],
  ["no JSON", `/${TOKEN}/bank1`, "{", 400],
  ["no list", `/${TOKEN}/bank1`, { type: "recv-sms", sms: {} }, 400],
  ["no SMS in it", `/${TOKEN}/bank1`, sms(["x"]), 400],
  ["a port that is none", `/${TOKEN}/bank1`, sms([0, "../1", 1, "a", "", ""]), 400],
  ["something else", `/${TOKEN}/bank1`, { type: "status-report" }, 200],
] as const)("a message with %s is answered and kept nowhere", async (_words, path, body, expected) => {
  const { ports, post } = await givenBank();
  expect(await post(path, body)).toBe(expected);
  expect([ports.taken, ports.seen, ports.lost]).toEqual([[], [], []]);
});
