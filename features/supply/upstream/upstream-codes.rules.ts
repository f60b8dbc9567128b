import { createHash } from "node:crypto";
import { extractCode } from "#features/supply/codes.rules.ts";
import type { OpenActivation } from "#features/supply/upstream/upstream-answers.rules.ts";
import type { Watch } from "#features/supply/upstream/watches.reads.ts";

/** How hard an upstream is asked for codes. */
export const codeLimits = {
  /** Between two rounds. */
  pauseMs: 3_000,
  /** Up to so many open activations are asked one by one; of more the list says which ones to ask. */
  oneByOne: 10,
  /** Questions of a round, and how many of them at a time. */
  perRound: 20,
  atOnce: 4,
  /** One that gives no further code is asked this seldom. */
  lastSeconds: 30,
  /** So long a code waits for its order to be written down here before it counts as one that nobody waits for. */
  orderSeconds: 180,
} as const;

/** Which activations are asked about in this round. `open`: the shop's list, or null where it was not asked for or could not be read. */
export function chooseAsked(
  watches: readonly Watch[],
  open: readonly OpenActivation[] | null,
): readonly Watch[] {
  const due = watches.filter(
    ({ isLast, askedSeconds }) => !isLast || askedSeconds === null || askedSeconds >= codeLimits.lastSeconds,
  );
  if (!open) return due.slice(0, codeLimits.oneByOne);
  const byReference = new Map(open.map((activation) => [String(activation.supplierRef), activation]));
  // One that is missing has ended there, or is on none of the pages.
  const withNews = due.filter(({ supplierRef }) => byReference.get(String(supplierRef))?.hasNews ?? true);
  return withNews.slice(0, codeLimits.perRound);
}

/**
 * An id of a code, the same however often it is read: 63 bits of what it is. The round is part of it, since a shop may send the same
 * code again when it is asked for one more.
 */
export function smsIdOf({ supplierRef, round }: Pick<Watch, "supplierRef" | "round">, code: string): bigint {
  const digest = createHash("sha256")
    .update(JSON.stringify([String(supplierRef), round, code]))
    .digest();
  return digest.readBigUInt64BE() >> 1n;
}

/** The SMS to deliver: its text where the shop tells it and it holds this very code, the code alone otherwise. */
export function textOf(code: string, text: string | null): string {
  return text !== null && extractCode(text) === code ? text : code;
}
