import type { Parameters } from "#features/handler-api/request.rules.ts";
import type { TypesName } from "#features/identity/api-keys/api-keys.rules.ts";

/** How the members about which programs disagree are written. */
export type Spelling = {
  /** Id and cost in getNumberV2, id in getHistory and in what getRentNumber says beside `phone`. */
  readonly order: "text" | "numbers";
  /** canGetAnotherSms in getNumberV2. Lists of orders have "1" or "0" in every spelling. */
  readonly again: "boolean" | "digit";
  /** smsCode in lists of orders: every code, or the newest one as text. */
  readonly codes: "list" | "newest";
  /** getNumbersStatus: `"tg_0":"158"`, where 0 is call forwarding, or `"tg":158`. */
  readonly stock: "suffixed" | "plain";
  /** getPrices: lowest cost and count, or SMSHub's stock per price. */
  readonly prices: "cost" | "steps";
};

/**
 * What each value of `types` stands for, for every action: a row is what one kind of program reads. Which programs were tried with
 * which of them stands in protocol 1.5 and 3.1.
 */
const usual = {
  order: "text",
  again: "boolean",
  codes: "list",
  stock: "suffixed",
  prices: "cost",
} as const satisfies Spelling;
const spellings = {
  /** What programs read that were tried, and what is answered when nothing is asked. */
  standard: usual,
  /** As the old reference has getNumberV2, for programs that compare canGetAnotherSms with "1". */
  classic: { ...usual, order: "numbers", again: "digit", codes: "newest" },
  /** For programs that declare every member's type (Go, C#): no list where they declare a text. */
  strict: { ...usual, codes: "newest" },
  /** Codes of services alone and counts as numbers. */
  plain: { ...usual, stock: "plain" },
  /** For programs made for SMSHub. */
  smshub: { ...usual, prices: "steps" },
} as const satisfies Record<TypesName, Spelling>;

/** The parameters with the key's own `types` where they name none: what every action then reads. */
export function withTypesOfKey(parameters: Parameters, types: TypesName): Parameters {
  return types === "standard" || parameters.has("types")
    ? parameters
    : new Map([...parameters, ["types", types]]);
}

/** The spelling that `types` asks for; what is no name of one is `standard`. */
export function readSpelling(parameters: Parameters): Spelling {
  const name = parameters.get("types") ?? "standard";
  return Object.hasOwn(spellings, name) ? spellings[name as TypesName] : spellings.standard;
}
