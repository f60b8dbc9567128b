import { findPlannedSoftware } from "#features/licences/licences.loaders.ts";
import type { PlannedReader } from "#features/payments/payments.loaders.ts";
import { findPlannedAccounts } from "#features/ready-accounts/ready-accounts.loaders.ts";

/** Asks those who sell it what a payer is about to buy: payments stand above them. */
export const askSellers: PlannedReader = (planned, locale) =>
  planned.kind === "software" ? findPlannedSoftware(planned.productId) : findPlannedAccounts(planned, locale);
