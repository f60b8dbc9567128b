import { beforeAll, expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { rentalRoutes } from "#features/rentals/rentals.routes.ts";
import { db } from "#features/rentals/rentals-writes.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { guest } from "#lib/api/actor.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, rentalRoutes, async () => guest);
const [TELEGRAM, WHATSAPP] = [52, 1];

beforeAll(async () => {
  await givenRentOffer(db, { services: [TELEGRAM], count: 1 });
  await givenRentOffer(db, { countryId: 8, services: [WHATSAPP], count: 1 });
  await rentNumber(db, rentInput({ userId: await givenUser(db, 1_000_000), serviceCode: "tg" }));
});

test("services whose numbers are all rented out stand behind those with free ones, save for an exact match", async () => {
  const codesOf = async (search: string) => {
    const { body } = await api.call("GET", `/api/rent?search=${search}`);
    return body.map(({ external_id }: { external_id: string }) => external_id);
  };
  expect(await codesOf("")).toEqual(["wa", "tg"]);
  expect(await codesOf("a")).toEqual(["wa", "tg"]);
  expect(await codesOf("telegram")).toEqual(["tg"]);
});
