import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { always, Command, expectBoth, isDone, pick, place, type Real } from "#app/_proofs/model/command.ts";
import { devices, type Licence, type LicenceSale, programs } from "#app/_proofs/model/licence.ts";
import type { Model, Person } from "#app/_proofs/model/model.ts";

const someLicence = (model: Readonly<Model>) => model.shop.licences.length > 0;
const device = fc.constantFrom(...devices);

type Sold = { readonly licenceId: number; readonly replayed: boolean };

/** The product and the model sell; the same call can be made again later. */
async function sell(
  real: Real,
  what: string,
  { call, meant }: { call: () => Promise<Sold>; meant: () => LicenceSale<Person> | null },
): Promise<{ sale: LicenceSale<Person>; id: number } | null> {
  let id = 0;
  const selling = call().then(({ licenceId }) => {
    id = licenceId;
  });
  const done = await isDone(selling);
  const sale = meant();
  expectBoth(what, sale !== null, done);
  if (!sale) return null;
  real.licenceSales.set(sale, { id, again: call });
  return { sale, id };
}

/** Of the house, by the other's link, or by one's own: so agents sell to customers without an account. */
const buyLicence = fc
  .tuple(place, fc.constantFrom(0, 0, 1), fc.constantFrom("the house", "the other", "the other", "oneself"))
  .map(
    ([at, which, from]) =>
      new Command(
        `buyLicence(${at % 2}, ${which}, of ${from})`,
        (model) => model.shop.licences.length < 10,
        async (model, real) => {
          const who = pick(model.people, at);
          const program = programs[which as 0 | 1];
          const seller = from === "the house" ? null : from === "oneself" ? who : pick(model.people, at + 1);
          const key = real.world.newKey();
          const userId = real.idOf(model, who);
          const byLink = seller && {
            userId: real.idOf(model, seller),
            place: model.people.indexOf(seller),
          };
          const sold = await sell(real, "buying a licence", {
            call: () => real.world.agency.buy(userId, { program, seller: byLink }, key),
            meant: () => model.shop.buy(who, program, seller, model.now),
          });
          if (sold) real.licences.set(sold.sale.licence, await real.world.agency.read(userId, sold.id));
        },
      ),
  );

/** Something about one of the licences that there are. */
const about = (
  name: string,
  step: (licence: Licence<Person>, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<Command> =>
  place.map(
    (at) =>
      new Command(`${name}(${at})`, someLicence, (model, real) =>
        step(pick(model.shop.licences, at), model, real),
      ),
  );

const renewLicence = about("renewLicence", async (licence, model, real) => {
  const key = real.world.newKey();
  await sell(real, "a renewal", {
    call: () => real.world.agency.renew(real.licenceOf(licence), key),
    meant: () => model.shop.renew(licence, model.now),
  });
});

/** The same key again: the same licence, and nothing is paid for it, whatever has become of it. */
const sellAgain = place.map(
  (at) =>
    new Command(
      `sellAgain(${at})`,
      (model) => model.shop.sales.length > 0,
      async (model, real) => {
        const { id, again } = real.licenceSales.get(pick(model.shop.sales, at))!;
        const { licenceId, replayed } = await again();
        if (licenceId !== id || !replayed) throw new Error(`the same key sold ${licenceId} after ${id}`);
      },
    ),
);

const revokeLicence = about("revokeLicence", async (licence, _, real) => {
  const done = await isDone(real.world.agency.revoke(real.licenceOf(licence)));
  expectBoth("revoking", !licence.isRevoked, done);
  licence.isRevoked = true;
});

const activate = fc.tuple(place, device, fc.integer({ min: 1, max: 3 })).map(
  ([at, which, times]) =>
    new Command(`activate(${at}, ${which}, x${times})`, someLicence, async (model, real) => {
      const licence = pick(model.shop.licences, at);
      const asking = Array.from({ length: times }, () =>
        isDone(real.world.agency.activate(real.licenceOf(licence), which)),
      );
      const done = await Promise.all(asking);
      const isAllowed = licence.activate(which, model.now);
      for (const one of done) expectBoth("an activation", isAllowed, one);
    }),
);

/** By the program or by the owner, also where the device has no place. */
const release = fc.tuple(place, device, fc.boolean()).map(
  ([at, which, isByOwner]) =>
    new Command(
      `release(${at}, ${which}${isByOwner ? ", by its owner" : ""})`,
      someLicence,
      async (model, real) => {
        const licence = pick(model.shop.licences, at);
        const { agency } = real.world;
        const known = real.licenceOf(licence);
        await (isByOwner ? agency.releaseByOwner(known, which) : agency.releaseByProgram(known, which));
        licence.release(which);
      },
    ),
);

const askKey = fc.tuple(place, device).map(
  ([at, which]) =>
    new Command(`askKey(${at}, ${which})`, someLicence, async (model, real) => {
      const licence = pick(model.shop.licences, at);
      const told = await real.world.agency.ask(real.licenceOf(licence), which);
      const state = licence.stateAt(model.now);
      const isActivated = licence.runsOn(which);
      const meant = {
        ...{ state, isActivated, deviceCount: licence.taken.length },
        mayRun: isActivated && state === "valid",
        isListed: licence.isListedAsRevoked(model.now),
      };
      if (!isDeepStrictEqual(told, meant))
        throw new Error(`a key is told ${JSON.stringify(told)}, and means ${JSON.stringify(meant)}`);
    }),
);

const agreement = fc.tuple(place, fc.constantFrom("publish", "accept", "accept")).map(
  ([at, how]) =>
    new Command(`${how}Agreement(${at % 2})`, always, async (model, real) => {
      if (how === "publish") {
        await real.world.agency.publish(real.userIds);
        model.shop.publish();
        return;
      }
      const who = pick(model.people, at);
      await real.world.agency.accept(real.idOf(model, who), model.people.indexOf(who));
      model.shop.accept(who);
    }),
);

export const licenceCommands = [
  ...[buyLicence, renewLicence, sellAgain, revokeLicence],
  ...[activate, activate, release, askKey, agreement],
];
