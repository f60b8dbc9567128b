import type { ExportFormat } from "#features/ledger/statement/contract.ts";
import { csvWriter } from "#features/ledger/statement/exports/gateway/csv.ts";
import { jsonWriter } from "#features/ledger/statement/exports/gateway/json.ts";
import { pdfWriter } from "#features/ledger/statement/exports/gateway/pdf.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/gateway/writer.ts";
import type { ExportHead } from "#features/ledger/statement/exports/rules.ts";

/** One writer per format. */
export const exportWriters: Readonly<Record<ExportFormat, (head: ExportHead) => ExportWriter>> = {
  csv: csvWriter,
  json: jsonWriter,
  pdf: pdfWriter,
};
