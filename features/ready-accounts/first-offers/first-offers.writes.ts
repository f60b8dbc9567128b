import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { firstStockText } from "#features/ready-accounts/first-offers/first-stock.rules.ts";
import {
  addOffer,
  type OfferSeller,
  type OfferTerms,
  stepOffer,
} from "#features/ready-accounts/stock/offers.writes.ts";
import { addStock } from "#features/ready-accounts/stock/stock.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** An offer as the default start begins with it, its service by the catalogue's code. */
export type FirstOffer = Omit<OfferTerms, "serviceId"> & {
  readonly serviceCode: string;
  /** Accounts in stock. */
  readonly count: number;
};

const [INDONESIA, USA] = [6, 187];

const houseOffers: readonly FirstOffer[] = [
  {
    ...{ serviceCode: "tg", countryId: INDONESIA, groupName: "Telegram: session and password" },
    ...{ name: "Telegram, a month old", registrationType: "By hand", format: "session", cloudPass: true },
    description:
      "<p>A number of Indonesia, <b>a month old</b>. The cloud password is among what you get.</p>",
    ...{ template: "phone:password:session", priceKopecks: kopecks(12_000), minCount: 1, warrantyHours: 48 },
    count: 40,
  },
  {
    ...{ serviceCode: "tg", countryId: USA, groupName: "Telegram: session and password" },
    ...{ name: "Telegram, new", registrationType: "Automatic", format: "session", cloudPass: false },
    description: "<p>A number of the USA, registered within the last days.</p>",
    ...{ template: "phone:password:session", priceKopecks: kopecks(9_000), minCount: 2, warrantyHours: 24 },
    count: 60,
  },
  {
    ...{ serviceCode: "ig", countryId: INDONESIA, groupName: "Instagram: login and e-mail" },
    ...{ name: "Instagram with its e-mail", registrationType: "Automatic", format: "text", cloudPass: false },
    description: "<p>Login and password, with those of the e-mail it was registered with.</p>",
    ...{ template: "login:password:email:email_password", priceKopecks: kopecks(6_500), minCount: 1 },
    ...{ warrantyHours: 24, count: 30 },
  },
];

/**
 * Offers of the house for the default start, so that there is something to buy. Written once, where the house has none yet: what the staff
 * make of them stays so.
 */
export async function seedFirstOffers(db: Db, staffId: number): Promise<void> {
  const isNew = async (tx: Tx) =>
    !(await maybeOne(tx, sql`select 1 from ready_accounts_offers where seller_id is null limit 1`));
  await writeOnce(db, houseOffers, { isNew, actorId: staffId });
}

/** An offer of a store for the default start, where the store has none yet. Answers its id, or null where it has. */
export async function seedStoreOffer(db: Db, offer: FirstOffer, seller: OfferSeller): Promise<number | null> {
  const isNew = async (tx: Tx) =>
    !(await maybeOne(
      tx,
      sql`select 1 from ready_accounts_offers where seller_id = ${seller.sellerId} limit 1`,
    ));
  const [id = null] = await writeOnce(db, [offer], { isNew, actorId: seller.sellerId, seller });
  return id;
}

type Writing = {
  readonly isNew: (tx: Tx) => Promise<boolean>;
  readonly actorId: number;
  readonly seller?: OfferSeller;
};

async function writeOnce(
  db: Db,
  offers: readonly FirstOffer[],
  { isNew, actorId, seller }: Writing,
): Promise<number[]> {
  const services = new Map<string, number>();
  for (const { serviceCode } of offers) {
    const service = await findServiceByCode(db, serviceCode);
    if (!service) throw new Error(`The catalogue has no service ${serviceCode}`);
    services.set(serviceCode, service.id);
  }
  return withTransaction(db, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(hashtext('ready_accounts first offers'))`);
    if (!(await isNew(tx))) return [];
    const ids: number[] = [];
    for (const { serviceCode, count, ...terms } of offers) {
      const offer = { ...terms, serviceId: services.get(serviceCode) as number };
      const { id } = await addOffer(tx, offer, seller);
      const name = `example-${serviceCode}-${id}`;
      const text = firstStockText(terms.template, { name, count, newSecret });
      await addStock(tx, {
        format: "lines",
        offerId: id,
        text,
        expiresAt: null,
        skipsRefused: false,
        actorId,
      });
      await stepOffer(tx, id, "put_on_sale");
      ids.push(id);
    }
    return ids;
  });
}

const newSecret = () => randomBytes(9).toString("base64url");
