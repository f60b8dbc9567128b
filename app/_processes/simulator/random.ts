import { seededRandom } from "#lib/seeded-random.ts";

/** A repeatable source of randomness: the same parts give the same sequence of numbers in [0, 1). */
export function seeded(...parts: readonly (string | number)[]): () => number {
  return seededRandom(hash(parts.join("\u0001")));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Digits, `length` of them. */
export function digits(length: number, random: () => number): string {
  return Array.from({ length }, () => Math.floor(random() * 10)).join("");
}

/** Log-normal: most values near `median`, a long tail to the right. */
export function logNormal(median: number, sigma: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}
