import type { ExportHead } from "#features/ledger/statement/exports/exports.rules.ts";
import { csvWriter } from "#features/ledger/statement/exports/writers/csv.view.ts";
import { jsonWriter } from "#features/ledger/statement/exports/writers/json.view.ts";
import { pdfWriter } from "#features/ledger/statement/exports/writers/pdf.gateway.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/writers/writer.view.ts";
import type { ExportFormat } from "#features/ledger/statement/statement.contract.ts";

/** One writer per format. */
export const exportWriters: Readonly<Record<ExportFormat, (head: ExportHead) => ExportWriter>> = {
  csv: csvWriter,
  json: jsonWriter,
  pdf: pdfWriter,
};
