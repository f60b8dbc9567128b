import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ReceivedSms } from "#app/_partner-agent/inputs/input.ts";
import { makeFolder, writeDurably } from "#app/_partner-agent/storage/disk.ts";
import { now } from "#lib/clock.ts";

type Variables = Readonly<Record<string, string | undefined>>;
type Event = Omit<ReceivedSms, "receivedAt"> & { readonly receivedAt: string };

/**
 * What gammu-smsd runs at every SMS. It deletes the SMS whatever this does, and receives nothing until this has ended: so it
 * puts the SMS on the disk and does nothing else.
 */
export async function recordGammuSms(incomingFolder: string, variables: Variables): Promise<void> {
  await makeFolder(incomingFolder);
  for (const event of readGammuSms(variables)) {
    const file = path.join(incomingFolder, `${now().getTime()}-${event.eventId}.json`);
    await writeDurably(file, JSON.stringify(event));
  }
}

/** The SMS that gammu-smsd hands over: whole where it has joined the parts (`DECODED_PARTS`), else message by message. */
function readGammuSms(variables: Variables): Event[] {
  const count = Number(variables.SMS_MESSAGES ?? 0);
  const messages = Array.from(
    { length: Number.isSafeInteger(count) ? Math.min(count, 255) : 0 },
    (_, at) => ({
      from: variables[`SMS_${at + 1}_NUMBER`] ?? "",
      text: variables[`SMS_${at + 1}_TEXT`] ?? "",
    }),
  );
  const decoded = Math.min(Number(variables.DECODED_PARTS ?? 0) || 0, 255);
  const joined = Array.from({ length: decoded }, (_, at) => variables[`DECODED_${at + 1}_TEXT`] ?? "").join(
    "",
  );
  const whole = decoded > 0 && joined !== "" ? [{ from: messages[0]?.from ?? "", text: joined }] : messages;
  const modem = variables.PHONE_ID || "unnamed";
  const receivedAt = now().toISOString();
  return whole.map((message) => ({ eventId: randomUUID(), modem, receivedAt, ...message }));
}

/** An event from its file; null when it is none. */
export function parseGammuEvent(text: string): ReceivedSms | null {
  try {
    const event = JSON.parse(text) as Event;
    const words = [event.eventId, event.modem, event.from, event.text];
    const receivedAt = new Date(event.receivedAt);
    const isWhole = words.every((word) => typeof word === "string") && !Number.isNaN(receivedAt.getTime());
    return isWhole ? { ...event, receivedAt } : null;
  } catch {
    return null;
  }
}
