import { createHash } from "node:crypto";
import { z } from "zod";
import { DigitPhone, LooseUlong, Phone, Ulong } from "#features/supply/supply.contract.ts";

const SENDER_MAX = 100;
/** The longest text that is kept, in UTF-16 units. */
const TEXT_MAX = 4_000;

const Words = z.union([z.string(), z.number(), z.bigint()]).transform(String);

/**
 * PUSH_SMS as agents in use write it: digits as text, a sender that is a number or left out, members that nobody knows, texts
 * of any length. An agent repeats what is refused every 10 s for ever, so nothing that can be understood is.
 */
export const TakenSms = z.object({
  action: z.literal("PUSH_SMS"),
  key: z.string(),
  smsId: z.union([Ulong, LooseUlong, z.string().trim().min(1).max(200).transform(numberFor)]),
  phone: z.union([Phone, DigitPhone]),
  phoneFrom: Words.nullish().transform((sender) => (sender ?? "").slice(0, SENDER_MAX)),
  text: Words.transform(cut),
});

/** Tells words that are no numbers apart as numbers do: 63 bits of their SHA-256. */
function numberFor(id: string): bigint {
  return createHash("sha256").update(id, "utf8").digest().readBigUInt64BE() >> 1n;
}

/** A text that was cut ends with "…". */
function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`;
}
