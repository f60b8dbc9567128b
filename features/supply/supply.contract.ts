import { createHash } from "node:crypto";
import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const MAX_ULONG = 2n ** 63n - 1n;

/** 0 to 2^63-1 as a JSON number; a string of digits is refused (acceptance test 3 of the protocol). */
const Ulong = z
  .union([z.number().int().nonnegative(), z.bigint().nonnegative().max(MAX_ULONG)])
  .transform((value) => BigInt(value));

/** A phone number with its country code, as a JSON number. */
const Phone = z.number().int().min(1_000_000).max(999_999_999_999_999);

/** The same two as text: what agents in use write. `+` may stand before a phone. */
export const LooseUlong = z
  .string()
  .trim()
  .regex(/^\d{1,19}$/)
  .transform((digits) => BigInt(digits))
  .refine((value) => value <= MAX_ULONG);
export const DigitPhone = z
  .string()
  .trim()
  .regex(/^\+?\d{7,15}$/)
  .transform(Number)
  .pipe(Phone);

export const PushSms = z.strictObject({
  action: z.literal("PUSH_SMS"),
  key: z.string(),
  smsId: Ulong,
  phone: Phone,
  phoneFrom: z.string().max(100),
  text: z.string().max(4_000),
});

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

const Token = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
export const OnlineNumber = z.strictObject({
  number: Phone,
  /** Our slug of the country, or the word that this partner uses. */
  country: z.string().regex(/^[a-z0-9-]{2,60}$/),
  operator: Token.default("any"),
  /** Service codes that may be sold on it; left out = every service agreed with this partner. */
  services: z.array(Token).max(3_000).optional(),
  portId: z
    .string()
    .max(60)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
  /** Lent for hours and weeks instead of for single SMS; a number stays what it was first reported as. */
  rent: z.boolean().default(false),
});

/** The whole list of what is on line (`NUMBERS_ONLINE`), or what has changed since (`NUMBERS_CHANGED`). */
export const ReportNumbers = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("NUMBERS_ONLINE"),
    key: z.string(),
    numbers: z.array(OnlineNumber).max(20_000),
  }),
  z.strictObject({
    action: z.literal("NUMBERS_CHANGED"),
    key: z.string(),
    numbers: z.array(OnlineNumber).max(20_000).default([]),
    removed: z.array(Phone).max(20_000).default([]),
  }),
]);
export type ReportNumbersCall = z.output<typeof ReportNumbers>;
export type OnlineNumberCall = z.output<typeof OnlineNumber>;

export const CheckWork = z.strictObject({
  action: z.literal("CHECK_WORK"),
  key: z.string(),
  /** Ids of `finished` items that the partner has booked; they are not told again. */
  acknowledged: z.array(z.number().int().positive()).max(5_000).default([]),
});

export const PushCall = z.strictObject({
  action: z.literal("PUSH_CALL"),
  key: z.string(),
  callId: Ulong,
  phone: Phone,
  phoneFrom: z.string().max(100),
  /** When it rang; now when left out. */
  at: z.iso.datetime({ offset: true }).optional(),
});

const PartnerAnswer = z.object({
  status: z.enum(["SUCCESS", "ERROR"]),
  error: z.string().optional(),
  message: z.string().optional(),
});

const partner = {
  method: "POST",
  tag: "partners",
  access: "public",
  serverToServer: true,
  errors: [],
} as const;
const transport =
  "JSON in UTF-8, plain or with `Content-Encoding: gzip`; `User-Agent` is mandatory; numbers are JSON numbers, never strings.";

export const pushSms = defineEndpoint({
  ...partner,
  id: "pushSms",
  path: "/partner/sms",
  summary: "PUSH_SMS: a partner delivers an SMS",
  documentedBody: PushSms,
  description: `${transport} Repeat every 10 s until SUCCESS; the same SMS with the same smsId changes nothing. Also at \`/agent/api/sms\`. Digits as text, a form and members that are not named here are understood; texts beyond 4000 characters are cut and end with "…".`,
  response: PartnerAnswer,
});

export const pingPartner = defineEndpoint({
  ...partner,
  id: "pingPartner",
  method: "GET",
  path: "/partner/ping",
  summary: "A partner's server asks whether it reaches us",
  description: "Needs no key. Also at `/agent/api/ping`, and by POST, whatever the body says.",
  response: PartnerAnswer,
});

export const pingPartnerByPost = defineEndpoint({
  ...partner,
  id: "pingPartnerByPost",
  path: "/partner/ping",
  summary: "The same by POST, as programs ask that call everything so",
  description: "Needs no key, and reads no body.",
  response: PartnerAnswer,
});

export const pushCall = defineEndpoint({
  ...partner,
  id: "pushCall",
  path: "/partner/call",
  summary: "PUSH_CALL: a partner tells of a call that rang on a rented number",
  documentedBody: PushCall,
  description: `${transport} Repeat every 10 s until SUCCESS; the same call with the same callId changes nothing.`,
  response: PartnerAnswer,
});

export const reportNumbers = defineEndpoint({
  ...partner,
  id: "reportNumbers",
  path: "/partner/numbers",
  summary: "A partner behind NAT tells which numbers are on line",
  documentedBody: ReportNumbers,
  description: `${transport} NUMBERS_ONLINE carries the whole list, NUMBERS_CHANGED what has changed since. Numbers with \`rent\` are lent for hours and weeks. What is refused is listed with its reason and, for COUNTRY_UNKNOWN and SERVICE_UNKNOWN, the word.`,
  response: PartnerAnswer.extend({
    online: z.number().int().optional(),
    putOnSale: z.number().int().optional(),
    takenOff: z.number().int().optional(),
    refused: z
      .array(z.object({ number: z.number(), error: z.string(), word: z.string().optional() }))
      .optional(),
  }),
});

export const checkWork = defineEndpoint({
  ...partner,
  id: "checkWork",
  path: "/partner/check-work",
  summary: "A partner behind NAT asks which numbers are lent or rented and which activations have ended",
  documentedBody: CheckWork,
  description: `${transport} The answer's "lent" and "rented" are everything lent and rented now (a rental that is no longer named has ended); "finished" is repeated until acknowledged, with the statuses of FINISH_ACTIVATION. "reportNumbers": true asks for NUMBERS_ONLINE: what is for sale has changed, such as a price that was set.`,
  response: PartnerAnswer.extend({
    lent: z
      .array(
        z.object({ activationId: z.number(), number: z.number(), service: z.string(), country: z.string() }),
      )
      .optional(),
    rented: z
      .array(
        z.object({
          rentalId: z.number(),
          number: z.number(),
          /** `full`: the whole number, all of its SMS. */
          service: z.string(),
          country: z.string(),
          until: z.iso.datetime(),
        }),
      )
      .optional(),
    finished: z.array(z.object({ id: z.number(), activationId: z.number(), status: z.number() })).optional(),
    reportNumbers: z.literal(true).optional(),
  }),
});
