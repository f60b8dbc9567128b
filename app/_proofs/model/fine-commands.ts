import fc from "fast-check";
import { always, Command, expectBoth, isDone, pick, place } from "#app/_proofs/model/command.ts";
import type { Model } from "#app/_proofs/model/model.ts";

const finesOf = (model: Readonly<Model>) =>
  model.people.flatMap((who) => who.partner.fines.map((fine) => ({ who, fine })));
const someFine = (model: Readonly<Model>) => finesOf(model).length > 0;

/** Less than a share, and more than all of them. */
export const fine = fc.tuple(place, fc.constantFrom(500, 500, 99_000)).map(
  ([at, amount]) =>
    new Command(`fine(${at % 2}, ${amount})`, always, async (model, real) => {
      const who = pick(model.people, at);
      const id = await real.world.fine(real.idOf(model, who), amount);
      real.fines.set(who.partner.fine(amount, model.now), id);
    }),
);

export const appealFine = place.map(
  (at) =>
    new Command(`appealFine(${at})`, someFine, async (model, real) => {
      const { who, fine: one } = pick(finesOf(model), at);
      const appealing = real.world.appeal(real.idOf(model, who), real.fines.get(one) as number);
      expectBoth("an appeal", who.partner.appeal(one, model.now), await isDone(appealing));
    }),
);

export const decideFine = fc.tuple(place, fc.constantFrom("uphold", "uphold", "cancel")).map(
  ([at, decision]) =>
    new Command(`${decision}(${at})`, someFine, async (model, real) => {
      const { who, fine: one } = pick(finesOf(model), at);
      const how = decision as "uphold" | "cancel";
      const done = await isDone(real.world.decideFine(real.fines.get(one) as number, how));
      expectBoth(`to ${how} a fine`, who.partner[how](one), done);
    }),
);
