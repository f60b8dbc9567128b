import * as z from "zod/mini";
import type { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import {
  keyLimits,
  movesMoney,
  networksOf,
  type TypesName,
  typesNames,
} from "#features/identity/api-keys/api-keys.rules.ts";
import { type KeyScope, keyScopes } from "#lib/api/actor.ts";
import { decimalRoubles, type Kopecks, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

/** A key's form as people fill it in: empty = no limit, all of them, for ever. */
export type KeyValues = {
  name: string;
  kind: "live" | "sandbox";
  scopes: KeyScope[];
  /** Decimal roubles, with a comma or a dot. */
  dailyLimit: string;
  priceCap: string;
  serviceIds: number[];
  countryIds: number[];
  networks: string;
  types: TypesName;
  /** The last day, `YYYY-MM-DD`. */
  lastDay: string;
  /** The account's, for a key that can spend. */
  password: string;
};

/** What is sent for a key. */
export type KeyBody = Pick<
  ApiKeyView,
  | "name"
  | "scopes"
  | "dailyLimitKopecks"
  | "priceCapKopecks"
  | "serviceIds"
  | "countryIds"
  | "networks"
  | "types"
  | "expiresAt"
>;

const AMOUNT = /^(\d{1,9}([.,]\d{1,2})?)?$/;
const kopecksOf = (text: string): Kopecks | null => parseRoubles(text.replace(",", "."));
const isAmount = (text: string) => AMOUNT.test(text) && (text === "" || (kopecksOf(text) ?? 0) > 0);

export type KeyTexts = Readonly<
  Record<"nameNeeded" | "scopeNeeded" | "amountWrong" | "networksWrong" | "lastDayWrong", string>
>;

/** What the form accepts, with the words of a refusal under its field. `today` is the visitor's day. */
export function keySchema(texts: KeyTexts, today: string) {
  return z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, texts.nameNeeded),
        z.maxLength(keyLimits.nameCharacters, texts.nameNeeded),
      ),
    kind: z.enum(["live", "sandbox"]),
    scopes: z.array(z.enum(keyScopes)).check(z.minLength(1, texts.scopeNeeded)),
    dailyLimit: z.string().check(z.trim(), z.refine(isAmount, texts.amountWrong)),
    priceCap: z.string().check(z.trim(), z.refine(isAmount, texts.amountWrong)),
    serviceIds: z.array(z.number()),
    countryIds: z.array(z.number()),
    networks: z.string().check(z.refine((text) => networksOf(text) !== null, texts.networksWrong)),
    types: z.enum(typesNames),
    lastDay: z.string().check(z.refine((day) => day === "" || day >= today, texts.lastDayWrong)),
    password: z.string(),
  });
}

/** A day as date fields write it, by the visitor's clock. */
export function dayText(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The form of a key as it is; of a new one without. */
export function valuesOf(key: ApiKeyView | null): KeyValues {
  const amount = (value: number | null | undefined) => (value == null ? "" : decimalRoubles(kopecks(value)));
  return {
    name: key?.name ?? "",
    kind: key?.kind === "sandbox" ? "sandbox" : "live",
    scopes: key ? [...key.scopes] : [...keyScopes],
    dailyLimit: amount(key?.dailyLimitKopecks),
    priceCap: amount(key?.priceCapKopecks),
    serviceIds: [...(key?.serviceIds ?? [])],
    countryIds: [...(key?.countryIds ?? [])],
    networks: (key?.networks ?? []).join("\n"),
    types: key?.types ?? "standard",
    lastDay: key?.expiresAt ? dayText(new Date(key.expiresAt)) : "",
    password: "",
  };
}

/** Whether a filled form asks for the password: it makes a key that can spend, or lets one spend that could only read. */
export function asksPassword(
  { kind, scopes }: Pick<KeyValues, "kind" | "scopes">,
  key: ApiKeyView | null,
): boolean {
  return movesMoney({ kind, scopes }) && !(key && movesMoney(key));
}

/** What is sent for a filled form. A day that was not touched keeps its exact instant. */
export function bodyOf(values: KeyValues, key: ApiKeyView | null): KeyBody {
  const orNull = <Item>(list: Item[]) => (list.length === 0 ? null : list);
  const isSameDay = key?.expiresAt != null && dayText(new Date(key.expiresAt)) === values.lastDay;
  return {
    name: values.name.trim(),
    scopes: values.scopes,
    dailyLimitKopecks: values.dailyLimit === "" ? null : kopecksOf(values.dailyLimit),
    priceCapKopecks: values.priceCap === "" ? null : kopecksOf(values.priceCap),
    serviceIds: orNull(values.serviceIds),
    countryIds: orNull(values.countryIds),
    networks: orNull(networksOf(values.networks) ?? []),
    types: values.types,
    expiresAt: isSameDay ? key.expiresAt : endOfDay(values.lastDay),
  };
}

function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
