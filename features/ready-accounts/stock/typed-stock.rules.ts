import type { StockUploadBody } from "#features/ready-accounts/stock/stock.contract.ts";
import { type StockFormat, stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";

/** What the form of an upload holds, as it is typed; `expires` is a day, or empty. */
export type TypedStock = {
  readonly format: StockFormat;
  /** Of an archive its bytes in base64. */
  readonly text: string;
  readonly expires: string;
  readonly skipsRefused: boolean;
};

export const noStock: TypedStock = { format: "lines", text: "", expires: "", skipsRefused: false };

/** Characters of an upload at most. */
function textMax(format: StockFormat): number {
  return format === "zip" ? stockLimits.archiveText : stockLimits.text;
}

/** What is wrong with the list before it is sent; it is never cut off: what is missing would look like sold. */
export function listProblem({ format, text }: TypedStock): "missing" | "too-long" | null {
  if (text.length > textMax(format)) return "too-long";
  return text.trim() === "" ? "missing" : null;
}

/** How a file is written, by the end of its name. */
export function formatOfFile(name: string): StockFormat {
  const [, end] = /\.(json|zip)$/i.exec(name) ?? [];
  return end === undefined ? "lines" : (end.toLowerCase() as StockFormat);
}

/** An upload in another form: what was written in the old one is none in the new one where one of them is an archive. */
export function inFormat({ format, text }: TypedStock, chosen: StockFormat): Partial<TypedStock> {
  const isKept = format === chosen || (format !== "zip" && chosen !== "zip");
  return { format: chosen, text: isKept ? text : "" };
}

/** Reads a file for the form. One that is too large is not read to its end in vain: it is too long either way. */
export async function typedFile(file: File): Promise<Pick<TypedStock, "format" | "text">> {
  const format = formatOfFile(file.name);
  const max = textMax(format);
  if (file.size > max) return { format, text: " ".repeat(max + 1) };
  return { format, text: format === "zip" ? toBase64(await file.arrayBuffer()) : await file.text() };
}

/** Bytes that are put into one call of `fromCharCode`. */
const STEP = 32_768;

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let binary = "";
  for (let at = 0; at < bytes.length; at += STEP)
    binary += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(binary);
}

/** What the call takes, or null while the list is missing or too long. */
export function stockBody(typed: TypedStock): StockUploadBody | null {
  if (listProblem(typed) !== null) return null;
  const { format, text, expires, skipsRefused } = typed;
  return { format, text, skipsRefused, expiresAt: expires === "" ? null : `${expires}T00:00:00.000Z` };
}
