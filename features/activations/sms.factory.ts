import { deliverSms } from "#features/activations/activations.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { Db } from "#lib/db/pool.ts";

let lastSmsId = 900n;

/** Has an SMS of Telegram come for a supplier's number: to its order, or to whatever else `deliver` looks for. */
export async function givenSms(
  db: Db,
  supplierId: number,
  number: string | number | null,
  text = "Telegram code 41507",
  deliver: typeof deliverSms = deliverSms,
): Promise<void> {
  lastSmsId += 1n;
  const sms = { supplierId, smsId: lastSmsId, phone: Number(number), sender: "Telegram", text };
  await receiveSms(db, sms, deliver);
}
