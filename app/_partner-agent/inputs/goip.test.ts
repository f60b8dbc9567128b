import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { GoipInput, parseGoip } from "#app/_partner-agent/inputs/goip.ts";
import type { ModemReport, ReceivedSms } from "#app/_partner-agent/inputs/input.ts";

/** An input with a line of a SIM bank that talks to it. */
async function givenBank() {
  const seen: [string, ModemReport][] = [];
  const taken: ReceivedSms[] = [];
  const bank = { isDiskFull: false };
  const input = new GoipInput(
    { host: "127.0.0.1", port: 0, password: "secret" },
    {
      takeSms: async (sms) => {
        if (bank.isDiskFull) throw new Error("no space left on device");
        taken.push(sms);
      },
      seeModem: (modem, report) => seen.push([modem, report]),
      loseModem: () => {},
      log: { info: () => {}, warn: () => {} },
    },
  );
  await input.start();
  const line = createSocket("udp4");
  onTestFinished(async () => {
    line.close();
    await input.stop();
  });
  return { bank, seen, taken, say: (text: string) => ask(line, input.port, text), line, port: input.port };
}

async function ask(line: Socket, port: number, text: string): Promise<string> {
  const answered = once(line, "message") as Promise<[Buffer]>;
  line.send(text, port, "127.0.0.1");
  return (await answered)[0].toString();
}

const STATE =
  "req:7;id:line01;pass:secret;num:;signal:31;gsm_status:LOGIN;voip_status:LOGOUT;imei:860000000000000;imsi:510010000000001;iccid:8962100000000000001;";
const SMS = "RECEIVE:1764070000;id:line01;password:secret;srcnum:Telegram;msg:code: 48291; do not share\nit";

it("a line of a SIM bank is seen with card, signal and registration", async () => {
  const { say, seen } = await givenBank();
  expect(await say(STATE)).toBe("reg:7;status:200;");
  expect(await say(STATE.replace("LOGIN", "LOGOUT"))).toBe("reg:7;status:200;");
  const report = { imsi: "510010000000001", iccid: "8962100000000000001", signalPercent: 100 };
  expect(seen).toEqual([
    ["line01", { ...report, isRegistered: true }],
    ["line01", { ...report, isRegistered: false }],
  ]);
});

it("an SMS of a SIM bank is confirmed only when it is kept, and one that is sent again is the same event", async () => {
  const { bank, say, taken, line, port } = await givenBank();
  bank.isDiskFull = true;
  line.send(SMS, port, "127.0.0.1");
  // A line with another password is not answered at all.
  line.send(SMS.replace("secret", "wrong"), port, "127.0.0.1");
  expect(await say(STATE)).toBe("reg:7;status:200;");
  bank.isDiskFull = false;
  expect(await say(SMS)).toBe("RECEIVE 1764070000 OK\n");
  expect(await say(SMS)).toBe("RECEIVE 1764070000 OK\n");
  expect(taken).toHaveLength(2);
  expect(taken[0]).toMatchObject({
    modem: "line01",
    from: "Telegram",
    text: "code: 48291; do not share\nit",
  });
  expect(taken[1]?.eventId).toBe(taken[0]?.eventId);
});

it.each(["", "req:", "RECEIVE:1;id:a;password:b", "HANGUP:1;id:a;", "req:x;id:a;pass:b;"])(
  "a datagram '%s' that is neither state nor SMS is passed over",
  (text) => {
    expect(parseGoip(text)).toBeNull();
  },
);
