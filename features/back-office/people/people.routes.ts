import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  getPersonEndpoint,
  listPeopleEndpoint,
  listPersonGoodsEndpoint,
  listPersonNumbersEndpoint,
  listWalletLinesEndpoint,
  type PersonDetails,
  setRoleEndpoint,
  suspendPersonEndpoint,
} from "#features/back-office/people/people.contract.ts";
import { findPerson, listPeople, listWalletLines } from "#features/back-office/people/people.reads.ts";
import { suspendPerson } from "#features/back-office/people/people.writes.ts";
import { listPersonGoods, listPersonNumbers } from "#features/back-office/people/person-numbers.reads.ts";
import { setPersonRole } from "#features/back-office/people/person-roles.writes.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

async function getPerson(db: Db, id: number): Promise<PersonDetails> {
  const person = await findPerson(db, id);
  if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  return person;
}

export const peopleRoutes = [
  route(listPeopleEndpoint, ({ db, query }) => listPeople(db, query)),
  route(getPersonEndpoint, ({ db, params }) => getPerson(db, params.id)),
  route(listWalletLinesEndpoint, ({ db, params, query }) => listWalletLines(db, params.id, query.before)),
  route(listPersonNumbersEndpoint, ({ db, params, query, locale }) =>
    listPersonNumbers(db, params.id, { locale, ...query }),
  ),
  route(listPersonGoodsEndpoint, ({ db, params, locale }) => listPersonGoods(db, params.id, locale)),
  route(suspendPersonEndpoint, async ({ db, params, body, actor, ip }) => {
    await suspendPerson(db, { id: params.id, ...body }, staffOf(actor, ip));
    return getPerson(db, params.id);
  }),
  route(setRoleEndpoint, async ({ db, params, body, actor, ip }) => {
    await setPersonRole(db, { id: params.id, ...body }, staffOf(actor, ip));
    return getPerson(db, params.id);
  }),
];
