import { activationArchive } from "#features/activations/archive.reads.ts";
import { backOfficeArchive } from "#features/back-office/archive.reads.ts";
import { communityArchive } from "#features/community/archive.reads.ts";
import type { ArchivePart } from "#features/identity/archive/archive-part.reads.ts";
import { identityArchive } from "#features/identity/archive/own-parts.reads.ts";
import { ledgerArchive } from "#features/ledger/archive.reads.ts";
import { licenceArchive } from "#features/licences/archive.reads.ts";
import { loyaltyArchive } from "#features/loyalty/archive.reads.ts";
import { notificationArchive } from "#features/notifications/archive.reads.ts";
import { partnerArchive } from "#features/partners/archive.reads.ts";
import { paymentArchive } from "#features/payments/archive.reads.ts";
import { pricingArchive } from "#features/pricing/archive.reads.ts";
import { readyAccountArchive } from "#features/ready-accounts/archive.reads.ts";
import { referralArchive } from "#features/referrals/archive.reads.ts";
import { rentalArchive } from "#features/rentals/archive.reads.ts";
import { sandboxArchive } from "#features/sandbox/archive.reads.ts";
import { statisticsArchive } from "#features/statistics/archive.reads.ts";
import { storeArchive } from "#features/stores/archive.reads.ts";
import { supplyArchive } from "#features/supply/archive.reads.ts";

/** Everything that the product keeps about a person, in the order of the file. Identity stands above those who keep it. */
export const archiveParts: readonly ArchivePart[] = [
  ...identityArchive,
  ...ledgerArchive,
  ...supplyArchive,
  ...pricingArchive,
  ...paymentArchive,
  ...activationArchive,
  ...rentalArchive,
  ...readyAccountArchive,
  ...licenceArchive,
  ...notificationArchive,
  ...statisticsArchive,
  ...loyaltyArchive,
  ...referralArchive,
  ...partnerArchive,
  ...storeArchive,
  ...communityArchive,
  ...sandboxArchive,
  ...backOfficeArchive,
];
