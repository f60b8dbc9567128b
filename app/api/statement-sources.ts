import { activationStatementSource } from "#features/activations/statement.reads.ts";
import type { StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { licenceStatementSource } from "#features/licences/statement.reads.ts";
import { topUpStatementSource, withdrawalStatementSource } from "#features/payments/statement.reads.ts";
import { readyAccountStatementSource } from "#features/ready-accounts/statement.reads.ts";
import { rentalStatementSource } from "#features/rentals/statement.reads.ts";

/** Who tells what a line of the statement is about. The ledger stands above all of them, so they are handed in from here. */
export const statementSources: StatementSources = [
  activationStatementSource,
  rentalStatementSource,
  readyAccountStatementSource,
  licenceStatementSource,
  topUpStatementSource,
  withdrawalStatementSource,
];
