import { transliterate } from "transliteration";

/** Longest first: English letter groups as a Russian reader writes them down. */
const englishSounds: readonly (readonly [string, string])[] = [
  ["tion", "шн"],
  ["sch", "ш"],
  ["shch", "щ"],
  ["tch", "ч"],
  ["igh", "ай"],
  ["ee", "и"],
  ["oo", "у"],
  ["ea", "и"],
  ["ou", "ау"],
  ["ck", "к"],
  ["ch", "ч"],
  ["sh", "ш"],
  ["th", "т"],
  ["ph", "ф"],
  ["zh", "ж"],
  ["kh", "х"],
  ["qu", "кв"],
  ["ay", "эй"],
  ["ai", "эй"],
  ["oy", "ой"],
  ["ya", "я"],
  ["yu", "ю"],
  ["yo", "ё"],
  ["a", "а"],
  ["b", "б"],
  ["c", "к"],
  ["d", "д"],
  ["e", "е"],
  ["f", "ф"],
  ["g", "г"],
  ["h", "х"],
  ["i", "и"],
  ["j", "дж"],
  ["k", "к"],
  ["l", "л"],
  ["m", "м"],
  ["n", "н"],
  ["o", "о"],
  ["p", "п"],
  ["q", "к"],
  ["r", "р"],
  ["s", "с"],
  ["t", "т"],
  ["u", "у"],
  ["v", "в"],
  ["w", "в"],
  ["x", "кс"],
  ["y", "и"],
  ["z", "з"],
];

/** An English brand name in Russian letters, by rule: "Baby Bank" -> "Баби Банк". Other signs stay. */
export function russianFromEnglish(name: string): string {
  const plain = transliterate(name);
  let out = "";
  for (let at = 0; at < plain.length; ) {
    const rest = plain.slice(at).toLowerCase();
    const sound = englishSounds.find(([letters]) => rest.startsWith(letters));
    const piece = sound ? sound[1] : plain[at]!;
    const isCapital = plain[at] !== plain[at]!.toLowerCase();
    out += isCapital ? piece[0]!.toUpperCase() + piece.slice(1) : piece;
    at += sound ? sound[0].length : 1;
  }
  return out;
}

/** A name in Russian letters written with Latin ones: "Телеграм" -> "Telegram". */
export function latinFromRussian(name: string): string {
  return transliterate(name);
}

/** A name as a path segment: lower-case Latin letters and digits joined by single hyphens. */
export function slugFrom(name: string): string {
  return transliterate(name.replaceAll("&", " and ").replaceAll("+", " plus "))
    .toLowerCase()
    .replaceAll(/['’`]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
