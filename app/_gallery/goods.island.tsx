"use client";

import { LONG_NAME, LONG_WORD, MOMENT, Row, RUB_PER_USD, Specimen } from "#app/_gallery/specimen.island.tsx";
import { LicenceDetails } from "#features/licences/components/licence-details.island.tsx";
import { LicenceKey } from "#features/licences/components/licence-key.tsx";
import type { Licence } from "#features/licences/licences.contract.ts";
import { AccountPlaces } from "#features/ready-accounts/components/account-places.island.tsx";
import type { AccountClaim, AccountOrderDetails } from "#features/ready-accounts/ready-accounts.contract.ts";

/** As long as a real one, which is signed. */
const KEY = `eyJhbGciOiJFZERTQSIsInR5cCI6ImxpY2VuY2Urand0In0.${"a1B2c3D4".repeat(40)}.${"e5F6".repeat(22)}`;

const licence: Licence = {
  ...{ id: 800_000_001, uid: "a-uid", state: "valid", key: KEY, deviceLimit: 2 },
  product: { id: 3, code: "bulk-sender", name: LONG_NAME, softwareType: "Automation" },
  ...{ paidKopecks: 149_900, boughtAt: MOMENT, validUntil: MOMENT, revokeReason: null },
  renewal: { priceKopecks: 149_900, termDays: 30 },
  devices: [
    { id: 7, name: LONG_WORD, activatedAt: MOMENT, seenAt: MOMENT },
    { id: 8, name: null, activatedAt: MOMENT, seenAt: MOMENT },
  ],
  versions: [{ id: 9, version: "2.4.1", notes: LONG_NAME, sha256: "a1".repeat(32), publishedAt: MOMENT }],
};

const claim = (id: number, part: Partial<AccountClaim>): AccountClaim => ({
  ...{ id, state: "open", text: LONG_NAME, claimedAt: MOMENT, dueAt: MOMENT, objection: null },
  ...{ decidedAt: null, reason: null, refundKopecks: null, ...part },
});

const order: AccountOrderDetails = {
  ...{ id: 700_000_001, state: "delivered", offerId: 17, name: LONG_NAME, count: 3, preparedCount: 3 },
  service: { code: "tg", name: "Telegram", icon: null },
  country: { id: 6, iso2: "ID", name: "Indonesia", icon: "/icons/countries/id.svg" },
  ...{ priceKopecks: 10_000, totalKopecks: 30_000, orderedAt: MOMENT, deliveredAt: MOMENT },
  ...{ warrantyUntil: MOMENT, openClaims: 1, items: ["one", "two"] },
  places: [
    { place: 1, text: `628123456789:${LONG_WORD}`, isRefunded: false, claimableUntil: MOMENT, claims: [] },
    {
      ...{ place: 2, text: "628123456780:a1b2c3d4", isRefunded: true, claimableUntil: null },
      claims: [claim(1, { state: "refunded", refundKopecks: 10_000, reason: LONG_NAME })],
    },
    {
      ...{ place: 3, text: null, isRefunded: false, claimableUntil: null },
      claims: [claim(2, { objection: LONG_NAME })],
    },
  ],
};

/** What is bought beside numbers: licences of software and ready accounts. */
export function GoodsParts() {
  return (
    <Row>
      <Specimen name="A licence key">
        <LicenceKey licenceKey={KEY} />
      </Specimen>
      <Specimen name="A licence, opened">
        <LicenceDetails licence={licence} rubPerUsd={RUB_PER_USD} />
      </Specimen>
      <Specimen name="Accounts of an order, claimed and not">
        <AccountPlaces order={order} rubPerUsd={RUB_PER_USD} onDownload={() => {}} />
      </Specimen>
    </Row>
  );
}
