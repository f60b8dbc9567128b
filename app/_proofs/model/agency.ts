import { agentShares, type Program } from "#app/_proofs/model/licence.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { findNewestAgreement } from "#features/licences/agents/agents.reads.ts";
import { acceptAgreement, publishAgreement, setAgentShare } from "#features/licences/agents/agents.writes.ts";
import {
  activateDevice,
  releaseByKey,
  releaseDevice,
  verifyKey,
} from "#features/licences/devices/devices.writes.ts";
import { agentCodeOf, givenProduct } from "#features/licences/licences.factory.ts";
import { readRevocations } from "#features/licences/revocation/revocation.reads.ts";
import { revokeLicence } from "#features/licences/revocation/revocation.writes.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence, renewLicence } from "#features/licences/sales/sale.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** A licence as the product has it: `key` is the first one that its owner was given. */
export type RealLicence = {
  readonly userId: UserId;
  readonly id: number;
  readonly uid: string;
  readonly key: string;
};
type Sold = { readonly licenceId: number; readonly replayed: boolean };
const terms = { maxPriceKopecks: null, channel: "site" } as const;

/** Programs on sale, and the agents among the people of one life after the other, who are made when somebody asks for one. */
export class Agency {
  readonly #db: Db;
  readonly #owner: Db;
  readonly #products = new Map<Program, Promise<number>>();
  readonly #codes = new Map<UserId, string>();

  constructor(db: Db, owner: Db) {
    this.#db = db;
    this.#owner = owner;
  }

  #productOf(program: Program): Promise<number> {
    const known = this.#products.get(program) ?? this.#addProduct(program);
    this.#products.set(program, known);
    return known;
  }

  async #addProduct({ price, days, devices }: Program): Promise<number> {
    const part = { priceKopecks: kopecks(price), termDays: days, deviceLimit: devices };
    return (await givenProduct(this.#owner, part)).productId;
  }

  async #versionOf(): Promise<number> {
    const newest = await findNewestAgreement(this.#db);
    return newest?.version ?? (await this.#publish());
  }

  async #publish(): Promise<number> {
    const agreement = { text: "Sell honestly.", staffId: 1 };
    return (await withTransaction(this.#db, (tx) => publishAgreement(tx, agreement))).version;
  }

  /** Somebody's link, which has accepted the newest agreement when it is made. */
  async #codeOf(userId: UserId, place: number): Promise<string> {
    const known = this.#codes.get(userId);
    if (known !== undefined) return known;
    await withTransaction(this.#owner, async (tx) => {
      await givenRole(tx, userId, "agent");
      await setAgentShare(tx, { userId, shareBasisPoints: agentShares[place] ?? 0, staffId: 1 });
    });
    await this.#accept(userId);
    const code = await agentCodeOf(this.#db, userId);
    this.#codes.set(userId, code);
    return code;
  }

  /** A new agreement, for two people who are agents. */
  async publish(people: readonly UserId[]): Promise<void> {
    for (const [place, userId] of people.entries()) await this.#codeOf(userId, place);
    await this.#publish();
  }

  async accept(userId: UserId, place: number): Promise<void> {
    await this.#codeOf(userId, place);
    await this.#accept(userId);
  }

  async #accept(userId: UserId): Promise<void> {
    await acceptAgreement(this.#db, userId, await this.#versionOf());
  }

  async buy(
    userId: UserId,
    wish: { program: Program; seller: { userId: UserId; place: number } | null },
    idempotencyKey: string,
  ): Promise<Sold> {
    const { program, seller } = wish;
    const agent = seller && { code: await this.#codeOf(seller.userId, seller.place) };
    const productId = await this.#productOf(program);
    return buyLicence(this.#db, { ...terms, userId, productId, agent, idempotencyKey });
  }

  renew({ userId, id }: RealLicence, idempotencyKey: string): Promise<Sold> {
    return renewLicence(this.#db, { ...terms, userId, licenceId: id, idempotencyKey });
  }

  async read(userId: UserId, licenceId: number): Promise<RealLicence> {
    const { uid, key } = await getLicence(this.#db, userId, licenceId);
    if (key === null) throw new Error(`licence ${licenceId} came without a key`);
    return { userId, id: licenceId, uid, key };
  }

  async revoke({ id }: RealLicence): Promise<void> {
    const step = { licenceId: id, staffId: 1, reason: "shared in public" };
    await withTransaction(this.#db, (tx) => revokeLicence(tx, step));
  }

  activate({ key }: RealLicence, device: string): Promise<unknown> {
    return activateDevice(this.#db, { key, device, name: device });
  }

  releaseByProgram({ key }: RealLicence, device: string): Promise<unknown> {
    return releaseByKey(this.#db, { key, device });
  }

  /** The owner gives the place back, if the device has one. */
  async releaseByOwner({ userId, id }: RealLicence, device: string): Promise<void> {
    const { devices } = await getLicence(this.#db, userId, id);
    const place = devices.find(({ name }) => name === device);
    if (place) await releaseDevice(this.#db, { userId, licenceId: id, deviceId: place.id });
  }

  /** What a program is told that asks with the first key, and whether the licence stands in the list of those that were revoked. */
  async ask({ key, uid }: RealLicence, device: string) {
    const { state, deviceCount, isActivated, deviceToken } = await verifyKey(this.#db, { key, device });
    const isListed = (await readRevocations(this.#db)).revoked.includes(uid);
    return { state, deviceCount, isActivated, mayRun: deviceToken !== null, isListed };
  }
}
