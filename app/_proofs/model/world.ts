import sql from "sql-template-tag";
import { Agency } from "#app/_proofs/model/agency.ts";
import { Letting } from "#app/_proofs/model/letting.ts";
import { products } from "#app/_proofs/model/model.ts";
import { decimal, MemoryProvider } from "#app/_proofs/model/provider.ts";
import { Shelves } from "#app/_proofs/model/shelves.ts";
import {
  deliverSms,
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import {
  carryOutCorrection,
  proposeCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { repayDebts } from "#features/ledger/debts/debts.jobs.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { loyaltySubscribers, payCashback } from "#features/loyalty/loyalty.jobs.ts";
import { findOpenRound } from "#features/loyalty/weeks/weeks.reads.ts";
import { roundGraceMinutes } from "#features/loyalty/weeks/weeks.rules.ts";
import {
  collectAllOwed,
  collectFrom,
  payDueEarnings,
  recordEarned,
} from "#features/partners/earnings/earnings.jobs.ts";
import { endAppealTimes } from "#features/partners/fines/fines.jobs.ts";
import { appealFine, decideFine } from "#features/partners/fines/fines.writes.ts";
import type { FineDecision } from "#features/partners/fines.rules.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { startPayment } from "#features/payments/payments.writes.ts";
import { claimDuePayments } from "#features/payments/provider-polling.writes.ts";
import { acceptNotice } from "#features/payments/provider-webhooks.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { withdrawalSubscribers } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { sendWithdrawal } from "#features/payments/withdrawals/sending/sending.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, endPersonalPrice } from "#features/pricing/pricing.writes.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson, followWallet } from "#features/referrals/people.writes.ts";
import { accrueShares, payDueShares, referralSubscribers } from "#features/referrals/referrals.jobs.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { endRests } from "#features/supply/inventory/inventory.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Subscriber } from "#lib/jobs/topics.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const COUNTRY = 6;
const STOCK = 3_000;
/** Numbers of a partner's own, for one life. */
const OWNED_STOCK = 60;
/** In the order in which the worker asks them. */
const subscribers: readonly Subscriber[] = [
  ...loyaltySubscribers,
  ...withdrawalSubscribers,
  ...referralSubscribers,
];

export type Seen = {
  posted: number;
  held: number;
  owes: number;
  earned: number;
  earnedHeld: number;
  partner: number;
  partnerHeld: number;
  partnerPending: number;
  partnerOwed: number;
  fines: string[];
  store: number;
  storeHeld: number;
  storePending: number;
  sales: string[];
  claims: string[];
  licences: string[];
  agentEarned: number;
  rentals: string[];
  payments: string[];
  orders: string[];
  withdrawals: string[];
};

/** A database with a market in it, in which one sequence after the other is lived by people of its own. */
export class World {
  readonly db: Db;
  readonly #owner: Db;
  readonly provider = new MemoryProvider();
  readonly gateways: Gateways = new Map([[this.provider.id, this.provider]]);
  readonly shelves: Shelves;
  readonly agency: Agency;
  readonly letting: Letting;
  readonly #offers = new Map<number, Offer>();
  /** Suppliers of the people of this life. */
  #owned: number[] = [];
  staff: readonly [UserId, UserId] = [0 as UserId, 0 as UserId];
  #lastKey = 0;
  #lastNumber = 650_000_000_000;

  constructor(db: Db, owner: Db) {
    this.db = db;
    this.#owner = owner;
    this.shelves = new Shelves(db, owner);
    this.agency = new Agency(db, owner);
    this.letting = new Letting(db, owner);
  }

  async furnish(): Promise<void> {
    await withTransaction(this.#owner, seedCatalogue);
    await withTransaction(this.#owner, seedPolicy);
    for (const { serviceId, price, cost, owner } of products) {
      if (owner !== null) continue;
      const input = { countryId: COUNTRY, serviceId, priceKopecks: price, costKopecks: cost, count: STOCK };
      this.#offers.set(serviceId, await givenOffer(this.#owner, input));
    }
    this.staff = [await this.newPerson(), await this.newPerson()];
  }

  newKey(): string {
    this.#lastKey += 1;
    return `key-of-the-model-${this.#lastKey}`;
  }

  async newPerson(): Promise<UserId> {
    return (await givenApiBuyer(this.#owner, 0)).userId;
  }

  /** Two people, the second brought by the first. */
  async newPair(): Promise<[UserId, UserId]> {
    const [first, second] = [await this.newPerson(), await this.newPerson()];
    await ensureFirstLink(this.db, first);
    await execute(
      this.#owner,
      sql`insert into identity_arrivals (user_id, referral_code) select ${second}, code from referrals_links where user_id = ${first}`,
    );
    await attributePerson(this.db, second);
    await this.#giveNumbers([first, second]);
    return [first, second];
  }

  /** Both are partners with numbers of their own; those of earlier lives are not on sale any more. */
  async #giveNumbers(people: readonly UserId[]): Promise<void> {
    await execute(
      this.#owner,
      sql`with ended as (update supply_suppliers set enabled = false where id = any (${this.#owned}::int[]) returning id)
          update pricing_offers set healthy = false where supplier_id in (select id from ended)`,
    );
    this.#owned = [];
    for (const { serviceId, price, cost, owner } of products) {
      const userId = owner === null ? undefined : people[owner];
      if (userId === undefined) continue;
      await withTransaction(this.#owner, (tx) => givenRole(tx, userId, "partner"));
      const input = {
        countryId: COUNTRY,
        serviceId,
        priceKopecks: price,
        costKopecks: cost,
        count: OWNED_STOCK,
      };
      const offer = await givenOffer(this.#owner, input);
      await execute(
        this.#owner,
        sql`update supply_suppliers set owner_user_id = ${userId} where id = ${offer.supplierId}`,
      );
      this.#owned.push(offer.supplierId);
      this.#offers.set(serviceId, offer);
    }
  }

  async now(): Promise<number> {
    const { now } = await one<{ now: Date }>(this.db, sql`select app_now() as now`);
    return now.getTime();
  }

  // What people and providers do

  begin(userId: UserId, amountKopecks: number): Promise<{ id: number }> {
    return startPayment(this.db, this.gateways, {
      userId,
      method: this.provider.id,
      amountKopecks,
      context: {},
      idempotencyKey: this.newKey(),
      locale: "en",
    });
  }

  async providerIdOf(paymentId: number): Promise<string> {
    const row = await one<{ id: string }>(
      this.db,
      sql`select provider_payment_id as id from payments where id = ${paymentId}`,
    );
    return row.id;
  }

  async notice(providerPaymentId: string, eventId: string, isForged = false): Promise<void> {
    await acceptNotice(this.db, this.provider, this.provider.notice(providerPaymentId, eventId, isForged));
    await this.work();
  }

  pay(providerPaymentId: string, kopecks: number): void {
    this.provider.pay(providerPaymentId, decimal(kopecks));
  }

  buy(userId: UserId, serviceId: number, idempotencyKey: string) {
    return buyActivation(this.db, {
      userId,
      serviceId,
      countryId: COUNTRY,
      operator: "any",
      maxPriceKopecks: null,
      channel: "api",
      idempotencyKey,
    });
  }

  /** Agrees a price with a person, or ends the agreement (null), whatever the product costs by then. */
  agree(userId: UserId, serviceId: number, priceKopecks: number | null): Promise<unknown> {
    const goods = { userId, serviceId, countryId: COUNTRY };
    if (priceKopecks === null) return endPersonalPrice(this.#owner, goods);
    return agreePersonalPrice(this.#owner, { ...goods, priceKopecks: kopecks(priceKopecks) });
  }

  async sms(serviceId: number, number: string, smsId: bigint): Promise<void> {
    const supplierId = this.#offers.get(serviceId)?.supplierId as number;
    const sms = { supplierId, smsId, phone: Number(number), sender: "sender", text: "your code 12345" };
    await receiveSms(this.db, sms, deliverSms);
  }

  /** A member of the staff refunds an order; above the limit a second one signs. */
  async refund(activationId: number): Promise<void> {
    const [first, second] = this.staff.map(
      (staffId) => ({ staffId, permission: "money-lead", ip: "" }) as const,
    );
    const proposal = { kind: "activation_refund", activationId, reason: "no code" } as const;
    const { id } = await proposeCorrection(this.db, proposal, first as Staff, this.newKey());
    const { state } = await one<{ state: string }>(
      this.db,
      sql`select state from back_office_corrections where id = ${id}`,
    );
    if (state === "proposed")
      await carryOutCorrection(this.db, { id, note: "" }, second as Staff, this.newKey());
    await this.work();
  }

  /** The staff fine a partner. Answers the fine's id. */
  async fine(userId: UserId, amountKopecks: number): Promise<number> {
    const proposer = { staffId: this.staff[0], permission: "money-lead", ip: "" } as const;
    const fine = { kind: "partner_fine", userId, amountKopecks, cause: "other" } as const;
    await proposeCorrection(this.db, { ...fine, reason: "a life's" }, proposer, this.newKey());
    const { id } = await one<{ id: number }>(
      this.db,
      sql`select max(id) as id from partners_fines where user_id = ${userId}`,
    );
    return id;
  }

  async appeal(userId: UserId, fineId: number): Promise<void> {
    await withTransaction(this.db, (tx) => appealFine(tx, { userId, fineId, text: "it was not me", ip: "" }));
  }

  async decideFine(fineId: number, decision: FineDecision): Promise<void> {
    const judged = { fineId, decision, reason: "we looked", staffId: this.staff[1], ip: "" };
    await withTransaction(this.db, (tx) => decideFine(tx, judged));
  }

  // What the worker does

  /** Reads on in the ledger until nothing is left, twice: sweeps run again and again. */
  async recordEarned(): Promise<void> {
    while ((await recordEarned(this.db)) > 0);
    await recordEarned(this.db);
  }

  /** Jobs as the queue gives them out: at least once, so each of them twice. */
  async work(): Promise<void> {
    for (;;) {
      const jobs = await rows<{ topic: string; payload: never }>(
        this.db,
        sql`with gone as (delete from graphile_worker._private_jobs returning id, task_id, payload)
            select t.identifier as topic, g.payload from gone g join graphile_worker._private_tasks t on t.id = g.task_id order by g.id`,
      );
      if (jobs.length === 0) return;
      for (const { topic, payload } of jobs)
        for (const subscriber of [...subscribers, ...subscribers])
          if (subscriber.topic === topic) await subscriber.handle(this.db, payload);
    }
  }

  /** Sends what was approved; asked twice, since an answer may be lost. */
  async send(withdrawalId: number): Promise<void> {
    await sendWithdrawal(this.db, this.gateways, withdrawalId);
    await sendWithdrawal(this.db, this.gateways, withdrawalId);
    await this.work();
  }

  /** The sweeps that follow on the heels of a wallet, for two people only. */
  async calm(userIds: readonly UserId[], areOwing: boolean): Promise<void> {
    if (!areOwing) return;
    for (const userId of userIds) await this.repay(userId);
    // The first look stops withdrawals that hold what a partner owes, the second one takes it.
    for (const userId of [...userIds, ...userIds]) await collectFrom(this.db, userId);
  }

  /** What the worker does within seconds: free money pays what is owed. */
  async repay(userId: UserId): Promise<void> {
    await withTransaction(this.db, (tx) => repayDebt(tx, userId));
  }

  async follow(userId: UserId): Promise<void> {
    while (await followWallet(this.db, userId));
  }

  /** Moves the database's clock, then runs what the worker repeats until nothing is left to do. */
  async passTo(moment: number): Promise<void> {
    await execute(
      this.#owner,
      sql`update job_clock set offset_interval = ${new Date(moment).toISOString()}::timestamptz - clock_timestamp()`,
    );
    for (;;) {
      const due = await listDueActivations(this.db, 1_000);
      if (due.length === 0) break;
      for (const activation of due) await expireActivation(this.db, activation);
    }
    await this.letting.passTime();
    await this.shelves.settleClaims();
    await repayDebts(this.db);
    await accrueShares(this.db);
    await this.shelves.payStores();
    const asked = await claimDuePayments(this.db, 1_000);
    for (const { providerPaymentId } of asked.toSorted((left, right) => left.id - right.id)) {
      if (providerPaymentId !== null) await settlePayment(this.db, this.provider, providerPaymentId);
      await this.work();
    }
    do await payCashback(this.db);
    while (await findOpenRound(this.db, roundGraceMinutes));
    await repayDebts(this.db);
    await accrueShares(this.db);
    while ((await payDueShares(this.db)) > 0);
    await this.recordEarned();
    while ((await payDueEarnings(this.db)) > 0);
    while ((await endAppealTimes(this.db)) > 0);
    await collectAllOwed(this.db);
    await collectAllOwed(this.db);
    await this.#refill();
  }

  /** Given-back numbers rest for a day; new ones come in, so that nobody ever finds the shop empty. */
  async #refill(): Promise<void> {
    await endRests(this.db, 1_000);
    for (const { offerId, supplierId } of this.#offers.values()) {
      if (this.#owned.includes(supplierId)) continue;
      const { left } = await one<{ left: number }>(
        this.db,
        sql`select count(*) as left from supply_stock where offer_id = ${offerId}`,
      );
      if (left > STOCK / 2) continue;
      const from = this.#lastNumber + 1;
      this.#lastNumber += STOCK;
      await execute(
        this.#owner,
        sql`insert into supply_stock (offer_id, number) select ${offerId}, n from generate_series(${from}::bigint, ${this.#lastNumber}::bigint) n`,
      );
    }
  }

  /** What is kept no longer than promised; for the checks at the end. */
  async tidy(): Promise<void> {
    while ((await forgetOldSms(this.db, 5_000)) > 0);
    while ((await forgetOldMessages(this.db, 5_000)) > 0);
    await this.letting.tidy();
  }

  /** The rows of two people, in the order in which they came to be. */
  async see(userIds: readonly UserId[]): Promise<Seen[]> {
    return rows<Seen>(this.db, {
      name: "model-see",
      text: `select coalesce(w.posted_kopecks, 0) as posted, coalesce(w.held_kopecks, 0) as held,
          coalesce((select sum(case when t.debit_account_id = d.id then t.amount_kopecks else -t.amount_kopecks end)
            from ledger_transfers t where d.id in (t.debit_account_id, t.credit_account_id)), 0)::bigint as owes,
          coalesce(r.posted_kopecks, 0) as earned, coalesce(r.held_kopecks, 0) as "earnedHeld",
          coalesce(p.posted_kopecks, 0) as partner, coalesce(p.held_kopecks, 0) as "partnerHeld",
          (select coalesce(sum(amount_kopecks), 0)::bigint from partners_earnings
            where user_id = u.id and state = 'pending') as "partnerPending",
          (select coalesce(sum(amount_kopecks - taken_kopecks), 0)::bigint from partners_earnings
            where user_id = u.id and state = 'taken_back')
            + (select coalesce(sum(amount_kopecks - reserved_kopecks), 0)::bigint from partners_fines
              where user_id = u.id and state = 'due') as "partnerOwed",
          array(select state || ' ' || reserved_kopecks from partners_fines where user_id = u.id order by id) as fines,
          coalesce(s.posted_kopecks, 0) as store, coalesce(s.held_kopecks, 0) as "storeHeld",
          (select coalesce(sum(share_kopecks - reversed_kopecks), 0)::bigint from ready_accounts_earnings
            where seller_id = u.id and state = 'pending') as "storePending",
          array(select state from ready_accounts_earnings where seller_id = u.id order by order_id) as sales,
          array(select state from ready_accounts_claims where user_id = u.id order by id) as claims,
          array(select case when l.revoked_at is not null then 'revoked' when l.valid_until <= app_now() then 'expired' else 'valid' end
              || ' ' || l.sales_count || ' ' || (select count(*) from licences_devices d where d.licence_id = l.id and d.released_at is null)
            from licences l where l.user_id = u.id order by l.id) as licences,
          (select coalesce(sum(share_kopecks), 0)::bigint from licences_sales where agent_user_id = u.id) as "agentEarned",
          array(select r.state || ' ' || (r.captured_at is not null) || ' ' || r.hours || ' ' || r.messages_count
            from rentals r where r.user_id = u.id order by r.id) as rentals,
          array(select state from payments where user_id = u.id order by id) as payments,
          array(select state from activations where user_id = u.id order by id) as orders,
          array(select state from payments_withdrawals where user_id = u.id order by id) as withdrawals
        from unnest($1::bigint[]) with ordinality u (id, place)
        left join ledger_accounts w on w.user_id = u.id
        left join ledger_accounts d on d.kind = 'debt' and d.code = 'user:' || u.id
        left join ledger_accounts r on r.kind = 'referral' and r.code = 'user:' || u.id
        left join ledger_accounts p on p.kind = 'partner' and p.code = 'user:' || u.id
        left join ledger_accounts s on s.kind = 'store' and s.code = 'user:' || u.id
        order by u.place`,
      values: [userIds],
    });
  }
}
