import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  get,
  lead,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { newProductCode, productTerms } from "#features/licences/licences.factory.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";

const PRODUCTS = "licences/products";
const reason = "a new tool";
const version = {
  ...{ version: "1.0", notes: "The first one", url: "https://files.example/tool.zip" },
  sha256: "b".repeat(64),
};

async function givenDraft(): Promise<number> {
  const { status, body } = await send(anna, PRODUCTS, { ...productTerms(), code: newProductCode(), reason });
  expect(status).toBe(201);
  return body.id;
}

test("the staff write a product, publish a version and put it on sale, and each step is in the audit", async () => {
  const id = await givenDraft();
  const step = (name: string) => send(anna, `${PRODUCTS}/${id}/step`, { step: name, reason });
  const published = await send(anna, `${PRODUCTS}/${id}/versions`, { ...version, reason });
  expect((await step("put_on_sale")).status).toBe(200);
  const edited = { ...productTerms({ name: "Renamed" }), reason };
  expect((await send(anna, `${PRODUCTS}/${id}/edit`, edited)).status).toBe(200);
  const { body } = await get(PRODUCTS);
  expect(body.items[0]).toMatchObject({
    ...{ id, name: "Renamed", state: "on_sale", soldCount: 0, validCount: 0, paidKopecks: 0 },
    versions: [{ version: "1.0", sha256: version.sha256 }],
  });
  const path = `${PRODUCTS}/${id}/versions/${published.body.id}/withdraw`;
  expect((await send(anna, path, { reason })).status).toBe(200);
  expect((await step("stop")).status).toBe(200);
  expect((await get(`${PRODUCTS}?state=stopped`)).body.items[0]).toMatchObject({ id, versions: [] });
  expect((await actionsOf(`licence-product:${id}`)).map(({ action }) => action)).toEqual([
    "licence-product.add",
    "licence-product.publish",
    "licence-product.put-on-sale",
    "licence-product.edit",
    "licence-product.withdraw",
    "licence-product.stop",
  ]);
});

test("a code, a version and a step that are not possible are refused, and nothing of them is written", async () => {
  const code = newProductCode();
  const key = newKey();
  const terms = { ...productTerms(), code, reason };
  for (const _ of [1, 2]) expect((await send(anna, PRODUCTS, terms, "POST", key)).status).toBe(201);
  expect(codeOf(await send(anna, PRODUCTS, terms))).toEqual([409, "LICENCE_CODE_TAKEN"]);
  const id = await givenDraft();
  await send(anna, `${PRODUCTS}/${id}/versions`, { ...version, reason });
  for (const [path, body, wanted] of [
    [`${id}/versions`, { ...version, reason }, "LICENCE_VERSION_TAKEN"],
    [`${id}/step`, { step: "stop", reason }, "LICENCE_PRODUCT_STATE_REFUSED"],
    ["999999/step", { step: "stop", reason }, "LICENCE_PRODUCT_NOT_FOUND"],
    [`${id}/versions/999999/withdraw`, { reason }, "LICENCE_VERSION_NOT_FOUND"],
    [`${id}/versions`, { ...version, version: "2", url: "http://files.example/", reason }, "VALIDATION"],
    [`${id}/versions`, { ...version, version: "2", url: "javascript:alert(1)", reason }, "VALIDATION"],
  ] as const)
    expect(codeOf(await send(anna, `${PRODUCTS}/${path}`, body))[1]).toBe(wanted);
});

test("a licence that was sold is revoked once, with a reason that its owner reads, and its key is shown to nobody at the desk", async () => {
  const id = await givenDraft();
  await send(anna, `${PRODUCTS}/${id}/step`, { step: "put_on_sale", reason });
  const { userId } = await givenApiBuyer(db, 5_000);
  const { licenceId } = await buyLicence(db, {
    ...{ userId, productId: id, maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });
  const { key } = await getLicence(db, userId, licenceId);
  const list = await get(`licences?userId=${userId}&productId=${id}`);
  expect(list.body.items).toMatchObject([
    {
      id: licenceId,
      user: { id: userId },
      state: "valid",
      salesCount: 1,
      paidKopecks: 1_000,
      deviceCount: 0,
    },
  ]);
  expect(JSON.stringify(list.body)).not.toContain(key);
  const revoke = () => send(anna, `licences/${licenceId}/revoke`, { reason: "shared in public" });
  expect((await revoke()).body).toEqual({ id: licenceId });
  expect(codeOf(await revoke())).toEqual([409, "LICENCE_REVOKED"]);
  expect(await getLicence(db, userId, licenceId)).toMatchObject({
    ...{ state: "revoked", revokeReason: "shared in public" },
  });
  expect((await get(`licences?userId=${userId}`)).body.items[0]).toMatchObject({
    ...{ state: "revoked", revokedBy: { name: "Anna" } },
  });
  expect(await actionsOf(`licence:${licenceId}`)).toMatchObject([{ action: "licence.revoke" }]);
});

test("another key that signs is for the lead alone, and support changes nothing", async () => {
  await send(lead, "licences/keys/rotate", { isStolen: false, reason });
  const body = { isStolen: true, reason };
  for (const staff of [support, anna])
    expect((await send(staff, "licences/keys/rotate", body)).status).toBe(403);
  const rotated = await send(lead, "licences/keys/rotate", body);
  const { items } = (await get("licences/keys")).body;
  expect(items[0]).toMatchObject({ kid: rotated.body.kid, retiredAt: null, withdrawnAt: null });
  expect(items[1]).toMatchObject({ retiredAt: expect.any(String), withdrawnAt: expect.any(String) });
  expect(await actionsOf(`licence-key:${rotated.body.kid}`)).toMatchObject([
    { action: "licence-key.rotate" },
  ]);
  expect((await get(PRODUCTS, support)).status).toBe(200);
  const terms = { ...productTerms(), code: newProductCode(), reason };
  expect((await send(support, PRODUCTS, terms)).status).toBe(403);
});
