import { foldSearch } from "#features/catalogue/catalogue.rules.ts";

/** A piece of a text, and whether it is one of the words that were looked for. */
type ExcerptPart = { readonly text: string; readonly isMatch: boolean };

/** A few lines of a text around what was looked for. */
export type Excerpt = readonly ExcerptPart[];

const CHARACTERS = 200;
/** What is shown before the first word that matches, where that is further in. */
const BEFORE = 60;
/** A word whose beginning is the looked-for one but for so many letters at its end is another form of it. */
const ENDING = 2;
const STEM_AT_LEAST = 4;

/** A row of Chinese signs, or a word with its vowel signs. */
const WORDS = /\p{Script=Han}+|[\p{L}\p{N}\p{M}]+/gu;
const isChinese = (word: string) => /^\p{Script=Han}/u.test(word);

/** Cuts out of a text what fits in a few lines, from near the first word that was looked for, or from its beginning. */
export function excerptOf(text: string, search: string): Excerpt {
  const matches = matchesIn(text, search);
  const first = matches[0]?.[0] ?? 0;
  const from = first > CHARACTERS - BEFORE ? afterSpace(text, first - BEFORE) : 0;
  const to = text.length - from <= CHARACTERS ? text.length : beforeSpace(text, from + CHARACTERS);
  const parts: ExcerptPart[] = [];
  const add = (part: string, isMatch: boolean) => {
    if (part !== "") parts.push({ text: part, isMatch });
  };
  let at = from;
  for (const [start, end] of matches) {
    if (start < at || end > to) continue;
    add(text.slice(at, start), false);
    add(text.slice(start, end), true);
    at = end;
  }
  add(text.slice(at, to), false);
  if (from > 0) parts.unshift({ text: "… ", isMatch: false });
  if (to < text.length) parts.push({ text: " …", isMatch: false });
  return parts;
}

/** Where in the text the words stand, in order. */
function matchesIn(text: string, search: string): [start: number, end: number][] {
  const wanted = [...foldSearch(search).matchAll(WORDS)].map(([word]) => word);
  return [...text.matchAll(WORDS)].flatMap(({ 0: word, index }) =>
    isChinese(word)
      ? signsIn(word, wanted.filter(isChinese)).map(([start, end]): [number, number] => [
          index + start,
          index + end,
        ])
      : isForm(foldSearch(word), wanted)
        ? [[index, index + word.length] as [number, number]]
        : [],
  );
}

function isForm(word: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => word.startsWith(one.slice(0, Math.max(STEM_AT_LEAST, one.length - ENDING))));
}

/** The longest pieces of a row of signs that occur in what was looked for: two signs at least, or all of it. */
function signsIn(row: string, wanted: readonly string[]): [number, number][] {
  const found: [number, number][] = [];
  for (let start = 0; start < row.length; ) {
    const end = wanted.reduce((best, one) => Math.max(best, start + lengthOfMatch(row, start, one)), start);
    if (end > start) found.push([start, end]);
    start = Math.max(end, start + 1);
  }
  return found;
}

/** How many signs from `start` on stand in a row in `wanted`; 0 for a single one, unless that is all that is wanted. */
function lengthOfMatch(row: string, start: number, wanted: string): number {
  let length = 0;
  while (start + length < row.length && wanted.includes(row.slice(start, start + length + 1))) length += 1;
  return length >= Math.min(2, wanted.length) ? length : 0;
}

/** The beginning of the word behind a place; the place itself where no space is near, as in Chinese. */
function afterSpace(text: string, place: number): number {
  const space = text.indexOf(" ", place);
  return space >= 0 && space < place + 20 ? space + 1 : wholeSign(text, place);
}

function beforeSpace(text: string, place: number): number {
  const space = text.lastIndexOf(" ", place);
  return space > place - 20 ? space : wholeSign(text, place);
}

/** A sign beyond the first plane is two characters, which stay together. */
function wholeSign(text: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(text[place] ?? "") ? place - 1 : place;
}
