import type { NumberAnswer, SaleHalt } from "#features/supply/agent.gateway.ts";
import {
  costOf,
  isCurrency,
  readPrice,
  type UpstreamCurrency,
} from "#features/supply/upstream-money.rules.ts";
import { type ExactJson, parseExactJson } from "#lib/json/exact-json.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What an upstream counts in, and what it may take for the number that is being bought. */
type Agreed = {
  readonly currency: UpstreamCurrency;
  readonly rateKopecks: number;
  readonly costKopecks: Kopecks;
};

type Members = { readonly [name: string]: ExactJson };

/** Words after which a purchase may have happened all the same. */
const UNSURE = new Set(["ERROR_SQL", "SERVER_ERROR", "ORDER_ALREADY_EXISTS"]);
const NO_MONEY = new Set(["NO_BALANCE", "BAD_BALANCE", "NO_BALANCE_FORWARD"]);
/** What is refused to the account, whatever is asked for. */
const ACCOUNT = new Set([
  ...["BAD_KEY", "NO_KEY", "BANNED", "ACCOUNT_INACTIVE", "ACCOUNT_BLOCKED"],
  ...["CHANNELS_LIMIT", "USERS_IP_IS_NOT_ALLOWED", "SERVICE_UNAVAILABLE_REGION"],
]);
const TOKEN = /^([A-Z][A-Z0-9_]{1,60})(?::([\s\S]{0,300}))?$/;
const ID_TEXT = /^[\x21-\x7e]{1,100}$/;
const PHONE = /^\+?([1-9]\d{6,14})$/;

/** The word of a text answer and what stands behind its colon; null for anything else. */
export function readToken(text: string): { readonly word: string; readonly rest: string } | null {
  const [, word, rest = ""] = TOKEN.exec(text.trim()) ?? [];
  return word === undefined ? null : { word, rest };
}

/** A JSON answer, or null. */
export function readJsonAnswer(text: string): ExactJson | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return parseExactJson(text, { maxDepth: 6 });
  } catch {
    return null;
  }
}

/** The members of a JSON object; null for any other value. */
export function membersOf(value: ExactJson | undefined): Members | null {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Members) : null;
}

/** An upstream's own id of an activation: a number, or a word as some shops have them; null for what is none. */
function readReference(value: ExactJson | undefined): bigint | string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  if (typeof value === "bigint") return value >= 0n && value < 2n ** 63n ? value : null;
  if (typeof value !== "string") return null;
  if (/^\d{1,18}$/.test(value)) return BigInt(value);
  return ID_TEXT.test(value) ? value : null;
}

/** A refusal that says so in JSON: `{"status":"error","message":"NO_NUMBERS"}`, `{"title":"BANNED"}`. */
function refusalOf(answer: Members): string | null {
  const said = answer.title ?? answer.message ?? answer.msg ?? answer.error ?? answer.error_code;
  const isRefusal =
    answer.title !== undefined || /^(?:error|fail|false)$/i.test(String(answer.status ?? "")) || answer.error;
  return isRefusal && typeof said === "string" ? said : null;
}

/** What an answer to a purchase means, and why it cannot be used where that is so. */
export type ReadPurchase = {
  readonly answer: NumberAnswer;
  readonly fault?: { readonly reason: "refused" | "wrong-shape" | "wrong-number"; readonly detail: string };
};

/**
 * An answer to getNumber or getNumberV2. Whatever is not a plain refusal may have bought something: it is looked for in the list of
 * open activations, never bought again.
 */
export function readPurchase(text: string, agreed: Agreed): ReadPurchase {
  const token = readToken(text);
  if (token?.word === "ACCESS_NUMBER") {
    const [id = "", phone = ""] = token.rest.split(":");
    return purchased({ activationId: id, phoneNumber: phone }, agreed);
  }
  if (token) return refusedWith(token.word, text.trim());
  const answer = membersOf(readJsonAnswer(text) ?? undefined);
  const refusal = answer && refusalOf(answer);
  if (refusal) return refusedWith(readToken(refusal)?.word ?? "REFUSED", refusal);
  if (answer && answer.activationId !== undefined) return purchased(answer, agreed);
  return unclear("wrong-shape", `no answer to a purchase: ${text.slice(0, 60)}`);
}

const unclear = (reason: "refused" | "wrong-shape", detail: string): ReadPurchase => ({
  answer: { kind: "unknown", error: detail },
  fault: { reason, detail },
});

function refusedWith(word: string, detail: string): ReadPurchase {
  if (word === "NO_NUMBERS") return { answer: { kind: "no-numbers" } };
  if (UNSURE.has(word)) return unclear("refused", detail);
  const halt: SaleHalt | null = NO_MONEY.has(word) ? "money" : ACCOUNT.has(word) ? "account" : null;
  return {
    answer: { kind: "failed", error: detail, reached: true, ...(halt ? { halt } : {}) },
    fault: { reason: "refused", detail },
  };
}

/** A number that was bought: kept if it is one and cost no more than agreed, returned otherwise. */
function purchased(answer: Members, { currency, rateKopecks, costKopecks: most }: Agreed): ReadPurchase {
  const supplierRef = readReference(answer.activationId);
  if (supplierRef === null) return unclear("wrong-shape", "wrong answer at activationId");
  const returnNumber = (detail: string): ReadPurchase => ({
    answer: { kind: "failed", error: detail, reached: true, strayRef: supplierRef },
    fault: { reason: "wrong-number", detail },
  });
  const [, digits] = PHONE.exec(String(answer.phoneNumber ?? "").trim()) ?? [];
  if (digits === undefined) return returnNumber("wrong answer at phoneNumber");
  if (!isCurrency(answer.currency, currency))
    return returnNumber(`another currency: ${String(answer.currency)}`);
  const price = readPrice(answer.activationCost);
  const cost = price && costOf(price, rateKopecks);
  if (price && (cost === null || cost > most)) return returnNumber("dearer than the price that was agreed");
  return {
    answer: {
      ...{ kind: "number", number: BigInt(digits), supplierRef, isLoose: false },
      ...(cost === null ? {} : { costKopecks: cost }),
    },
  };
}

/** An open activation as the upstream's list has it. */
export type OpenActivation = {
  readonly supplierRef: bigint | string;
  readonly country: string;
  readonly service: string;
  /** For `readPurchase`'s rules. */
  readonly members: Members;
  /** It has a code, and none more is being waited for. */
  readonly hasNews: boolean;
};

/** One page of getActiveActivations; null for what is none. */
export function readActive(text: string): readonly OpenActivation[] | null {
  if (/^NO_ACTIVATIONS?$/.test(readToken(text)?.word ?? "")) return [];
  const answer = membersOf(readJsonAnswer(text) ?? undefined);
  if (!answer) return null;
  const list = [answer.activeActivations, answer.data, answer.array].find((one) => Array.isArray(one));
  if (list === undefined) return /NO_ACTIVATIONS/i.test(refusalOf(answer) ?? "") ? [] : null;
  return (list as ExactJson[]).flatMap((entry): OpenActivation[] => {
    const members = membersOf(entry);
    const supplierRef = members && readReference(members.activationId ?? members.id);
    if (!members || supplierRef === null) return [];
    const codes = members.smsCode;
    const hasCode = codes !== undefined && codes !== null && String(codes) !== "" && String(codes) !== "[]";
    return [
      {
        supplierRef,
        country: String(members.countryCode ?? ""),
        // Some shops write whether calls are forwarded behind the service.
        service: String(members.serviceCode ?? "").replace(/_\d$/, ""),
        members,
        hasNews: hasCode && String(members.activationStatus ?? "") !== "3",
      },
    ];
  });
}

/** An entry of that list, judged as if it had been the answer to the purchase. */
export function purchaseOf({ members }: OpenActivation, agreed: Agreed): ReadPurchase {
  return purchased({ ...members, activationId: members.activationId ?? (members.id as ExactJson) }, agreed);
}

export type UpstreamStatus =
  | { readonly kind: "waiting" }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "over" };

const CODE_CHARACTERS = 1_000;

/** An answer to getStatus; null for what is none. */
export function readStatus(text: string): UpstreamStatus | null {
  const [, code] = /^\s*STATUS_OK:([\s\S]+)$/.exec(text) ?? [];
  if (code?.trim())
    return {
      kind: "code",
      code: code
        .trim()
        .replace(/^'(.*)'$/s, "$1")
        .slice(0, CODE_CHARACTERS),
    };
  const word = readToken(text)?.word ?? "";
  if (/^STATUS_WAIT_(?:CODE|RETRY|RESEND)$/.test(word)) return { kind: "waiting" };
  return /^(?:STATUS_CANCEL|NO_ACTIVATION|STATUS_FINISH)$/.test(word) ? { kind: "over" } : null;
}

/** The text of the SMS in an answer to getStatusV2; null while it does not say. */
export function readSmsText(text: string): string | null {
  const answer = membersOf(readJsonAnswer(text) ?? undefined);
  const sms = membersOf(answer?.sms ?? answer?.data);
  const said = sms?.text;
  return typeof said === "string" && said.trim() !== "" ? said.slice(0, 2_000) : null;
}
