/** What words of a supplier can be about. */
export const wordKinds = ["country", "service", "operator"] as const;
type WordKind = (typeof wordKinds)[number];

/** A word of a supplier that nobody here understands, with how many numbers were said with it. */
export type UnknownWord = { readonly kind: WordKind; readonly word: string; readonly stock: number };

/** No supplier fills the table: so many words of each kind, so long, for so many days after they were last said. */
export const unknownWordLimits = { wordsPerKind: 100, characters: 40, days: 7 } as const;

/**
 * A stranger's word as it is kept: without control and formatting characters (a line break, a change of direction), at most 40
 * characters, the last of them "…" when it was longer. An empty word is two quotation marks.
 */
export function cleanWord(word: string): string {
  const characters = [
    ...word
      .normalize("NFC")
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, "\u{fffd}")
      .trim(),
  ];
  if (characters.length === 0) return '""';
  if (characters.length <= unknownWordLimits.characters) return characters.join("");
  return `${characters.slice(0, unknownWordLimits.characters - 1).join("")}…`;
}

/**
 * Each word once, as it is kept, with the sum of its numbers; those with most numbers first. Words without numbers are left out, and of
 * very many words of one kind those with fewest numbers: cleaning tens of thousands would hold up the worker.
 */
export function sumWords(said: readonly UnknownWord[]): UnknownWord[] {
  const spelled = sumEqual(said).filter(({ stock }) => stock > 0);
  const looked = wordKinds.flatMap((kind) =>
    spelled.filter((one) => one.kind === kind).slice(0, WORDS_LOOKED_AT),
  );
  return sumEqual(looked.map((one) => ({ ...one, word: cleanWord(one.word) })));
}

const WORDS_LOOKED_AT = 200;

function sumEqual(words: readonly UnknownWord[]): UnknownWord[] {
  const sums = new Map<string, UnknownWord>();
  for (const { kind, word, stock } of words) {
    const key = `${kind} ${word}`;
    sums.set(key, { kind, word, stock: (sums.get(key)?.stock ?? 0) + stock });
  }
  return [...sums.values()].toSorted((a, b) => b.stock - a.stock);
}

/** Those of the words that are kept already or have room beside what is kept. */
export function wordsWithRoom(
  words: readonly UnknownWord[],
  kept: readonly Pick<UnknownWord, "kind" | "word">[],
): { readonly known: UnknownWord[]; readonly fresh: UnknownWord[] } {
  const keptOf = (kind: WordKind) => new Set(kept.filter((one) => one.kind === kind).map(({ word }) => word));
  const parts = wordKinds.map((kind) => {
    const there = keptOf(kind);
    const said = words.filter((one) => one.kind === kind);
    const room = Math.max(0, unknownWordLimits.wordsPerKind - there.size);
    return {
      known: said.filter(({ word }) => there.has(word)),
      fresh: said.filter(({ word }) => !there.has(word)).slice(0, room),
    };
  });
  return { known: parts.flatMap(({ known }) => known), fresh: parts.flatMap(({ fresh }) => fresh) };
}
