"use client";

import { useTranslations } from "next-intl";
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
import type { AgentSale, AgentStanding } from "#features/licences/agents/agents.contract.ts";
import { LicenceDetails } from "#features/licences/components/licence-details.island.tsx";
import { LicenceKey } from "#features/licences/components/licence-key.tsx";
import { SaleAgreement } from "#features/licences/components/sale-agreement.island.tsx";
import { SaleDialog } from "#features/licences/components/sale-dialog.island.tsx";
import { SoftwareShop } from "#features/licences/components/software-shop.island.tsx";
import type { Licence, LicenceProduct } from "#features/licences/licences.contract.ts";
import { agentQuery, agentSalesQuery, productsQuery } from "#features/licences/software.client.ts";
import { TelegramCard } from "#features/notifications/telegram/components/telegram-card.island.tsx";
import { newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import { telegramQuery } from "#features/notifications/telegram/telegram.client.ts";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";

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

const product = (id: number, part: Partial<LicenceProduct> = {}): LicenceProduct => ({
  ...{ id, code: `tool-${id}`, name: "Bulk sender", softwareType: "Automation", description: LONG_NAME },
  ...{ priceKopecks: 149_900, termDays: 30, deviceLimit: 2, versions: licence.versions, ...part },
});
const products = [
  product(1),
  product(2, { name: LONG_WORD, softwareType: LONG_NAME, priceKopecks: MUCH_KOPECKS, termDays: null }),
];

const agent: AgentStanding = {
  ...{ shareBasisPoints: 1_250, link: `https://${LONG_WORD}.example/profile/software?agent=abcd1234` },
  agreement: { version: 3, text: `${LONG_NAME}\n`.repeat(40), publishedAt: MOMENT, acceptedAt: null },
  ...{ salesCount: 1_234, soldKopecks: MUCH_KOPECKS, earnedKopecks: MUCH_KOPECKS },
};
const sale = (id: number, part: Partial<AgentSale> = {}): AgentSale => ({
  ...{ id, name: "Bulk sender", softwareType: "Automation", priceKopecks: 149_900, shareKopecks: 18_737 },
  ...{ isRenewal: false, soldAt: MOMENT, ...part },
});
const sales = [
  sale(1),
  sale(2, { name: LONG_WORD, softwareType: LONG_NAME, priceKopecks: MUCH_KOPECKS, isRenewal: true }),
];

const chat: TelegramState = {
  bot: "smsden_bot",
  chat: { name: LONG_WORD, linkedAt: MOMENT, isBlocked: true },
  ...{ kinds: newsKinds.slice(0, 2), dayCapKopecks: 100_000, confirmAboveKopecks: 10_050 },
};

/** What is bought beside numbers and accounts: licences of software, with the agents who sell them; and the linked chat. */
export function GoodsParts() {
  return (
    <Row>
      <Specimen name="A licence key">
        <LicenceKey licenceKey={KEY} />
      </Specimen>
      <Specimen name="A licence, opened">
        <LicenceDetails licence={licence} rubPerUsd={RUB_PER_USD} />
      </Specimen>
      <Specimen name="Software on sale">
        <Remembering known={[[productsQuery.queryKey, products]]}>
          <SoftwareShop rubPerUsd={RUB_PER_USD} agent={null} />
        </Remembering>
      </Specimen>
      <SoftwareSale />
      <Specimen name="A sale agreement to accept, with what was sold" wide>
        <Remembering
          known={[
            [agentQuery.queryKey, agent],
            [agentSalesQuery.queryKey, { pages: [{ sales, nextCursor: "1" }], pageParams: [null] }],
          ]}
        >
          <SaleAgreement rubPerUsd={RUB_PER_USD} />
        </Remembering>
      </Specimen>
      <Specimen name="A linked chat in which the bot was blocked" wide>
        <Remembering known={[[telegramQuery.queryKey, chat]]}>
          <TelegramCard />
        </Remembering>
      </Specimen>
    </Row>
  );
}

function SoftwareSale() {
  const t = useTranslations("licences.shop");
  return (
    <Specimen name="Software is bought">
      <Opener name="Buy software">
        {(onClose) => (
          <SaleDialog
            call={{ name: "gallery-licence", path: "licences", body: { productId: 2, agent: null } }}
            productId={2}
            title={LONG_WORD}
            priceKopecks={MUCH_KOPECKS}
            rubPerUsd={RUB_PER_USD}
            texts={{ plain: t("buy"), priced: (price) => t.rich("buyFor", { price }) }}
            onClose={onClose}
          >
            <p className="wrap-anywhere">{`${LONG_NAME}: ${LONG_WORD}`}</p>
          </SaleDialog>
        )}
      </Opener>
    </Specimen>
  );
}
