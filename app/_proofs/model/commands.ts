import fc from "fast-check";
import { always, Command, expectBoth, isDone, pick, place, type Real } from "#app/_proofs/model/command.ts";
import { appealFine, decideFine, fine } from "#app/_proofs/model/fine-commands.ts";
import { licenceCommands } from "#app/_proofs/model/licence-commands.ts";
import {
  type EarnedBalance,
  type Model,
  nextMonday,
  type Payment,
  type Person,
  type Product,
  products,
  type Withdrawal,
} from "#app/_proofs/model/model.ts";
import { rentCommands } from "#app/_proofs/model/rent-commands.ts";
import {
  answerClaim,
  buyAccounts,
  buyAccountsAgain,
  claimAccounts,
} from "#app/_proofs/model/store-commands.ts";
import {
  cancelActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { approveWithdrawal, rejectWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
} from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import type { UserId } from "#lib/api/actor.ts";

const MINUTE = 60_000;

const somePayment = (model: Readonly<Model>) => model.payments.length > 0;
const someOrder = (model: Readonly<Model>) => model.orders.length > 0;
const someWithdrawal = (model: Readonly<Model>) => model.withdrawals.length > 0;
const credited = (model: Readonly<Model>) => model.payments.filter(({ creditedAt }) => creditedAt !== null);
const idsOf = (real: Real, payment: Payment) =>
  real.payments.get(payment) as { id: number; providerId: string };

let lastEvent = 0;
function newEvent(): string {
  lastEvent += 1;
  return `event-${lastEvent}`;
}

/** Round sums and odd ones, on both sides of the bonus and of every step of the cashback ladder. */
const amounts = [
  1_000, 9_999, 30_000, 99_999, 100_000, 100_001, 150_001, 299_999, 300_000, 1_000_000, 3_000_000,
];

const begin = fc.tuple(place, fc.constantFrom(...amounts)).map(
  ([at, amount]) =>
    new Command(
      `begin(${at % 2}, ${amount})`,
      (model) => model.payments.length < 30,
      async (model, real) => {
        const who = pick(model.people, at);
        const { id } = await real.world.begin(real.idOf(model, who), amount);
        const payment = model.begin(who, amount);
        real.payments.set(payment, { id, providerId: await real.world.providerIdOf(id) });
      },
    ),
);

/** The payer pays; nothing of it is known here until a notice comes or somebody asks. */
const pay = fc.tuple(place, fc.constantFrom("exact", "exact", "exact", "less", "more")).map(
  ([at, how]) =>
    new Command(`pay(${at}, ${how})`, somePayment, async (model, real) => {
      const payment = pick(model.payments, at);
      if (payment.creditedAt !== null || payment.gone) return;
      // Who paid too little pays the rest.
      payment.paid =
        payment.paid === "less"
          ? "exact"
          : payment.paid === "no"
            ? (how as "exact" | "less" | "more")
            : payment.paid;
      const more = { no: 0, exact: 0, less: -1, more: 1 }[payment.paid];
      real.world.pay(idsOf(real, payment).providerId, payment.amount + more);
    }),
);

/** Late, early, in any order; doubled ones come together. */
const notice = fc.tuple(place, fc.integer({ min: 1, max: 3 })).map(
  ([at, times]) =>
    new Command(`notice(${at}, x${times})`, somePayment, async (model, real) => {
      const payment = pick(model.payments, at);
      const event = newEvent();
      for (let time = 0; time < times; time += 1)
        await real.world.notice(idsOf(real, payment).providerId, event);
      model.settle(payment);
    }),
);

/** The usual way: paid and told at once. */
const topUp = fc.tuple(place, fc.constantFrom(...amounts)).map(
  ([at, amount]) =>
    new Command(
      `topUp(${at % 2}, ${amount})`,
      (model) => model.payments.length < 30,
      async (model, real) => {
        const who = pick(model.people, at);
        const { id } = await real.world.begin(real.idOf(model, who), amount);
        const payment = model.begin(who, amount);
        const providerId = await real.world.providerIdOf(id);
        real.payments.set(payment, { id, providerId });
        payment.paid = "exact";
        real.world.pay(providerId, amount);
        const event = newEvent();
        await Promise.all([real.world.notice(providerId, event), real.world.notice(providerId, event)]);
        model.settle(payment);
      },
    ),
);

const forged = place.map(
  (at) =>
    new Command(`forged(${at})`, somePayment, async (model, real) => {
      const { providerId } = idsOf(real, pick(model.payments, at));
      expectBoth("a forged notice", false, await isDone(real.world.notice(providerId, newEvent(), true)));
    }),
);

const loss = fc.tuple(place, fc.constantFrom("refund", "charge_back"), fc.constantFrom(3, 2, 1)).map(
  ([at, as, share]) =>
    new Command(
      `loss(${at}, ${as}, 1/${share})`,
      (model) => credited(model).length > 0,
      async (model, real) => {
        const payment = pick(credited(model), at);
        const { providerId } = idsOf(real, payment);
        // Our own refunds are gone as well, and what is gone does not come back this way.
        const least = payment.gone?.amount ?? 0;
        const amount = Math.max(least, Math.floor(payment.amount / share));
        payment.gone = { as: as as "refund" | "charge_back", amount };
        real.world.provider.reverse(providerId, payment.gone.as, amount);
        await real.world.notice(providerId, newEvent());
        model.settle(payment);
      },
    ),
);

/** A dispute is won: what the provider had taken comes back; what we sent back ourselves does not. */
const won = place.map(
  (at) =>
    new Command(
      `won(${at})`,
      (model) => credited(model).some(({ debt }) => debt > 0),
      async (model, real) => {
        const payment = pick(
          credited(model).filter(({ debt }) => debt > 0),
          at,
        );
        const { providerId } = idsOf(real, payment);
        const ours = payment.reversed - payment.debt;
        payment.gone = ours > 0 ? { as: "refund", amount: ours } : null;
        real.world.provider.reverse(providerId, "refund", ours);
        await real.world.notice(providerId, newEvent());
        model.settle(payment);
      },
    ),
);

const buy = fc.tuple(place, fc.constantFrom(0, 0, 1, 1, 2)).map(
  ([at, which]) =>
    new Command(
      `buy(${at % 2}, ${which})`,
      (model) => model.orders.length < 40,
      async (model, real) => {
        const who = pick(model.people, at);
        const product = products[which as 0 | 1 | 2];
        const { serviceId } = product;
        const key = real.world.newKey();
        let bought: { id: number; number: string } | null = null;
        const buying = real.world.buy(real.idOf(model, who), serviceId, key).then((answer) => {
          bought = answer;
        });
        const done = await isDone(buying);
        const order = model.buy(who, product);
        expectBoth("buying", order !== null, done);
        if (!order || !bought) return;
        const { id, number } = bought as { id: number; number: string };
        real.orders.set(order, { id, number, serviceId, key, lastSms: null });
      },
    ),
);

/** What a price may be agreed at: below the cost, at it, within the margin, above what everybody pays; null ends it. */
const agreements = {
  none: () => null,
  "below cost": ({ cost }: Product) => cost - 1,
  "at cost": ({ cost }: Product) => cost,
  "within the margin": ({ cost, price }: Product) => Math.floor((cost + price) / 2),
  "above everybody's": ({ price }: Product) => price + 111,
} as const;

const agree = fc
  .tuple(
    place,
    fc.constantFrom(0, 1, 2),
    fc.constantFrom(...(Object.keys(agreements) as (keyof typeof agreements)[])),
  )
  .map(
    ([at, which, howMuch]) =>
      new Command(
        `agree(${at % 2}, ${which}, ${howMuch})`,
        () => true,
        async (model, real) => {
          const who = pick(model.people, at);
          const product = products[which as 0 | 1 | 2];
          const price = agreements[howMuch](product);
          await real.world.agree(real.idOf(model, who), product.serviceId, price);
          if (price === null) who.agreed.delete(product.serviceId);
          else who.agreed.set(product.serviceId, price);
        },
      ),
  );

const buyAgain = place.map(
  (at) =>
    new Command(`buyAgain(${at})`, someOrder, async (model, real) => {
      const order = pick(model.orders, at);
      const { id, key, serviceId } = real.orders.get(order)!;
      const again = await real.world.buy(real.idOf(model, order.who), serviceId, key);
      if (again.id !== id || !again.replayed) throw new Error(`the same key bought ${again.id} after ${id}`);
    }),
);

/** `isRepeated`: the supplier tells the last one once more. */
const sms = fc.tuple(place, fc.boolean()).map(
  ([at, isRepeated]) =>
    new Command(`sms(${at}${isRepeated ? ", again" : ""})`, someOrder, async (model, real) => {
      const order = pick(model.orders, at);
      const kept = real.orders.get(order)!;
      const isOld = isRepeated && kept.lastSms !== null;
      kept.lastSms = isOld ? kept.lastSms : real.nextSms();
      await real.world.sms(kept.serviceId, kept.number, kept.lastSms as bigint);
      await real.world.recordEarned();
      if (!isOld && order.expires > model.now) model.sms(order);
      if (order.who.referrer) await real.world.follow(real.idOf(model, order.who));
      model.follow(order.who);
    }),
);

const end = fc.tuple(place, fc.constantFrom("cancel", "cancel", "report", "finish")).map(
  ([at, how]) =>
    new Command(`${how}(${at})`, someOrder, async (model, real) => {
      const order = pick(model.orders, at);
      const { id } = real.orders.get(order)!;
      const userId = real.idOf(model, order.who);
      const act = { cancel: cancelActivation, report: reportActivation, finish: finishActivation }[
        how as "cancel"
      ];
      const done = await isDone(act(real.world.db, userId, id));
      const allowed =
        how === "finish"
          ? model.finish(order)
          : model.refundOrder(order, how === "cancel" ? "cancelled" : "banned");
      expectBoth(how, allowed, done);
    }),
);

/** The staff give a paid order back, above a limit two of them. */
const refund = place.map(
  (at) =>
    new Command(`refund(${at})`, someOrder, async (model, real) => {
      const order = pick(model.orders, at);
      const { id } = real.orders.get(order)!;
      const done = await isDone(real.world.refund(id));
      if (order.who.referrer) await real.world.follow(real.idOf(model, order.who));
      await real.world.recordEarned();
      expectBoth("refunding", model.refund(order), done);
      model.follow(order.who);
    }),
);

const askBack = fc.tuple(place, fc.constantFrom("all", "all", 10_000, 9_999, 25_001)).map(
  ([at, wanted]) =>
    new Command(
      `askBack(${at}, ${wanted})`,
      (model) => credited(model).length > 0,
      async (model, real) => {
        const payment = pick(credited(model), at);
        const amount =
          wanted === "all" ? (model.unused(payment.who).topUps.get(payment) ?? 0) : (wanted as number);
        const from = { payment, source: "top_up" } as const;
        await request(model, real, payment.who, from, amount, () => model.askBack(payment, amount));
      },
    ),
);

const sourceOf = { earned: "referral", partner: "partner", store: "store" } as const;
const earnedBalances = ["earned", "partner", "partner", "store"] as const satisfies EarnedBalance[];

/** What referrals, one's own modems or one's own store earned. */
const takeEarned = fc.tuple(place, fc.boolean(), fc.constantFrom(...earnedBalances)).map(
  ([at, isAll, balance]) =>
    new Command(
      `takeEarned(${at % 2}, ${isAll ? "all" : "the least"}, ${balance})`,
      (model) => model.people.some((who) => who[balance].posted > 0),
      async (model, real) => {
        const who = pick(model.people, at);
        const amount = isAll ? who[balance].posted - who[balance].held : 9_900;
        const from = { payment: null, source: sourceOf[balance] } as const;
        await request(model, real, who, from, amount, () => model.takeEarned(who, amount, balance));
      },
    ),
);

async function request(
  model: Model,
  real: Real,
  who: Person,
  { payment, source }: { payment: Payment | null; source: "top_up" | "referral" | "partner" | "store" },
  amountKopecks: number,
  ask: () => Withdrawal | null,
): Promise<void> {
  if (amountKopecks <= 0) return;
  let id = 0;
  const asking = requestWithdrawal(real.world.db, real.world.gateways, {
    userId: real.idOf(model, who),
    source,
    method: payment ? "source" : "balance",
    amountKopecks,
    paymentId: payment ? idsOf(real, payment).id : null,
    destination: null,
    idempotencyKey: real.world.newKey(),
  }).then((answer) => {
    id = answer.id;
  });
  const done = await isDone(asking);
  const withdrawal = ask();
  expectBoth(`a withdrawal of ${amountKopecks}`, withdrawal !== null, done);
  if (withdrawal) real.withdrawals.set(withdrawal, id);
}

const decide = fc.tuple(place, fc.constantFrom("approve", "approve", "reject", "cancelRequest")).map(
  ([at, how]) =>
    new Command(`${how}(${at})`, someWithdrawal, async (model, real) => {
      const withdrawal = pick(model.withdrawals, at);
      const id = real.withdrawals.get(withdrawal) as number;
      const { db, staff } = real.world;
      const [first, second] = staff;
      if (how === "approve") {
        const sign = (staffId: UserId) =>
          approveWithdrawal(db, { withdrawalId: id, staffId, reason: "fine" });
        // Above the limit two people sign; below it the second finds it done.
        const done = await isDone(sign(first));
        await isDone(sign(second));
        await real.world.send(id);
        expectBoth("approving", model.approve(withdrawal), done);
      } else if (how === "reject") {
        const done = await isDone(rejectWithdrawal(db, { withdrawalId: id, staffId: first, reason: "no" }));
        expectBoth("rejecting", model.release(withdrawal, "rejected"), done);
      } else {
        const userId = real.idOf(model, withdrawal.who);
        const done = await isDone(cancelWithdrawal(db, userId, id));
        expectBoth("cancelling", model.release(withdrawal, "cancelled"), done);
      }
    }),
);

/** Far enough from every moment at which something changes, since the real clock runs on while the sequence does. */
function clearOf(model: Model, moment: number): number {
  const edges = model.edges();
  let clear = moment;
  while (edges.some((edge) => Math.abs(edge - clear) < 2 * MINUTE)) clear += 5 * MINUTE;
  return clear;
}

const wait = fc.constantFrom(11, 25, 75, 1_500, 8 * 1_440).map(
  (minutes) =>
    new Command(`wait(${minutes} min)`, always, async (model, real) => {
      await pass(model, real, model.now + minutes * MINUTE);
    }),
);

const monday = fc.constant(
  new Command("waitForMonday()", always, async (model, real) => {
    await pass(model, real, nextMonday(model.now) + 15 * MINUTE);
  }),
);

async function pass(model: Model, real: Real, moment: number): Promise<void> {
  const clear = clearOf(model, moment);
  await real.world.passTo(clear);
  model.passTo(clear);
}

/** Everything that can happen, the usual things more often. */
export const allCommands = [
  topUp,
  topUp,
  topUp,
  begin,
  pay,
  pay,
  notice,
  notice,
  forged,
  loss,
  won,
  buy,
  buy,
  buy,
  agree,
  buyAgain,
  sms,
  sms,
  sms,
  end,
  end,
  refund,
  askBack,
  askBack,
  takeEarned,
  takeEarned,
  fine,
  appealFine,
  decideFine,
  buyAccounts,
  buyAccounts,
  buyAccountsAgain,
  claimAccounts,
  claimAccounts,
  answerClaim,
  ...licenceCommands,
  ...rentCommands,
  decide,
  decide,
  wait,
  wait,
  monday,
];

/** What a store's money goes through, by the shortest way there. */
export const storeCommands = [
  ...[topUp, topUp, buyAccounts, buyAccounts, buyAccountsAgain, claimAccounts, claimAccounts, answerClaim],
  ...[takeEarned, takeEarned, decide, wait, wait],
];

/** What licences go through, and their agents' money, by the shortest way there. */
export const softwareCommands = [
  ...[topUp, topUp, ...licenceCommands, ...licenceCommands, loss, sms, buy, askBack, decide, wait, wait],
];

/** What rented numbers go through, and what their owners earn by them, by the shortest way there. */
export const rentalCommands = [
  ...[topUp, topUp, ...rentCommands, ...rentCommands, loss, takeEarned, decide, wait, wait, wait],
];

/** What a partner's money goes through, by the shortest way there. */
export const partnerCommands = [
  ...[topUp, buy, buy, sms, sms, sms, refund, refund, takeEarned, decide],
  ...[fine, appealFine, decideFine, wait],
];
