import type { Catalogue, Service } from "#features/catalogue/catalogue.rules.ts";
import { type Policy, refusedCategories } from "#features/policy/policy.rules.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import { KNOWN_SERVICES } from "#features/supply/matching/data/known-services.ts";
import { anyOf, isEverydayWord, normalize } from "#features/supply/matching/service-words.rules.ts";

/** Says whether an SMS is shown to nobody but an order of the very service that signs it. */
export type Withholds = (sms: { readonly sender: string; readonly text: string }) => boolean;

/** How banks that stand in no list sign: "Deutsche Bank", "HDFCBK", "工商银行". */
const BANK_WORDS = {
  spaced: "\\p{L}*(?:bank|bnk|bk)|bank\\p{L}{0,2}|банк\\p{L}{0,2}|\\p{L}+банк|banco|banque|banca|बैंक",
  gapless: "银行|銀行|은행|ธนาคาร|ngân hàng",
};

const made = new WeakMap<Catalogue, WeakMap<Policy, Withholds>>();

/**
 * The content rule of every door: codes of banks, payment services, brokers, exchanges and the state are not given to numbers that
 * anybody had before and will have after, be it a whole rented number, "any other" or the only open order. What the staff have lifted the
 * block of counts as any service. Judged by the sender's name; else by the text, if it has a code and is signed by no service that is sold.
 */
export function withholding(catalogue: Catalogue, policy: Policy): Withholds {
  const known = made.get(catalogue)?.get(policy);
  if (known) return known;
  const withholds = makeWithholding(catalogue, policy);
  const byPolicy = made.get(catalogue) ?? new WeakMap<Policy, Withholds>();
  made.set(catalogue, byPolicy.set(policy, withholds));
  return withholds;
}

function makeWithholding({ services }: Catalogue, policy: Policy): Withholds {
  const refused = services.filter((service) => isRefused(service, policy));
  if (refused.length === 0) return () => false;
  const banks = refused.some(({ category }) => category === "bank") ? BANK_WORDS : undefined;
  const sold = services.filter((service) => !refused.includes(service)).flatMap(namesOf);
  const names = refused.flatMap(namesOf);
  const sender = anyOf(names, banks);
  const text = anyOf(
    names.filter((name) => !isEverydayWord(name)),
    banks,
  );
  const soldSender = anyOf(sold);
  const soldStart = new RegExp(`^\\P{L}*${soldSender.source}`, "u");
  return (sms) => {
    const [from, said] = [normalize(sms.sender), normalize(sms.text)];
    if (sender.test(from)) return true;
    if (soldSender.test(from) || soldStart.test(said)) return false;
    return text.test(said) && extractCode(sms.text) !== null;
  };
}

/** Blocked for what it is; a block that was lifted is not among the policy's. */
function isRefused({ id, category }: Service, policy: Policy): boolean {
  const reason = refusedCategories[category]?.code;
  return (
    policy.byService.get(id)?.some((block) => block.effect === "deny" && block.reasonCode === reason) ?? false
  );
}

/** Whole names only: a part of "Capital One" is anybody's word. */
function namesOf({ code, name }: Service): string[] {
  const own = normalize(name)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => [...part].length >= 3 && !/^\d+$/.test(part));
  return [...own, ...(KNOWN_SERVICES[code] ?? [])];
}
