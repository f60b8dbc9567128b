import sql from "sql-template-tag";
import { beforeAll } from "vitest";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { createDeskPaymentRoutes } from "#features/back-office/payments/payments.routes.ts";
import { createDeskWithdrawalRoutes } from "#features/back-office/withdrawals/withdrawals.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { givenTestGateway } from "#features/payments/gateway/test-gateway.factory.ts";
import { rows } from "#lib/db/query.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of the staff's desk: a test file that imports it has a database and a provider of its own. */
export const { db, owner } = await useTestDb({ max: 32 });
export const { provider, gateway, gateways } = await givenTestGateway();
const own = [...createDeskPaymentRoutes(gateways), ...createDeskWithdrawalRoutes(gateways)];
const others = backOfficeRoutes.filter(({ endpoint }) => !own.some((one) => one.endpoint.id === endpoint.id));
export const api = testApi(db, [...own, ...others, ...sessionRoutes], resolveActor);

export let support: TestStaff;
export let anna: TestStaff;
export let boris: TestStaff;
export let lead: TestStaff;

beforeAll(async () => {
  support = await givenStaff(db, "support", { name: "Support" });
  anna = await givenStaff(db, "money", { name: "Anna" });
  boris = await givenStaff(db, "money", { name: "Boris" });
  lead = await givenStaff(db, "money-lead", { name: "Lead" });
});

export const newKey = () => crypto.randomUUID();
export const get = (path: string, staff: TestStaff = support) =>
  api.call("GET", `/api/desk/${path}`, { cookie: staff.cookie });
export const send = (staff: TestStaff, path: string, body: unknown, method = "POST", key = newKey()) =>
  api.call(method, `/api/desk/${path}`, { cookie: staff.cookie, body, headers: { "idempotency-key": key } });
export const codeOf = (answer: Answer) => [answer.status, answer.body.error?.code];
export const actionsOf = (subject: string) =>
  rows<{ action: string; actor: number }>(
    owner,
    sql`select action, actor_id as actor from identity_audit where subject = ${subject} order by id`,
  );
