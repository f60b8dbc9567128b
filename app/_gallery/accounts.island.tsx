"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import {
  LONG_NAME,
  LONG_WORD,
  MOMENT,
  MUCH_KOPECKS,
  Opener,
  Remembering,
  Row,
  RUB_PER_USD,
  Specimen,
} from "#app/_gallery/specimen.island.tsx";
import { Card } from "#components/ui/card.tsx";
import { StatementLineRow } from "#features/ledger/statement/components/statement-line.tsx";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { availableChange, noFilters } from "#features/ledger/statement/statement.rules.ts";
import { AccountPlaces } from "#features/ready-accounts/components/account-places.island.tsx";
import { ConfirmDialog } from "#features/ready-accounts/components/confirm-dialog.island.tsx";
import { DeliveredAccounts } from "#features/ready-accounts/components/delivered-accounts.tsx";
import { MyAccounts } from "#features/ready-accounts/components/my-accounts.island.tsx";
import { OfferDialog } from "#features/ready-accounts/components/offer-dialog.island.tsx";
import { OrderProgress } from "#features/ready-accounts/components/order-progress.tsx";
import { ReadyShop } from "#features/ready-accounts/components/ready-shop.island.tsx";
import { storeEarningStates } from "#features/ready-accounts/earnings/store-earnings.rules.ts";
import type {
  AccountClaim,
  AccountOrder,
  AccountOrderDetails,
  OfferInfo,
  OfferSection,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import {
  accountOrdersQuery,
  readyOfferQuery,
  readyOffersQuery,
  readyServicesQuery,
} from "#features/ready-accounts/shop/shop.client.ts";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { accountClaimStates } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { StoreClaimList } from "#features/stores/claims/components/store-claim-list.island.tsx";
import { storeClaimsQuery } from "#features/stores/claims/store-claims.client.ts";
import type { StoreClaim } from "#features/stores/claims/store-claims.contract.ts";
import { StoreCabinet } from "#features/stores/components/store-cabinet.island.tsx";
import { StoreSaleList } from "#features/stores/components/store-sale-list.island.tsx";
import { storeOffersQuery } from "#features/stores/offers/store-offers.client.ts";
import { storeSalesQuery } from "#features/stores/overview/store-overview.client.ts";
import type { StoreOverview, StoreSale } from "#features/stores/overview/store-overview.contract.ts";

const OFFER_ID = 17;
const FILE_NAME = "accounts-{offerId}.txt";
const telegram = { code: "tg", name: "Telegram", icon: null };
const indonesia = { id: 6, iso2: "ID", name: LONG_NAME, icon: "/icons/countries/id.svg" };

/** The first page of a list, with more behind it. */
const pageOf = (page: object) => ({ pages: [page], pageParams: [null] });

const services = [
  { id: 52, name: "Telegram", icon: null, external_id: "tg" },
  { id: 53, name: LONG_WORD, icon: null, external_id: "xx" },
];
const listed = { name: "Telegram, aged", count: 1_234, price: 11, min_count: 1, service_image_id: null };
const sections: OfferSection[] = [
  { group_name: "Session files", offers: [{ ...listed, id: OFFER_ID, store_name: null }] },
  {
    group_name: LONG_NAME,
    offers: [{ ...listed, id: 18, name: LONG_WORD, min_count: 10, price: 987_654.32, store_name: LONG_NAME }],
  },
];
const offer: OfferInfo = {
  ...{ id: OFFER_ID, offerId: OFFER_ID, name: LONG_NAME, description: `<p>${LONG_WORD} <b>fine</b></p>` },
  ...{ price: 987_654.32, count: 1_234, min_count: 2, registration_type: LONG_NAME, format: LONG_WORD },
  ...{ cloud_pass: true, warranty_hours: 24, service: telegram, country: indonesia, store_name: LONG_WORD },
  ...{ result: null, preparing: null },
};

const claim = (id: number, part: Partial<AccountClaim>): AccountClaim => ({
  ...{ id, state: "open", text: LONG_NAME, claimedAt: MOMENT, dueAt: MOMENT, objection: null },
  ...{ decidedAt: null, reason: null, refundKopecks: null, ...part },
});
const claims = [
  ...accountClaimStates.map((state, at) =>
    claim(at + 1, {
      ...{ state, reason: state === "open" ? null : `${LONG_NAME}: ${LONG_WORD}` },
      refundKopecks: state === "refunded" ? MUCH_KOPECKS : null,
    }),
  ),
  claim(9, { objection: `${LONG_NAME}: ${LONG_WORD}` }),
];
const bought: AccountOrder = {
  ...{ id: 700_000_001, state: "delivered", offerId: OFFER_ID, name: LONG_NAME, count: 3, preparedCount: 3 },
  ...{ service: telegram, country: indonesia, priceKopecks: 10_000, totalKopecks: MUCH_KOPECKS },
  ...{ orderedAt: MOMENT, deliveredAt: MOMENT, warrantyUntil: MOMENT, openClaims: 2 },
};
const details: AccountOrderDetails = {
  ...{ ...bought, items: ["one", "two"] },
  places: [
    { place: 1, text: `628123456789:${LONG_WORD}`, isRefunded: false, claimableUntil: MOMENT, claims: [] },
    { place: 2, text: null, isRefunded: false, claimableUntil: null, claims: [] },
    ...claims.map((one, at) => ({
      ...{ place: at + 3, text: `628123456780:${at}`, isRefunded: one.state === "refunded" },
      ...{ claimableUntil: null, claims: [one] },
    })),
  ],
};
const orders: AccountOrder[] = [
  { ...bought, id: 1, state: "held", count: 1_500, preparedCount: 1_100, warrantyUntil: null, openClaims: 0 },
  bought,
  { ...bought, id: 2, state: "cancelled", name: LONG_WORD, warrantyUntil: null, openClaims: 0 },
];

/** Presses the first choice inside once: what stands there then is what is shown. */
function Pressed({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>("[data-focus-back]")?.click(), []);
  // As wide as the edge of a page, into which a list may reach on phones.
  return (
    <div ref={place} className="px-4">
      {children}
    </div>
  );
}

/** Ready accounts: their offers, what was bought, and claims in every state. */
export function AccountParts() {
  const shop = { rubPerUsd: RUB_PER_USD, fileName: FILE_NAME };
  return (
    <Row>
      <Specimen name="Accounts, a service's offers" wide>
        <Remembering
          known={[
            [readyServicesQuery.queryKey, services],
            [readyOffersQuery("tg").queryKey, sections],
          ]}
        >
          <Pressed>
            <ReadyShop {...shop} />
          </Pressed>
        </Remembering>
      </Specimen>
      <Specimen name="Accounts, before the first look at an offer">
        <Opener name="Confirm">{(onClose) => <ConfirmDialog onConfirm={onClose} onClose={onClose} />}</Opener>
      </Specimen>
      <Specimen name="Accounts, an offer">
        <Remembering known={[[readyOfferQuery(OFFER_ID).queryKey, offer]]}>
          <Opener name="Offer">
            {(onClose) => <OfferDialog {...shop} offerId={OFFER_ID} name={LONG_NAME} onClose={onClose} />}
          </Opener>
        </Remembering>
      </Specimen>
      <Specimen name="Accounts, a large order that is being prepared">
        <OrderProgress count={123_456} preparedCount={1_100} />
      </Specimen>
      <Specimen name="Accounts, just delivered">
        <DeliveredAccounts items={[`628123456789:${LONG_WORD}`, "short:1"]} onDownload={() => {}} />
      </Specimen>
      <Specimen name="Accounts of an order, claimed in every state and not">
        <AccountPlaces order={details} rubPerUsd={RUB_PER_USD} onDownload={() => {}} />
      </Specimen>
      <Specimen name="My accounts, every state" wide>
        <Remembering known={[[accountOrdersQuery.queryKey, pageOf({ orders, nextCursor: "1" })]]}>
          <MyAccounts {...shop} />
        </Remembering>
      </Specimen>
    </Row>
  );
}

const store: StoreOverview = {
  ...{ name: LONG_NAME, description: LONG_NAME, email: "a@example.com", openedAt: MOMENT, rulesVersion: 2 },
  ...{ isAgreed: false, commissionPercent: 20, pendingKopecks: MUCH_KOPECKS, availableKopecks: MUCH_KOPECKS },
  ...{ heldKopecks: MUCH_KOPECKS, nextDueAt: MOMENT, version: 3 },
};
const storeOffer: AccountOfferView = {
  ...{ id: OFFER_ID, state: "on_sale", name: LONG_NAME, groupName: LONG_WORD, format: "session" },
  ...{ serviceId: 52, countryId: 6, registrationType: "auto", cloudPass: true, description: "<p>Fine</p>" },
  ...{ template: "login:password", priceKopecks: MUCH_KOPECKS, minCount: 2, warrantyHours: 24 },
  ...{ isBarred: true, isTakenDown: false, provenance: LONG_NAME, service: telegram, country: indonesia },
  stock: { available: 1_234_567, held: 2, sold: 1_234_567, withdrawn: 4 },
  ...{ claims: { open: 1_234, accepted: 2 }, createdAt: MOMENT },
};
const storeClaims = claims.map(
  (one): StoreClaim => ({
    ...{ ...one, orderId: bought.id, place: one.id, offerId: OFFER_ID, offerName: LONG_NAME },
    ...{ priceKopecks: MUCH_KOPECKS, uploadedAt: MOMENT, numberInUpload: 1_234, deliveredAt: MOMENT },
  }),
);
const storeSales = storeEarningStates.map(
  (state, at): StoreSale => ({
    ...{ orderId: 700_000_001 + at, offerId: OFFER_ID, offerName: LONG_NAME, count: 1_234, state },
    ...{ totalKopecks: MUCH_KOPECKS, commissionKopecks: 400, shareKopecks: MUCH_KOPECKS, dueAt: MOMENT },
    ...{ reversedKopecks: state === "reversed" ? MUCH_KOPECKS : 0, paidAt: null, soldAt: MOMENT },
  }),
);

/** A store's page for its owner: sums and offers, claims, sales, and the lines of its statement that no other balance has. */
export function StoreParts() {
  const moves = useTranslations("ledger.moves");
  const line = (move: "wait" | "release" | "reverse", at: number): StatementLine => ({
    ...{ id: at + 1, version: at + 1, at: MOMENT, number: "700000001", kind: "store_share", move },
    ...{ kindText: LONG_NAME, moveText: moves(move), reason: null, reasonText: null, page: null },
    ...{ amountKopecks: MUCH_KOPECKS, changeKopecks: availableChange(move, MUCH_KOPECKS), outcome: null },
    ...{ dueAt: move === "wait" ? MOMENT : null },
    subject: { title: LONG_WORD, detail: LONG_NAME, icon: null, detailIcon: null },
    after: { postedKopecks: MUCH_KOPECKS, heldKopecks: MUCH_KOPECKS, availableKopecks: MUCH_KOPECKS },
  });
  const statement = { filters: noFilters, choices: { kinds: [], services: [] } };
  return (
    <Row>
      <Specimen name="A store, with new rules and an offer that is stopped" wide>
        <Remembering known={[[storeOffersQuery.queryKey, pageOf({ items: [storeOffer], hasMore: true })]]}>
          <StoreCabinet initial={store} statement={statement} withdrawals={null} />
        </Remembering>
      </Specimen>
      <Specimen name="A store's claims, every state" wide>
        <Remembering
          known={[[storeClaimsQuery("open").queryKey, pageOf({ items: storeClaims, hasMore: true })]]}
        >
          <StoreClaimList />
        </Remembering>
      </Specimen>
      <Specimen name="A store's sales, every state" wide>
        <Remembering known={[[storeSalesQuery.queryKey, pageOf({ sales: storeSales, nextCursor: "1" })]]}>
          <StoreSaleList />
        </Remembering>
      </Specimen>
      <Specimen name="A store's statement" wide>
        <Card>
          <ul className="divide-y divide-line">
            {(["wait", "release", "reverse"] as const).map((move, at) => (
              <StatementLineRow key={move} line={line(move, at)} />
            ))}
          </ul>
        </Card>
      </Specimen>
    </Row>
  );
}
