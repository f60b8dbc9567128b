import fc from "fast-check";
import { Command, expectBoth, isDone, pick, place, type Real } from "#app/_proofs/model/command.ts";
import type { Model, Person } from "#app/_proofs/model/model.ts";
import { type Rental, rentedHours, rentOffers } from "#app/_proofs/model/rent.ts";

const someRental = (model: Readonly<Model>) => model.rentShop.rentals.length > 0;
const hours = fc.constantFrom(4, ...rentedHours);

/** What was spent earns others: whoever brought the renter, and the number's owner. */
async function hear(model: Model, real: Real, who: Person): Promise<void> {
  await real.world.recordEarned();
  if (who.referrer) await real.world.follow(real.idOf(model, who));
  model.follow(who);
}

const rent = fc.tuple(place, fc.constantFrom(0, 0, 1), hours).map(
  ([at, which, time]) =>
    new Command(
      `rent(${at % 2}, ${which}, ${time} h)`,
      (model) => model.rentShop.rentals.length < 12,
      async (model, real) => {
        const who = pick(model.people, at);
        const offer = rentOffers[which as 0 | 1];
        const userId = real.idOf(model, who);
        const key = real.world.newKey();
        const call = () => real.world.letting.rent(userId, { offer, hours: time, people: real.userIds }, key);
        let rented: Awaited<ReturnType<typeof call>> | null = null;
        const renting = call().then((answer) => {
          rented = answer;
        });
        const done = await isDone(renting);
        const rental = model.rentShop.rent(who, offer, { hours: time, now: model.now });
        expectBoth("renting", rental !== null, done);
        if (!rental || !rented) return;
        const { id } = rented as { id: number };
        real.rentals.set(rental, rented);
        real.rentCalls.push({ id, again: call });
      },
    ),
);

/** Something about one of the rentals that there are. */
const about = (
  name: string,
  step: (rental: Rental<Person>, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<Command> =>
  place.map(
    (at) =>
      new Command(`${name}(${at})`, someRental, async (model, real) => {
        const rental = pick(model.rentShop.rentals, at);
        await step(rental, model, real);
        await hear(model, real, rental.renter);
      }),
  );

const extend = hours.chain((time) =>
  about(`extend ${time} h `, async (rental, model, real) => {
    const key = real.world.newKey();
    const call = () => real.world.letting.extend(real.rentalOf(rental), time, key);
    let id = 0;
    const extending = call().then((answer) => {
      id = answer.id;
    });
    const done = await isDone(extending);
    expectBoth("an extension", model.rentShop.extend(rental, time, model.now), done);
    if (done) real.rentCalls.push({ id, again: call });
  }),
);

/** The same key again: the same rental or extension, whatever has become of it, and nothing is paid. */
const rentAgain = place.map(
  (at) =>
    new Command(`rentAgain(${at})`, someRental, async (_, real) => {
      const { id, again } = pick(real.rentCalls, at);
      const answer = await again();
      if (answer.id !== id || !answer.replayed) throw new Error(`the same key made ${answer.id} of ${id}`);
    }),
);

/** `isRepeated`: the supplier tells the last one once more. */
const sms = fc.boolean().chain((isRepeated) =>
  about(isRepeated ? "rentedSmsAgain" : "rentedSms", async (rental, model, real) => {
    const kept = real.rentalOf(rental);
    const isOld = isRepeated && kept.lastSms !== null;
    kept.lastSms = isOld ? kept.lastSms : real.nextSms();
    await real.world.letting.sms(kept, kept.lastSms as bigint);
    if (!isOld) model.rentShop.sms(rental, model.now);
  }),
);

const cancel = about("cancelRental", async (rental, model, real) => {
  const done = await isDone(real.world.letting.cancel(real.rentalOf(rental)));
  expectBoth("cancelling a rental", model.rentShop.cancel(rental, model.now), done);
});

const finish = about("finishRental", async (rental, model, real) => {
  const done = await isDone(real.world.letting.finish(real.rentalOf(rental)));
  expectBoth("ending a rental", model.rentShop.finish(rental), done);
});

export const rentCommands = [rent, rent, extend, rentAgain, sms, cancel, finish];
