import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { unpackWoff } from "#lib/woff.ts";

type Document = PDFKit.PDFDocument;
export type Weight = 400 | 700;

/** Noto Sans by script, in the order they are asked for a character. WOFF, since subsets of WOFF2 cannot be embedded. */
const SCRIPTS = [
  "noto-sans/files/noto-sans-latin",
  "noto-sans/files/noto-sans-cyrillic",
  "noto-sans/files/noto-sans-latin-ext",
  "noto-sans/files/noto-sans-devanagari",
  "noto-sans-sc/files/noto-sans-sc-chinese-simplified",
  "noto-sans/files/noto-sans-cyrillic-ext",
  "noto-sans/files/noto-sans-greek",
  "noto-sans/files/noto-sans-vietnamese",
] as const;

const require = createRequire(path.resolve("package.json"));
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Signs of this script change with their neighbours; in the others each character is its sign. */
const SHAPED = /devanagari/;

/**
 * Sets one sign after the other. The general way applies every rule of the font to every word, which for the Chinese one takes
 * a tenth of a second a word.
 */
function layOutPlainly(face: Face): Face["layout"] {
  return (text) => {
    const glyphs = face.glyphsForString(text);
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
  };
}

/** What is drawn where no font has a character. */
const MISSING = "?";

type Glyph = { readonly advanceWidth: number };
type Face = {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly glyphsForString: (text: string) => Glyph[];
  layout: (text: string) => unknown;
};
type Run = { readonly font: string; readonly text: string };

/**
 * Text in any of the six languages, and names of services in whatever letters they are: every cluster of characters is set
 * in the first font that has all of it. Fonts are read when a character first needs them.
 */
export class StatementFonts {
  readonly #document: Document;
  readonly #faces = new Map<string, Face>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Draws text from `x` on, or ending at `x + width`; too long a text ends with an ellipsis. */
  draw(
    text: string,
    box: { x: number; y: number; width: number; align?: "left" | "right" },
    size: number,
    weight: Weight = 400,
  ): void {
    const runs = this.#fitted(text, box.width, size, weight);
    let x = box.align === "right" ? box.x + box.width - this.#widthOf(runs, size) : box.x;
    for (const { font, text: part } of runs) {
      this.#document.font(font).fontSize(size);
      this.#document.text(part, x, this.#baseline(box.y, size), { lineBreak: false, baseline: "alphabetic" });
      x += this.#document.widthOfString(part);
    }
  }

  /** The clusters of a text that no font has; they are drawn as question marks. */
  missing(text: string): string[] {
    return [...segmenter.segment(text)]
      .map(({ segment }) => segment)
      .filter((cluster) => this.#fontFor(cluster, 400, null) === null);
  }

  /** Fonts differ in height; all stand on one line. */
  #baseline(y: number, size: number): number {
    return y + size;
  }

  #fitted(text: string, width: number, size: number, weight: Weight): Run[] {
    const whole = this.#runsOf(text, weight);
    if (this.#widthOf(whole, size) <= width) return whole;
    const clusters = [...segmenter.segment(text)].map(({ segment }) => segment);
    let low = 0;
    let high = clusters.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const runs = this.#runsOf(`${clusters.slice(0, middle).join("").trimEnd()}…`, weight);
      if (this.#widthOf(runs, size) <= width) low = middle;
      else high = middle - 1;
    }
    return this.#runsOf(`${clusters.slice(0, low).join("").trimEnd()}…`, weight);
  }

  #widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce(
      (sum, { font, text }) => sum + this.#document.font(font).fontSize(size).widthOfString(text),
      0,
    );
  }

  #runsOf(text: string, weight: Weight): Run[] {
    const runs: { font: string; text: string }[] = [];
    for (const { segment } of segmenter.segment(text)) {
      const before = runs.at(-1);
      const font = this.#fontFor(segment, weight, before?.font ?? null);
      const shown = font === null ? MISSING : segment;
      const name = font ?? this.#nameOf(SCRIPTS[0], weight);
      if (before?.font === name) before.text += shown;
      else runs.push({ font: name, text: shown });
    }
    return runs;
  }

  /** The font of the text before goes on where it can, so that words with spaces stay one run. */
  #fontFor(cluster: string, weight: Weight, current: string | null): string | null {
    const points = [...cluster].map((character) => character.codePointAt(0) ?? 0);
    const has = (name: string) => points.every((point) => this.#face(name).hasGlyphForCodePoint(point));
    if (current !== null && has(current)) return current;
    return SCRIPTS.map((script) => this.#nameOf(script, weight)).find(has) ?? null;
  }

  #nameOf(script: string, weight: Weight): string {
    return `${script}-${weight}`;
  }

  #face(name: string): Face {
    let face = this.#faces.get(name);
    if (!face) {
      this.#document.registerFont(
        name,
        unpackWoff(
          readFileSync(require.resolve(`@fontsource/${name}-normal.woff`)),
        ) as unknown as ArrayBuffer,
      );
      this.#document.font(name);
      face = (this.#document as unknown as { _font: { font: Face } })._font.font;
      if (!SHAPED.test(name)) face.layout = layOutPlainly(face);
      this.#faces.set(name, face);
    }
    return face;
  }
}
