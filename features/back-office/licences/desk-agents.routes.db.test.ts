import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
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
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";

const AGENTS = "licences/agents";
const reason = "a good seller";

test("the staff approve an agent with a share, change the share, and see what the agent sold", async () => {
  const userId = await givenCustomer(db, 0);
  const approve = (shareBasisPoints: number, key = newKey()) =>
    send(anna, `${AGENTS}/${userId}/approve`, { shareBasisPoints, reason }, "POST", key);
  const key = newKey();
  for (const _ of [1, 2]) expect((await approve(1_000, key)).body).toEqual({ id: userId });
  expect(await hasRole(db, userId, "agent")).toBe(true);
  await approve(2_500);
  const { items } = (await get(AGENTS)).body;
  expect(items.find(({ id }: { id: number }) => id === userId)).toMatchObject({
    ...{ user: { id: userId }, shareBasisPoints: 2_500, hasRole: true, acceptedVersion: null },
    ...{ salesCount: 0, soldKopecks: 0, earnedKopecks: 0, code: expect.stringMatching(/^[a-z0-9]{8}$/) },
  });
  expect((await actionsOf(`user:${userId}`)).map(({ action }) => action)).toEqual([
    "licence-agent.approve",
    "licence-agent.approve",
  ]);
});

test("nobody approves themselves, nobody that is not there, and no share above nine tenths", async () => {
  const body = { shareBasisPoints: 1_000, reason };
  expect(codeOf(await send(anna, `${AGENTS}/${anna.userId}/approve`, body))).toEqual([403, "OWN_ACCOUNT"]);
  expect(codeOf(await send(anna, `${AGENTS}/999999/approve`, body))).toEqual([404, "DESK_NOTHING_THERE"]);
  for (const shareBasisPoints of [0, 9_001])
    expect((await send(anna, `${AGENTS}/1/approve`, { shareBasisPoints, reason })).status).toBe(400);
  expect((await send(support, `${AGENTS}/1/approve`, body)).status).toBe(403);
});

test("a lead publishes the agreement by versions, and the desk shows the newest", async () => {
  expect((await send(anna, "licences/agreement", { text: "Sell honestly.", reason })).status).toBe(403);
  const first = await send(lead, "licences/agreement", { text: "Sell honestly.", reason });
  const second = await send(lead, "licences/agreement", { text: "Sell kindly.", reason });
  expect([first.status, second.body.version - first.body.version]).toEqual([201, 1]);
  expect((await get("licences/agreement")).body.agreement).toMatchObject({
    ...{ version: second.body.version, text: "Sell kindly." },
  });
  expect(await actionsOf(`licence-agreement:${second.body.version}`)).toMatchObject([
    { action: "licence-agreement.publish" },
  ]);
});
