import type { WelcomeTerms } from "#features/loyalty/programme.rules.ts";
import { type Kopecks, kopecks, shareOf } from "#lib/money/kopecks.ts";

/**
 * The welcome bonus for a first top-up, 0 when it is too small. The amount itself is enough ("from 1 000 RUB"): the
 * other bound of the same height, the lowest rank (spec, section 9), is reached by exactly 1 000 RUB as well.
 */
export function welcomeOf(terms: WelcomeTerms, amount: Kopecks): Kopecks {
  if (amount < terms.welcomeFromKopecks) return kopecks(0);
  const share = shareOf(amount, terms.welcomeBp);
  return terms.welcomeCapKopecks === null ? share : kopecks(Math.min(share, terms.welcomeCapKopecks));
}

export type GrantedWelcome = {
  readonly baseKopecks: Kopecks;
  readonly fromKopecks: Kopecks;
  readonly bonusKopecks: Kopecks;
};

/**
 * What of a bonus goes back when only `left` of its top-up is left: its part, rounded against the one who took it back;
 * all of it when the top-up would not have brought one.
 */
export function welcomeGoingBack(welcome: GrantedWelcome, left: Kopecks): Kopecks {
  if (left >= welcome.baseKopecks) return kopecks(0);
  if (left < welcome.fromKopecks) return welcome.bonusKopecks;
  const stays = (BigInt(welcome.bonusKopecks) * BigInt(left)) / BigInt(welcome.baseKopecks);
  return kopecks(BigInt(welcome.bonusKopecks) - stays);
}
