import type { ExportHead } from "#features/ledger/statement/exports/exports.rules.ts";
import { csvWriter } from "#features/ledger/statement/exports/gateway/csv.gateway.ts";
import { jsonWriter } from "#features/ledger/statement/exports/gateway/json.gateway.ts";
import { pdfWriter } from "#features/ledger/statement/exports/gateway/pdf.gateway.ts";
import type { ExportWriter } from "#features/ledger/statement/exports/gateway/writer.gateway.ts";
import type { ExportFormat } from "#features/ledger/statement/statement.contract.ts";

/** One writer per format. */
export const exportWriters: Readonly<Record<ExportFormat, (head: ExportHead) => ExportWriter>> = {
  csv: csvWriter,
  json: jsonWriter,
  pdf: pdfWriter,
};
