/** How words of services are looked for in SMS: one spelling of the text, and one rule of what a whole word is. */

/** A text as it is compared: its beginning, letters of one width and case. */
export function normalize(text: string): string {
  return text.slice(0, 2_000).normalize("NFKC").toLowerCase().trim();
}

/** Han, Kana and Hangul run together: their words have no gaps around them. */
function isGapless(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

/** Short names stand in everyday text ("line", "wise"): there they name nobody. */
export function isEverydayWord(word: string): boolean {
  return [...word].length < 5 && !isGapless(word);
}

/** Patterns beside plain words, by what stands around them. */
type Patterns = { readonly spaced: string; readonly gapless: string };

/** Finds any of the words in a normalized text: whole ones for scripts with word gaps, anywhere for those without. */
export function anyOf(words: readonly string[], patterns?: Patterns): RegExp {
  const escaped = (list: readonly string[]) =>
    list.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const spaced = escaped(words.filter((word) => !isGapless(word)));
  const gapless = escaped(words.filter(isGapless));
  if (patterns) {
    spaced.push(patterns.spaced);
    gapless.push(patterns.gapless);
  }
  const whole = `(?<![\\p{L}\\p{N}])(?:${spaced.join("|") || "(?!)"})(?![\\p{L}\\p{N}])`;
  return new RegExp(`(?:${[whole, ...gapless].join("|")})`, "u");
}
