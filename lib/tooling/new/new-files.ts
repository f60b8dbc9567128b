import { readFileSync } from "node:fs";
import path from "node:path";
import { locales } from "#lib/i18n/locales.ts";
import { featureOrder } from "#lib/tooling/feature-order.ts";
import { readText } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/**
 * What `npm run new` would write: files by their path from the root, each with its whole new text; the programs that draw other
 * files out of them; and the recipe of CONTRIBUTING.md that says what is left to a person.
 */
export type NewFiles = {
  readonly files: ReadonlyMap<string, string>;
  readonly draw?: readonly string[];
  readonly recipe: string;
};

/** Reads a file of the house by its path from the root; null when there is none. */
export type ReadFile = (file: string) => string | null;

const SEGMENT = /^(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*|\[[a-z]+\])$/;

export function readFrom(root: string): ReadFile {
  return (file) => {
    const text = readText(`${root}/${file}`);
    return text === null ? null : `${text}\n`;
  };
}

/** The steps of a recipe of CONTRIBUTING.md, by its heading. Throws a Problem where there is none. */
export function readRecipe(heading: string, read: ReadFile): string {
  const [, below] = (read("CONTRIBUTING.md") ?? "").split(`\n### ${heading}\n`);
  if (below === undefined) throw new Problem(`CONTRIBUTING.md has no recipe "${heading}".`);
  return below.split(/\n##/, 1).join().trim();
}

/** Collects changes; every change says what it needs to find, so that a plan never writes half of what it promises. */
export class Draft {
  readonly files = new Map<string, string>();
  readonly #read: ReadFile;

  constructor(read: ReadFile) {
    this.#read = read;
  }

  text(file: string): string {
    const text = this.files.get(file) ?? this.#read(file);
    if (text === null) throw new Problem(`${file} is not there.`);
    return text;
  }

  /** A new file from a template beside this one, with its words filled in; `{{file}}` is its own path. */
  fill(file: string, template: string, words: Readonly<Record<string, string>>): void {
    if (this.files.has(file) || this.#read(file) !== null)
      throw new Problem(`${file} is there already. Choose another name.`);
    const text = readFileSync(path.join(import.meta.dirname, "templates", `${template}.txt`), "utf8");
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => ({ ...words, file })[word] ?? "");
    this.files.set(file, filled);
  }

  /** Puts `added` before or behind the only place where `anchor` stands. */
  insert(file: string, where: "before" | "behind", anchor: string, added: string): void {
    const text = this.text(file);
    const at = text.indexOf(anchor);
    if (at < 0 || text.indexOf(anchor, at + 1) >= 0)
      throw new Problem(
        `${file} has no single place "${anchor.trim()}"; see CONTRIBUTING.md and write it by hand.`,
      );
    const cut = where === "before" ? at : at + anchor.length;
    this.files.set(file, text.slice(0, cut) + added + text.slice(cut));
  }

  /** The import of a name from a file, above the house's own but behind what is imported for its effect; `npm run format` gives it its place. */
  addImport(file: string, name: string, from: string): void {
    const imports = this.text(file).match(/^import .* from .*$/gm) ?? [];
    const first = imports.find((line) => line.includes(' from "#')) ?? imports[0];
    if (!first) throw new Problem(`${file} has no import to stand beside.`);
    this.insert(file, "before", first, `import { ${name} } from "#${from}";\n`);
  }

  /** The same English words in every language: who made them translates the others. */
  addTexts(path: readonly string[], texts: Readonly<Record<string, string>>): void {
    for (const locale of locales) {
      const file = `messages/${locale}.json`;
      const messages = JSON.parse(this.text(file)) as Record<string, unknown>;
      let part = messages;
      for (const key of path) {
        part[key] ??= {};
        part = part[key] as Record<string, unknown>;
      }
      Object.assign(part, texts);
      this.files.set(file, `${JSON.stringify(messages, null, 2)}\n`);
    }
  }
}

/** `gift-cards` -> `giftCards`, `GiftCards`, `Gift cards`, `GIFT_CARDS`. */
export function spellings(name: string) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Problem(`"${name}" is no name: small letters, figures and single hyphens, such as gift-cards.`);
  const words = name.split("-");
  const big = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(big).join("");
  return {
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    title: big(words.join(" ")),
    setting: words.join("_").toUpperCase(),
    snake: words.join("_"),
  };
}

/** `loyalty/yearly-letter`: a topic of a feature, with its spellings. `example` is shown to who typed something else. */
export function placeIn(place: string, example: string) {
  const [feature = "", topic = "", more] = place.split("/");
  if (!topic || more !== undefined)
    throw new Problem(`"${place}" is no <feature>/<topic>, such as ${example}.`);
  if (!(featureOrder as readonly string[]).includes(feature))
    throw new Problem(
      `There is no feature "${feature}". There are: ${featureOrder.join(", ")}. A new one: npm run new -- feature ${feature} --below <one of them>.`,
    );
  const spelled = spellings(topic);
  return { feature, topic, ...spelled, table: `${feature.replaceAll("-", "_")}_${spelled.snake}` };
}

/** The segments of a page's path. */
export function pageSegments(page: string): string[] {
  const segments = page.replace(/^\/|\/$/g, "").split("/");
  const wrong = segments.find((segment) => !SEGMENT.test(segment));
  if (wrong !== undefined)
    throw new Problem(`"${page}" is no path of a page: profile/gift-cards, or profile/gift-cards/[id].`);
  return segments;
}
