import PDFDocument from "pdfkit";
import { StatementFonts, type Weight } from "#features/ledger/statement/exports/writers/pdf-fonts.gateway.ts";
import type {
  PdfBalance,
  PdfColumns,
  PdfEnd,
  PdfHead,
  PdfLine,
} from "#features/ledger/statement/exports/writers/pdf-pages.view.ts";

const PAGE = { width: 595.28, height: 841.89, margin: 36 } as const;
const BOTTOM = PAGE.height - 48;
const LINE_HEIGHT = 27;
const INK = "#1c1917";
const MUTED = "#57534e";
const RULE = "#d6d3d1";
const STRIPE = "#f5f5f4";

/** Places of the columns, in points from the left edge of the paper. */
const COLUMN = {
  date: { x: 36, width: 84 },
  number: { x: 124, width: 56 },
  whatFor: { x: 184, width: 142 },
  state: { x: 330, width: 64 },
  change: { x: 394, width: 54, align: "right" },
  available: { x: 450, width: 58, align: "right" },
  held: { x: 510, width: 49, align: "right" },
} as const;
type Column = keyof typeof COLUMN;

/** A statement on A4 pages. Pages that are full leave at once: what is in memory is one page. */
export class StatementDocument {
  readonly #head: PdfHead;
  readonly #document = new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    bufferPages: false,
    compress: true,
  });
  readonly #fonts = new StatementFonts(this.#document);
  #ready: Buffer[] = [];
  #pages = 0;
  #lines = 0;
  #y = 0;

  constructor(head: PdfHead) {
    this.#head = head;
    this.#document.info.Title = head.title;
    this.#document.info.Author = head.brand;
    this.#document.on("data", (bytes: Buffer) => this.#ready.push(bytes));
    this.#addPage();
    this.#drawHead();
    this.#drawColumns();
    this.#drawBalance(head.opening);
  }

  /** What is finished so far; leaves nothing behind. */
  takeBytes(): Uint8Array {
    const bytes = Buffer.concat(this.#ready);
    this.#ready = [];
    return new Uint8Array(bytes);
  }

  addLine(line: PdfLine): void {
    this.#room(LINE_HEIGHT);
    this.#lines += 1;
    const at = this.#y + 4;
    this.#cell("date", line.date, at, MUTED);
    this.#cell("number", line.number, at, MUTED);
    this.#cell("whatFor", line.title, at);
    // Below the state there is room, and reasons are long.
    this.#fill(MUTED).draw(line.subtitle, { x: COLUMN.whatFor.x, y: at + 11, width: 262 }, 7);
    this.#cell("state", line.state, at);
    this.#cell("change", line.change, at);
    this.#cell("available", line.available, at);
    this.#cell("held", line.held, at, MUTED);
    this.#y += LINE_HEIGHT;
    this.#rule();
  }

  async finish({ closing, totalsTitle, totals, proof }: PdfEnd): Promise<Uint8Array> {
    if (this.#lines === 0) {
      this.#fill(MUTED).draw(this.#head.noLines, { x: PAGE.margin, y: this.#y + 8, width: 500 }, 9);
      this.#y += 30;
    }
    this.#room(150);
    this.#drawBalance(closing);
    this.#y += 18;
    this.#fill(INK).draw(totalsTitle, { x: PAGE.margin, y: this.#y, width: 400 }, 10, 700);
    this.#y += 18;
    for (const [name, amount] of totals) {
      this.#fill(INK).draw(name, { x: PAGE.margin, y: this.#y, width: 220 }, 8.5);
      this.#fill(INK).draw(amount, { x: 260, y: this.#y, width: 80, align: "right" }, 8.5);
      this.#y += 14;
    }
    this.#fill(MUTED).draw(proof, { x: PAGE.margin, y: this.#y + 6, width: 523 }, 7.5);
    const ended = new Promise((resolve) => this.#document.once("end", resolve));
    this.#document.end();
    await ended;
    return this.takeBytes();
  }

  #fill(color: string): StatementFonts {
    this.#document.fillColor(color);
    return this.#fonts;
  }

  #cell(column: Column, text: string, y: number, color: string = INK, weight: Weight = 400): void {
    this.#fill(color).draw(text, { ...COLUMN[column], y }, 8, weight);
  }

  #addPage(): void {
    this.#document.addPage();
    this.#pages += 1;
    const { brand, title, pageWord } = this.#head;
    const y = PAGE.height - 34;
    this.#fill(MUTED).draw(`${brand} · ${title}`, { x: PAGE.margin, y, width: 380 }, 7.5);
    const page = `${pageWord} ${this.#pages}`;
    this.#fill(MUTED).draw(page, { x: 459, y, width: 100, align: "right" }, 7.5);
    this.#y = PAGE.margin;
  }

  /** Goes on to the next page, under the names of the columns, when less than `height` is left. */
  #room(height: number): void {
    if (this.#y + height <= BOTTOM) return;
    this.#addPage();
    this.#drawColumns();
  }

  #drawHead(): void {
    const { brand, title, facts, note } = this.#head;
    const x = PAGE.margin;
    this.#fill(MUTED).draw(brand, { x, y: this.#y, width: 400 }, 10, 700);
    this.#fill(INK).draw(title, { x, y: this.#y + 18, width: 520 }, 20, 700);
    this.#y += 56;
    for (const [name, value] of facts) {
      this.#fill(MUTED).draw(name, { x, y: this.#y, width: 90 }, 8.5);
      this.#fill(INK).draw(value, { x: x + 94, y: this.#y, width: 420 }, 8.5);
      this.#y += 14;
    }
    this.#fill(MUTED).draw(note, { x, y: this.#y + 4, width: 520 }, 7.5);
    this.#y += 26;
  }

  #drawColumns(): void {
    for (const column of Object.keys(COLUMN) as Column[]) {
      const words = this.#head.columns[column satisfies keyof PdfColumns];
      this.#fill(MUTED).draw(words, { ...COLUMN[column], y: this.#y }, 7.5, 700);
    }
    this.#y += 15;
    this.#rule();
  }

  #drawBalance({ words, available, held }: PdfBalance): void {
    this.#room(22);
    this.#document.rect(PAGE.margin - 4, this.#y, PAGE.width - 2 * PAGE.margin + 8, 20).fill(STRIPE);
    const at = this.#y + 5;
    this.#fill(INK).draw(words, { x: PAGE.margin, y: at, width: 340 }, 8.5, 700);
    this.#cell("available", available, at, INK, 700);
    this.#cell("held", held, at, INK, 700);
    this.#y += 21;
  }

  #rule(): void {
    this.#document
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.width - PAGE.margin, this.#y)
      .lineWidth(0.4)
      .stroke(RULE);
  }
}
