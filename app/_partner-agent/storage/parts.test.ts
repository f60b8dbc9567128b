import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ReceivedSms } from "#app/_partner-agent/inputs/input.ts";
import { givenFolder } from "#app/_partner-agent/stand-in-platform.factory.ts";
import { Parts } from "#app/_partner-agent/storage/parts.ts";
import { Spool, smsIdOf } from "#app/_partner-agent/storage/spool.ts";

const receivedAt = new Date("2026-11-25T12:00:00Z");
const LATER_MS = receivedAt.getTime() + 600_000;

const part = (at: number, of = 3): ReceivedSms => ({
  eventId: `e${at}`,
  modem: "m1",
  from: "Telegram",
  text: `<${at}>`,
  receivedAt,
  part: { reference: "9", at, of },
});

async function givenParts(keepSms: (sms: ReceivedSms) => Promise<void>) {
  const folder = givenFolder();
  const parts = new Parts(folder, keepSms);
  await parts.open();
  return { parts, folder };
}

it("an SMS whose part never comes is pushed with a gap after two minutes, not before", async () => {
  const taken: string[] = [];
  const { parts } = await givenParts(async ({ text }) => void taken.push(text));
  await parts.add(part(3));
  await parts.add(part(1));
  await parts.joinDue(receivedAt.getTime() + 60_000);
  expect(taken).toEqual([]);
  await parts.joinDue(LATER_MS);
  await parts.joinDue(LATER_MS);
  expect(taken).toEqual(["<1>…<3>"]);
});

it("a joined SMS that could not be kept is joined again under the same id", async () => {
  const ids: string[] = [];
  let isDiskFull = true;
  const { parts } = await givenParts(async (sms) => {
    ids.push(smsIdOf(sms.modem, sms.eventId));
    if (isDiskFull) throw new Error("no space left on device");
  });
  await parts.add(part(1, 2));
  await expect(parts.add(part(2, 2))).rejects.toThrow("no space");
  isDiskFull = false;
  await parts.joinDue(receivedAt.getTime());
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it("parts of two SMS from one sender are not mixed up", async () => {
  const taken: string[] = [];
  const { parts } = await givenParts(async ({ text }) => void taken.push(text));
  const other = (at: number) => ({
    ...part(at, 2),
    text: `[${at}]`,
    part: { reference: "10", at, of: 2 },
  });
  for (const sms of [part(1, 2), other(1), other(2), part(2, 2)]) await parts.add(sms);
  expect(taken).toEqual(["[1][2]", "<1><2>"]);
});

it("a damaged file in the spool is set aside, and the others are pushed", async () => {
  const folder = givenFolder();
  const pending = path.join(folder, "spool", "pending");
  mkdirSync(pending, { recursive: true });
  writeFileSync(path.join(pending, "1.json"), '{"smsId":"1","mod');
  const whole = { smsId: "2", modem: "m1", sim: null, number: null, from: "a", text: "b" };
  writeFileSync(
    path.join(pending, "2.json"),
    JSON.stringify({ ...whole, receivedAt: "2026-11-25T12:00:00Z" }),
  );
  const spool = new Spool(folder);
  await spool.open(LATER_MS);
  expect(spool.pending.map(({ smsId }) => smsId)).toEqual(["2"]);
  expect(readdirSync(path.join(folder, "spool", "damaged"))).toEqual(["1.json"]);
});

it("an SMS that is received twice at once, and while it is being marked as sent, is due once", async () => {
  const spool = new Spool(givenFolder());
  await spool.open(LATER_MS);
  const add = () => spool.add({ ...part(1), part: undefined }, 628110000001);
  expect(await Promise.all([add(), add(), spool.rescan()])).toEqual([true, false, undefined]);
  const [sms] = spool.pending;
  const [, again] = await Promise.all([spool.markSent(sms!), add(), spool.rescan()]);
  expect(again).toBe(false);
  await spool.rescan();
  expect(spool.pending).toEqual([]);
});

it("ids of SMS stay the same for an event and are numbers up to 2^63-1 that the protocol takes", () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => smsIdOf("m1", `event ${at}`));
  expect(new Set(ids).size).toBe(2_000);
  expect(ids.every((id) => BigInt(id) > 0n && BigInt(id) < 2n ** 63n)).toBe(true);
  expect(smsIdOf("m1", "event 7")).toBe(ids[7]);
  expect(smsIdOf("m2", "event 7")).not.toBe(ids[7]);
});
