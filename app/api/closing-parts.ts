import { activationClosing } from "#features/activations/closing.reads.ts";
import { communityClosing } from "#features/community/closing.writes.ts";
import { idempotencyClosing } from "#features/idempotency/closing.writes.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { closingMoney, ledgerClosing } from "#features/ledger/closing.writes.ts";
import { licenceClosing } from "#features/licences/closing.writes.ts";
import { notificationClosing } from "#features/notifications/closing.writes.ts";
import { partnerClosing } from "#features/partners/closing.writes.ts";
import { paymentClosing } from "#features/payments/closing.writes.ts";
import { pricingClosing } from "#features/pricing/closing.writes.ts";
import { readyAccountClosing } from "#features/ready-accounts/closing.writes.ts";
import { referralClosing } from "#features/referrals/closing.writes.ts";
import { rentalClosing } from "#features/rentals/closing.writes.ts";
import { storeClosing } from "#features/stores/closing.writes.ts";

/** What each feature says and does when an account is closed. Identity stands above all of them. */
export const closingParts: ClosingParts = {
  money: closingMoney,
  parts: [
    idempotencyClosing,
    ledgerClosing,
    pricingClosing,
    paymentClosing,
    activationClosing,
    rentalClosing,
    readyAccountClosing,
    licenceClosing,
    notificationClosing,
    referralClosing,
    partnerClosing,
    storeClosing,
    communityClosing,
  ],
};
