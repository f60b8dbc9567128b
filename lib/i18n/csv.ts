import { stringify } from "csv-stringify/sync";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

/** Whole kopecks, written as roubles; or a plain number with a point. Written as they are. */
type CsvNumber = { readonly kopecks: number } | { readonly number: number };
/** Everything that is no number is text and must not be taken for a formula. */
export type CsvCell = string | CsvNumber;

/** `-1250,50`: roubles as a spreadsheet reads them, without anything between thousands. */
function csvAmount(locale: Locale, amountKopecks: number): string {
  return decimalRoubles(kopecks(amountKopecks)).replace(".", localeFacts[locale].csv.decimal);
}

function csvNumber(locale: Locale, cell: CsvNumber): string {
  return "kopecks" in cell
    ? csvAmount(locale, cell.kopecks)
    : String(cell.number).replace(".", localeFacts[locale].csv.decimal);
}

/** Rows as CSV bytes for spreadsheets of the language: UTF-8, CRLF, and a byte order mark where a file begins. */
export function csvBytes(
  locale: Locale,
  rows: readonly (readonly CsvCell[])[],
  isFirst = false,
): Uint8Array<ArrayBuffer> {
  const text = stringify(rows as CsvCell[][], {
    bom: isFirst,
    delimiter: localeFacts[locale].csv.delimiter,
    record_delimiter: "windows",
    // An SMS of several lines: half of an end of a line ends a row for spreadsheets, whose next cell would be the sender's own.
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) => ({ value, escape_formulas: true }),
      object: (value) => ({ value: csvNumber(locale, value as CsvNumber), escape_formulas: false }),
    },
  });
  return new TextEncoder().encode(text);
}

/** A file that is read piece by piece: its header, then the rows of each batch. */
export async function* csvPieces<Row>(
  locale: Locale,
  header: readonly CsvCell[],
  batches: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row, locale: Locale) => CsvCell[],
): AsyncGenerator<Uint8Array> {
  yield csvBytes(locale, [header], true);
  for await (const rows of batches)
    yield csvBytes(
      locale,
      rows.map((row) => cellsOf(row, locale)),
    );
}
