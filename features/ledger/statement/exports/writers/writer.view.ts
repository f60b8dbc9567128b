import type { Totals } from "#features/ledger/statement/exports/exports.rules.ts";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";

/** Makes a file piece by piece: the head, any number of lines, the end. Pieces may be empty. */
export type ExportWriter = {
  readonly contentType: string;
  begin(): Promise<Uint8Array>;
  add(lines: readonly StatementLine[]): Promise<Uint8Array>;
  end(totals: Totals): Promise<Uint8Array>;
  /** Lets everything go; also after the end. */
  close(): void;
};
