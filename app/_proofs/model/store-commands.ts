import fc from "fast-check";
import { Command, expectBoth, isDone, pick, place } from "#app/_proofs/model/command.ts";
import type { Model } from "#app/_proofs/model/model.ts";
import { claimAnswers, wares } from "#app/_proofs/model/store.ts";

const someSale = (model: Readonly<Model>) => model.sales.length > 0;
const someClaim = (model: Readonly<Model>) => model.accountClaims.length > 0;

/** From the other's store, and sometimes from one's own, which is refused; one account or two, and more than any store has. */
export const buyAccounts = fc.tuple(place, fc.constantFrom(0, 0, 1), fc.constantFrom(1, 1, 2, 10)).map(
  ([at, which, count]) =>
    new Command(
      `buyAccounts(${at % 2}, ${which}, x${count})`,
      (model) => model.sales.length < 20,
      async (model, real) => {
        const who = pick(model.people, at);
        const ware = wares[which as 0 | 1];
        const sellerId = real.userIds[ware.owner];
        const key = real.world.newKey();
        let orderId = 0;
        const buying = real.world.shelves
          .buy(real.idOf(model, who), { sellerId, ware, count }, key)
          .then((answer) => {
            orderId = answer.orderId;
          });
        const done = await isDone(buying);
        const sale = model.buyAccounts(who, ware, count);
        expectBoth("buying accounts", sale !== null, done);
        if (!sale) return;
        real.sales.set(sale, { orderId, key });
        if (who.referrer) await real.world.follow(real.idOf(model, who));
        model.follow(who);
      },
    ),
);

/** The same key again: the same order, and nothing is paid for it. */
export const buyAccountsAgain = place.map(
  (at) =>
    new Command(`buyAccountsAgain(${at})`, someSale, async (model, real) => {
      const sale = pick(model.sales, at);
      const { orderId, key } = real.sales.get(sale)!;
      const ware = wares[model.people.findIndex(({ store }) => store === sale.store) as 0 | 1];
      const wish = { sellerId: real.userIds[ware.owner], ware, count: sale.places.length };
      const again = await real.world.shelves.buy(real.idOf(model, sale.buyer), wish, key);
      if (again.orderId !== orderId || !again.replayed)
        throw new Error(`the same key bought ${again.orderId} after ${orderId}`);
    }),
);

export const claimAccounts = fc.tuple(place, fc.constantFrom(0, 0, 1)).map(
  ([at, which]) =>
    new Command(`claimAccount(${at}, ${which})`, someSale, async (model, real) => {
      const sale = pick(model.sales, at);
      const { orderId } = real.sales.get(sale)!;
      let id = 0;
      const claiming = real.world.shelves
        .claim(real.idOf(model, sale.buyer), orderId, which + 1, real.world.newKey())
        .then(({ claimId }) => {
          id = claimId;
        });
      const done = await isDone(claiming);
      const claim = model.claim(sale, which);
      expectBoth("a claim", claim !== null, done);
      if (claim) real.claims.set(claim, id);
    }),
);

export const answerClaim = fc.tuple(place, fc.constantFrom(...claimAnswers)).map(
  ([at, answer]) =>
    new Command(`${answer}(${at})`, someClaim, async (model, real) => {
      const claim = pick(model.accountClaims, at);
      const { buyer, store } = claim.sale;
      const seller = model.people.findIndex((who) => who.store === store);
      const who = { sellerId: real.userIds[seller as 0 | 1], staffId: real.world.staff[0] };
      const id = real.claims.get(claim) as number;
      const done = await isDone(real.world.shelves.answer(id, answer, who));
      // What came back pays what is owed, and the referrer hears of it.
      await real.world.repay(real.idOf(model, buyer));
      if (buyer.referrer) await real.world.follow(real.idOf(model, buyer));
      await real.world.shelves.payStores();
      expectBoth(answer, model.answerClaim(claim, answer), done);
      model.follow(buyer);
    }),
);
