import type { ExportHead } from "#features/ledger/statement/exports/exports.rules.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/writers/writer.view.ts";

const encoder = new TextEncoder();

/** Programs: one object, lines as the API's history tells them, oldest first. */
export function jsonWriter({ locale: _, brand: __, balance: ___, ...head }: ExportHead): ExportWriter {
  let isFirst = true;
  const bytes = (text: string) => Promise.resolve(encoder.encode(text));
  return {
    contentType: "application/json; charset=utf-8",
    begin: () => bytes(`${JSON.stringify({ ...head, currency: "RUB" }).slice(0, -1)},"lines":[`),
    add: (lines) => {
      const text = lines.map(({ outcome: _outcome, ...line }) => JSON.stringify(line)).join(",\n");
      const parted = text === "" || isFirst ? `${text}` : `,\n${text}`;
      if (text !== "") isFirst = false;
      return bytes(parted);
    },
    end: (totals) => bytes(`],"totals":${JSON.stringify(totals)}}\n`),
    close: () => {},
  };
}
