import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { KNOWN_SERVICES } from "#features/supply/matching/data/known-services.ts";
import { anyOf, isEverydayWord, normalize } from "#features/supply/matching/service-words.rules.ts";
import type { Withholds } from "#features/supply/matching/withheld.rules.ts";

/** Protocol code of "any other": takes what no other open order on the number claims. */
const ANY_OTHER_CODE = "ot";

/** An order that waits for SMS on a number. */
export type OpenOrder = {
  readonly orderId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
};

/** An order or a rental that is open on a number; no service = the whole number is rented. */
export type OpenOnNumber = { readonly id: number; readonly service_id: number | null };

const NAME_NOISE = new Set([
  "the",
  "app",
  "com",
  "net",
  "messenger",
  "any",
  "other",
  "online",
  "shop",
  "store",
  "bank",
  "club",
  "games",
  "mobile",
]);

/** Does this SMS come from that service? Judged by the sender's name and by the words of the text. */
export function matchService(sender: string, text: string, service: { code: string; name: string }): boolean {
  if (service.code === ANY_OTHER_CODE) return false;
  const words = patternOf(service);
  return words.test(normalize(sender)) || words.test(normalize(text));
}

/** Which of those that are open on its number get an SMS: whole numbers all but what is withheld, the others what is their service's. */
export function recipientsOf(
  { sender, text }: { readonly sender: string; readonly text: string },
  open: readonly OpenOnNumber[],
  { serviceById }: Pick<Catalogue, "serviceById">,
  withholds: Withholds,
): number[] {
  const isWithheld = open.some(({ service_id }) => service_id === null) && withholds({ sender, text });
  const whole = open.filter(({ service_id }) => service_id === null && !isWithheld);
  const single = open.flatMap(({ id, service_id }) => {
    if (service_id === null) return [];
    const service = serviceById.get(service_id);
    return [{ orderId: id, serviceCode: service?.code ?? "", serviceName: service?.name ?? "" }];
  });
  const chosen = chooseRecipients(single, sender, text, withholds);
  return [...whole.map(({ id }) => id), ...chosen.map(({ orderId }) => orderId)];
}

/**
 * Which of the open orders on a number get this SMS. Those whose service signs it; else, unless it is withheld, the "any other"
 * orders; else, when only one order is open, that one, unless the SMS clearly names another known service.
 */
export function chooseRecipients<Order extends OpenOrder>(
  orders: readonly Order[],
  sender: string,
  text: string,
  withholds: Withholds,
): Order[] {
  const signed = orders.filter((order) =>
    matchService(sender, text, { code: order.serviceCode, name: order.serviceName }),
  );
  if (signed.length > 0 || orders.length === 0) return signed;
  if (withholds({ sender, text })) return [];
  const anyOther = orders.filter((order) => order.serviceCode === ANY_OTHER_CODE);
  if (anyOther.length > 0) return anyOther;
  const [only] = orders;
  if (!only || orders.length > 1) return [];
  return namesKnownService(sender, text) ? [] : [only];
}

const KNOWN_WORDS = Object.values(KNOWN_SERVICES).flat();
const knownSenders = new Set(KNOWN_WORDS);
const knownInText = anyOf(KNOWN_WORDS.filter((word) => !isEverydayWord(word)));

/** True when the SMS is signed by a service of the known list; an everyday word counts as the whole sender only. */
function namesKnownService(sender: string, text: string): boolean {
  const from = normalize(sender);
  return knownSenders.has(from) || knownInText.test(from) || knownInText.test(normalize(text));
}

/** By code and name: as many as the catalogue has had services since the process began. */
const patterns = new Map<string, RegExp>();

function patternOf(service: { code: string; name: string }): RegExp {
  const key = `${service.code} ${service.name}`;
  const made = patterns.get(key) ?? anyOf(wordsOf(service));
  patterns.set(key, made);
  return made;
}

function wordsOf(service: { code: string; name: string }): string[] {
  const known = KNOWN_SERVICES[service.code] ?? [];
  const own = normalize(service.name)
    .split(/[,/+|()]+/u)
    .map((part) => part.trim())
    .flatMap((part) => [part, ...part.split(/\s+/u)])
    .filter((word) => [...word].length >= 3 && !NAME_NOISE.has(word) && !/^\d+$/.test(word));
  return [...new Set([...known, ...own])];
}
