import type { StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { withdrawalStatementSource } from "#features/payments/statement.reads.ts";
import { storeSaleStatementSource } from "#features/ready-accounts/earnings/store-statement.reads.ts";

/** Who tells what a line of a store's statement is about. */
export const storeStatementSources: StatementSources = [storeSaleStatementSource, withdrawalStatementSource];
