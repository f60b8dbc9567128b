import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { smsSinks } from "#app/api/sms-sinks.ts";
import {
  askMoreCodes,
  cancelActivation,
  expireActivation,
  finishActivation,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { makeIntake, type Notice, receiveTogether } from "#features/supply/intake/batch-intake.writes.ts";
import { receiveSms, redeliverSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { unseal } from "#lib/sealed-text.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];
const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

let lastKey = 0;
let lastSmsId = 0n;

type Bought = { id: number; number: number };

async function buy(userId: number, countryId: number, serviceId = TELEGRAM): Promise<Bought> {
  lastKey += 1;
  const idempotencyKey = `intake-${lastKey}`;
  const input = { operator: "any", maxPriceKopecks: null, channel: "site", idempotencyKey } as const;
  const bought = await buyActivation(db, { userId, serviceId, countryId, ...input });
  return { id: bought.id, number: Number(bought.number) };
}

async function rent(userId: number, countryId: number, serviceCode: string, hours = 24): Promise<Bought> {
  lastKey += 1;
  const input = {
    operator: "any",
    maxPriceKopecks: null,
    channel: "site",
    idempotencyKey: `rent-${lastKey}`,
  } as const;
  const rented = await rentNumber(db, { userId, serviceCode, countryId, hours, ...input });
  return { id: rented.id, number: Number(rented.number) };
}

/** Everything that can meet an SMS, each thing under its name; all of it of one supplier. */
type Scene = {
  names: Map<number, string>;
  users: number[];
  supplierId: number;
  things: Record<string, Bought>;
};

async function givenScene(countryId: number): Promise<Scene> {
  const offer = await givenOffer(db, { countryId, count: 12 });
  const { supplierId } = offer;
  const other = await givenOffer(db, { countryId, serviceId: WHATSAPP, count: 0, supplierId });
  await execute(
    db,
    sql`update pricing_offers set count = 5, healthy = true where id in (${other.offerId}, ${offer.offerId})`,
  );
  const [ann, bob, cat] = [
    await givenUser(db, 50_000),
    await givenUser(db, 50_000),
    await givenUser(db, 50_000),
  ] as const;
  const things: Record<string, Bought> = {};
  const buyBeside = async (beside: Bought) => {
    await execute(
      db,
      sql`insert into supply_stock (offer_id, number) values (${other.offerId}, ${beside.number})`,
    );
    return buy(bob, countryId, WHATSAPP);
  };
  things.expired = await buy(ann, countryId);
  things.unswept = await buy(bob, countryId);
  return {
    names: new Map(),
    users: [ann, bob, cat],
    supplierId,
    get things() {
      return things;
    },
    // The rest is bought after the clock has moved.
    ...({
      finish: async () => {
        await expireActivation(db, { id: things.expired!.id, state: "waiting" });
        things.first = await buy(ann, countryId);
        things.second = await buy(ann, countryId);
        things.again = await buy(bob, countryId);
        await receiveSms(db, notice(supplierId, things.again.number, "Telegram code 10001"), smsSinks.one);
        await askMoreCodes(db, bob, things.again.id);
        things.foreign = await buy(bob, countryId);
        things.signed = await buy(cat, countryId);
        things.signedBeside = await buyBeside(things.signed);
        things.unsigned = await buy(cat, countryId);
        things.unsignedBeside = await buyBeside(things.unsigned);
        things.wordy = await buy(cat, countryId);
        things.cancelled = await buy(cat, countryId);
        await cancelActivation(db, cat, things.cancelled.id);
        things.finished = await buy(cat, countryId);
        await receiveSms(db, notice(supplierId, things.finished.number, "Telegram code 10002"), smsSinks.one);
        await finishActivation(db, cat, things.finished.id);
      },
    } as object),
  };
}

function notice(supplierId: number, phone: number, text: string, sender = "Telegram"): Notice {
  lastSmsId += 1n;
  return { supplierId, smsId: lastSmsId, phone, sender, text };
}

/** The rentals of a scene, with a supplier of their own. */
async function givenRentals(countryId: number, userId: number, things: Record<string, Bought>) {
  const { supplierId } = await givenRentOffer(db, { countryId, count: 5, services: [TELEGRAM, null] });
  const elsewhere = sql`update supply_rent_numbers set online = supplier_id = ${supplierId}`;
  await execute(owner, elsewhere);
  things.rentUnswept = await rent(userId, countryId, "tg", 4);
  await moveClock(owner, "5 hours");
  things.rentSigned = await rent(userId, countryId, "tg");
  things.rentWhole = await rent(userId, countryId, "full");
  things.rentForeign = await rent(userId, countryId, "tg");
  things.rentAgain = await rent(userId, countryId, "full");
  await receiveSms(db, notice(supplierId, things.rentAgain.number, "code 77001", "Shop"), smsSinks.one);
  return supplierId;
}

function noticesFor(supplierId: number, rentSupplierId: number, things: Record<string, Bought>): Notice[] {
  const to = (name: string, text: string, sender?: string) =>
    notice(name.startsWith("rent") ? rentSupplierId : supplierId, things[name]!.number, text, sender);
  const first = to("first", "Telegram code 20001");
  return [
    first,
    to("second", "Telegram code 20002"),
    to("again", "Telegram code 20003"),
    to("foreign", "Your WhatsApp code: 200-004", "WhatsApp"),
    to("signed", "Your WhatsApp code: 200-005", "WhatsApp"),
    to("unsigned", "code 20006", "INFO"),
    to("expired", "Telegram code 20007"),
    to("unswept", "Telegram code 20008"),
    to("cancelled", "Telegram code 20009"),
    to("finished", "Telegram code 20010"),
    to("wordy", "Hello from Telegram"),
    notice(supplierId, 79_000_000_001, "Telegram code 20011"),
    { ...first },
    to("rentSigned", "Telegram code 20012"),
    to("rentWhole", "anything 20013", "Shop"),
    to("rentForeign", "Your WhatsApp code: 200-014", "WhatsApp"),
    to("rentAgain", "Telegram code 20015"),
    to("rentUnswept", "Telegram code 20016"),
    // The number had one already in this list.
    to("first", "Telegram code 20017"),
    // Its supplier's counter has begun anew.
    { ...first, phone: things.second!.number },
  ];
}

/** What is left of a scene, without ids and times, things by their names. */
async function traceOf(
  suppliers: readonly number[],
  users: readonly number[],
  things: Record<string, Bought>,
) {
  const nameOf = new Map(Object.entries(things).map(([name, { id }]) => [id, name]));
  const named = (text: string) => text.replace(/\d{6,}/, (id) => nameOf.get(Number(id)) ?? id);
  const ids = [...nameOf.keys()];
  const list = async (statement: ReturnType<typeof sql>) =>
    (await rows<Record<string, unknown>>(owner, statement)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => {
          if (key === "owner_id") return [key, users.indexOf(Number(value))];
          if (key === "thing_id") return [key, nameOf.get(Number(value))];
          if (key === "reference") return [key, named(String(value))];
          if (key.startsWith("sealed") && value !== null) return [key, unseal(String(value))];
          return [key, value];
        }),
      ),
    );
  const sorted = (found: Record<string, unknown>[]) => found.map((row) => JSON.stringify(row)).sort();
  return {
    orders: sorted(
      await list(sql`select id as thing_id, state, wants_more, messages_count, received_at is not null as received,
          received_at < expires_at as in_time, closed_at is not null as closed from activations where id = any (${ids})`),
    ),
    rentals: sorted(
      await list(sql`select id as thing_id, state, messages_count, received_at is not null as received,
          captured_at is not null as captured, due_at = expires_at as due_at_end from rentals where id = any (${ids})`),
    ),
    messages:
      await list(sql`select activation_id as thing_id, sender, sealed_text, sealed_code, late, received_at > app_now() - interval '1 hour' as new
        from activations_messages where activation_id = any (${ids}) order by activation_id, id`),
    rentalMessages:
      await list(sql`select rental_id as thing_id, sealed_sender, sealed_text, sealed_code from rentals_messages
        where rental_id = any (${ids}) order by rental_id, id`),
    sms: sorted(
      await list(
        sql`select sealed_sender, sealed_text, text_length, matched from supply_sms where supplier_id = any (${suppliers})`,
      ),
    ),
    wallets:
      await list(sql`select user_id as owner_id, posted_kopecks, held_kopecks, version, open_orders from ledger_accounts
        where user_id = any (${users}) order by user_id`),
    history:
      await list(sql`select a.user_id as owner_id, t.kind, t.phase, t.amount_kopecks, t.reference, t.posted_after_kopecks,
          t.held_after_kopecks, t.account_version, t.reason, t.debit_account_id = t.account_id as is_debit
        from ledger_transfers t join ledger_accounts a on a.id = t.account_id
        where a.user_id = any (${users}) and t.kind <> 'demo_credit' order by a.user_id, t.account_version`),
    shares: sorted(
      await list(sql`select t.kind, t.phase, t.amount_kopecks, t.reference, t.reason from ledger_transfers t
        join ledger_accounts a on a.id = t.credit_account_id
        where a.kind = 'supplier' and a.code = any (${suppliers.map((id) => `supplier:${id}`)})`),
    ),
    events: sorted(
      await list(sql`select user_id as owner_id, kind, data->>'state' as state, coalesce(data->>'activationId', data->>'rentalId') as reference
        from job_events where user_id = any (${users})`),
    ),
  };
}

type FullScene = { notices: Notice[]; trace: () => ReturnType<typeof traceOf> };

/** Two scenes alike, at the same moment of the clock. */
async function givenTwins(): Promise<[FullScene, FullScene]> {
  const scenes = [await givenScene(6), await givenScene(7)] as const;
  const finishers = scenes as unknown as { finish: () => Promise<void> }[];
  // A rental lives on for hours after an order has expired.
  const rentSuppliers: number[] = [];
  for (const [at, scene] of scenes.entries())
    rentSuppliers.push(await givenRentals(at === 0 ? 6 : 7, scene.users[2] as number, scene.things));
  for (const { finish } of finishers) await finish();
  const made = scenes.map((scene, at) => {
    const suppliers = [scene.supplierId, rentSuppliers[at] as number];
    return {
      notices: noticesFor(scene.supplierId, rentSuppliers[at] as number, scene.things),
      trace: () => traceOf(suppliers, scene.users, scene.things),
    };
  });
  return made as unknown as [FullScene, FullScene];
}

describe("SMS that are taken in together", () => {
  it("are answered and leave the same, row by row, as one by one", async () => {
    const [single, together] = await givenTwins();
    expect(await together.trace()).toEqual(await single.trace());

    const alone: boolean[] = [];
    for (const sms of single.notices) alone.push(await receiveSms(db, sms, smsSinks.one));
    const batched = await receiveTogether(db, together.notices, smsSinks.many);
    // What goes alone: a second SMS for a number, and the same SMS again.
    const isAlone = batched.map((answer) => answer === null);
    expect(isAlone.flatMap((is, at) => (is ? at : []))).toEqual([12, 18, 19]);
    for (const [at, answer] of batched.entries())
      if (answer === null) batched[at] = await receiveSms(db, together.notices[at] as Notice, smsSinks.one);

    expect(batched).toEqual(alone);
    expect(alone.flatMap((isNew, at) => (isNew ? [] : at))).toEqual([12]);
    const [left, right] = [await single.trace(), await together.trace()];
    expect(right).toEqual(left);
    expect(left.messages.filter(({ late }) => late).map(({ thing_id }) => thing_id)).toEqual([
      ...["expired", "unswept"],
    ]);
    expect(left.history.filter(({ reason }) => reason === "sms_received").length).toBeGreaterThan(7);

    // Told once more, all of it is known.
    const again = await receiveTogether(db, together.notices, smsSinks.many);
    expect(again.some((answer) => answer === true)).toBe(false);
    expect(await together.trace()).toEqual(right);
    for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
    for (const id of await listDueRentals(db, 100)) await passTime(db, id);
  });

  it("count once when two processes are told them at the same moment, three times each", async () => {
    const { supplierId } = await givenOffer(db, { countryId: 10, count: 90 });
    const users = await Promise.all(Array.from({ length: 30 }, () => givenUser(db, 3 * 1_400)));
    const orders = await Promise.all(
      users.flatMap((userId) => Array.from({ length: 3 }, () => buy(userId, 10))),
    );
    const notices = orders.map(({ number }) => notice(supplierId, number, "Telegram code 30001"));
    const intakes = [makeIntake(smsSinks), makeIntake(smsSinks)];
    const told = [...notices, ...notices.toReversed(), ...notices];
    const answers = await Promise.all(intakes.flatMap((takeIn) => told.map((sms) => takeIn(db, sms))));
    expect(answers.filter(Boolean)).toHaveLength(90);
    const left = await one(
      db,
      sql`select count(*)::int as orders, sum(messages_count)::int as messages, count(distinct a.xmin::text) < 60 as together
          from activations a where id = any (${orders.map(({ id }) => id)}) and state = 'received'`,
    );
    expect(left).toEqual({ orders: 90, messages: 90, together: true });
    const wallets = await one(
      db,
      sql`select sum(posted_kopecks)::int as posted, sum(held_kopecks)::int as held from ledger_accounts
          where user_id = any (${users})`,
    );
    expect(wallets).toEqual({ posted: 0, held: 0 });
  });

  it("reach an order that got their number while they were taken in", async () => {
    const { supplierId, numbers } = await givenOffer(db, { countryId: 22, count: 1 });
    const userId = await givenUser(db, 1_400);
    const phone = numbers[0] as number;
    let order: Bought | null = null;
    const late = notice(supplierId, phone, "Telegram code 60001");
    await receiveTogether(db, [late], async (tx, rules, batch) => {
      const taken = await smsSinks.many(tx, rules, batch);
      if (order) return taken;
      order = await buy(userId, 22);
      // It looks for what came before it, and cannot see what is not committed.
      const seen = await redeliverSms(db, { supplierId, phone, withinSeconds: 60 }, smsSinks.one);
      expect([taken.size, seen]).toEqual([0, 0]);
      return taken;
    });
    const left = await one(
      db,
      sql`select a.state, s.matched from activations a, supply_sms s
          where a.id = ${(order as unknown as Bought).id} and s.supplier_id = ${supplierId}`,
    );
    expect(left).toEqual({ state: "received", matched: true });
  });

  it("meet a cancel at the same moment with one outcome for each order", async () => {
    const { supplierId } = await givenOffer(db, { countryId: 15, count: 60 });
    const userId = await givenUser(db, 60 * 1_400);
    const orders = await Promise.all(Array.from({ length: 60 }, () => buy(userId, 15)));
    const takeIn = makeIntake(smsSinks);
    await Promise.allSettled(
      orders.flatMap(({ id, number }) => [
        takeIn(db, notice(supplierId, number, "Telegram code 40001")),
        cancelActivation(db, userId, id),
      ]),
    );
    const outcomes = await rows<{ state: string; phase: string; n: number }>(
      db,
      sql`select a.state, t.phase, count(*)::int as n from activations a join ledger_transfers t on t.pending_id = a.hold_id
          where a.id = any (${orders.map(({ id }) => id)}) group by 1, 2`,
    );
    expect(outcomes.reduce((sum, { n }) => sum + n, 0)).toBe(60);
    expect(outcomes.every(({ state, phase }) => (state === "received" ? "post" : "void") === phase)).toBe(
      true,
    );
  });

  it("do not fail with the one that the database or our own code cannot take", async () => {
    const { supplierId } = await givenOffer(db, { countryId: 16, count: 20 });
    const userId = await givenUser(db, 20 * 1_400);
    const orders = await Promise.all(Array.from({ length: 20 }, () => buy(userId, 16)));
    const notices = orders.map(({ number }) => notice(supplierId, number, "Telegram code 50001"));
    notices[10] = { ...(notices[10] as Notice), phone: 1e19 };
    notices[11] = { ...(notices[11] as Notice), text: "poison" };
    const poisoned = <T extends { text: string }>(all: readonly T[]) => {
      if (all.some(({ text }) => text === "poison")) throw new TypeError("poison");
    };
    const takeIn = makeIntake({
      one: async (tx, rules, sms) => {
        poisoned([sms]);
        return smsSinks.one(tx, rules, sms);
      },
      many: async (tx, rules, batch) => {
        poisoned(batch);
        return smsSinks.many(tx, rules, batch);
      },
    });
    const settled = await Promise.allSettled(notices.map((sms) => takeIn(db, sms)));
    expect(settled.flatMap(({ status }, at) => (status === "rejected" ? at : []))).toEqual([10, 11]);
    const received = await one(
      db,
      sql`select count(*)::int as n from activations where id = any (${orders.map(({ id }) => id)}) and state = 'received'`,
    );
    expect(received).toEqual({ n: 18 });
  });
});
