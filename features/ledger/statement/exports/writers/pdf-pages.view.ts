/** What the thread that draws is told. Plain data: every text is ready, amounts are written out. */
export type PdfHead = {
  readonly brand: string;
  readonly title: string;
  /** Name and value, one under the other. */
  readonly facts: readonly (readonly [string, string])[];
  readonly note: string;
  readonly columns: PdfColumns;
  readonly opening: PdfBalance;
  readonly pageWord: string;
  readonly noLines: string;
};
export type PdfColumns = {
  readonly date: string;
  readonly number: string;
  readonly whatFor: string;
  readonly state: string;
  readonly change: string;
  readonly available: string;
  readonly held: string;
};
export type PdfBalance = { readonly words: string; readonly available: string; readonly held: string };
export type PdfLine = {
  readonly date: string;
  readonly number: string;
  /** What it is about, and below it the kind and the reason. */
  readonly title: string;
  readonly subtitle: string;
  readonly state: string;
  readonly change: string;
  readonly available: string;
  readonly held: string;
};
export type PdfEnd = {
  readonly closing: PdfBalance;
  readonly totalsTitle: string;
  readonly totals: readonly (readonly [string, string])[];
  readonly proof: string;
};

export type PdfOrder =
  | { readonly do: "begin"; readonly head: PdfHead }
  | { readonly do: "add"; readonly lines: readonly PdfLine[] }
  | { readonly do: "end"; readonly end: PdfEnd };

/** The answer to each order: the bytes that are ready. */
export type PdfAnswer = { readonly bytes: Uint8Array };
