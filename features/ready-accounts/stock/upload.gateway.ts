import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { openArchive } from "#features/ready-accounts/stock/archive.gateway.ts";
import type { ArchiveFile } from "#features/ready-accounts/stock/archive.rules.ts";
import { type StockFormat, stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What an upload brought: a text, or the files of an archive. Never kept as it is, never logged. */
export type StockContent =
  | { readonly format: Exclude<StockFormat, "zip">; readonly text: string }
  | { readonly format: "zip"; readonly files: readonly ArchiveFile[] };

/**
 * Opens an upload before its transaction: archives are unpacked within their limits. Throws PAYLOAD_TOO_LARGE, and STOCK_ARCHIVE_WRONG,
 * which names the entry and the reason.
 */
export async function openUpload(upload: {
  readonly format: StockFormat;
  readonly text: string;
}): Promise<StockContent> {
  const { format, text } = upload;
  if (format === "zip") return { format, files: await openArchive(decoded(text)) };
  if (text.length > stockLimits.text) throw new AppError(apiErrors.PAYLOAD_TOO_LARGE);
  return { format, text };
}

/** Node passes over what is no base64; an archive that lost something would be another one. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") === text) return bytes;
  throw new AppError(readyAccountErrors.STOCK_ARCHIVE_WRONG, { details: { problem: "broken" } });
}
