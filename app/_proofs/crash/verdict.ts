import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { type Crowd, TOP_UP } from "#app/_proofs/crash/crowd.ts";
import { endRentalsIn } from "#app/_proofs/crash/rent-stock.ts";
import { judgeRentals } from "#app/_proofs/crash/rent-verdict.ts";
import { AGENT_COUNTRY, FIRST_MONEY, type Scene } from "#app/_proofs/crash/scene.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { releaseAbandonedJobs } from "#lib/jobs/queue.ts";
import { findChecks, offenceText } from "#lib/tooling/database/checks.ts";

/** What went wrong, in words; all four must be empty. */
export type Verdict = {
  /** Acknowledged, and not there. */
  readonly lost: string[];
  /** There twice, or there although nobody was told. */
  readonly doubled: string[];
  /** Invariants with offending rows. */
  readonly unbalanced: string[];
  /** There, but not as it was told. */
  readonly mismatched: string[];
};

const PATIENCE_MS = 120_000;

/** Lets everything come to its end, then holds what the buyers were told against the rows. */
export async function judge(scene: Scene, crowd: Crowd): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], unbalanced: [], mismatched: [...crowd.surprises] };
  await everythingComesToAnEnd(scene, verdict);
  for (const order of crowd.orders.slice(-20)) await crowd.askAgain(order);
  for (const rental of crowd.renters.rentals.slice(-10)) await crowd.renters.askAgain(rental);
  await judgeOrders(scene, crowd, verdict);
  await judgeRentals(scene.server.owner, crowd.renters, verdict);
  await judgeNumbers(scene, verdict);
  await judgePayments(scene, crowd, verdict);
  await judgeWithdrawals(scene, crowd, verdict);
  await judgeWallets(scene, crowd, verdict);
  await judgeInvariants(scene, verdict);
  return verdict;
}

/** Nothing hangs: orders that nobody ends and rentals that got nothing expire, and every job that waits is done. */
async function everythingComesToAnEnd({ server, worker }: Scene, verdict: Verdict): Promise<void> {
  await execute(
    server.owner,
    sql`update activations set due_at = app_now(), expires_at = app_now() where state in ('waiting', 'received')`,
  );
  await endRentalsIn(server.owner, "0 seconds", sql`true`);
  const startedMs = performance.now();
  for (;;) {
    await releaseJobsOfTheDead(server.owner, worker.startedAt);
    const open = await rows(
      server.owner,
      sql`select 'order ' || id || ' is ' || state as left_over from activations where closed_at is null
          union all select 'rental ' || id || ' is ' || state from rentals where closed_at is null and received_at is null
          union all select 'job ' || id from graphile_worker._private_jobs where run_at <= now() limit 5`,
    );
    if (open.length === 0) break;
    if (performance.now() - startedMs > PATIENCE_MS) {
      verdict.lost.push(...open.map(({ left_over }) => `never came to an end: ${left_over}`));
      break;
    }
    await pause(250);
  }
  const late = await rows<{ id: number }>(
    server.owner,
    sql`select id from activations where state = 'expired' and closed_at > expires_at + interval '60 seconds'`,
  );
  verdict.mismatched.push(...late.map(({ id }) => `order ${id} was refunded more than 60 s late`));
  const lasting = await rows<{ id: number }>(
    server.owner,
    sql`select id from rentals where state = 'expired' and closed_at > expires_at + interval '60 seconds'`,
  );
  verdict.mismatched.push(...lasting.map(({ id }) => `rental ${id} ended more than 60 s late`));
}

/**
 * Jobs that killed workers held, or whose end a dead database was not told, come back after three minutes, when the worker looks next;
 * both waits are passed here. What has been held for some seconds is held by nobody: no job of the crowd takes so long.
 */
async function releaseJobsOfTheDead(owner: Db, aliveSince: Date): Promise<void> {
  await execute(
    owner,
    sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes'
        where locked_at < ${aliveSince} or locked_at < now() - interval '5 seconds'`,
  );
  await releaseAbandonedJobs(owner);
}

type StoredOrder = {
  id: number;
  key: string;
  number: string;
  state: string;
  messages: number;
  isShort: boolean;
};

async function judgeOrders({ server }: Scene, crowd: Crowd, verdict: Verdict): Promise<void> {
  const stored = await rows<StoredOrder>(
    server.owner,
    sql`select id, idempotency_key as key, number::text, state, messages_count as messages, id % 4 = 3 as "isShort" from activations`,
  );
  // An attempt that failed gives its key free, so that the buyer may try again with it.
  const byKey = Map.groupBy(
    stored.filter(({ state }) => state !== "failed"),
    ({ key }) => key,
  );
  const known = new Set(crowd.orders.map(({ id }) => id));
  if (known.size !== crowd.orders.length) verdict.doubled.push("two answers name one order");
  for (const order of crowd.orders) {
    const [row, ...more] = byKey.get(order.idempotencyKey) ?? [];
    byKey.delete(order.idempotencyKey);
    if (!row) verdict.lost.push(`order ${order.id}`);
    if (more.length > 0) verdict.doubled.push(`order ${order.id} has ${more.length} more under its key`);
    if (row && (row.id !== order.id || row.number !== order.number))
      verdict.mismatched.push(`order ${order.id}: ${JSON.stringify(row)}`);
    if (row) judgeEnd(row, crowd, verdict);
  }
  for (const [key, [row]] of byKey)
    verdict.doubled.push(`order ${row?.id} (${row?.state}) under key ${key}, which nobody was told of`);
  if (stored.length < crowd.orders.length) verdict.lost.push("orders are missing");
}

function judgeEnd(row: StoredOrder, { cancelled, finished, withSms }: Crowd, verdict: Verdict): void {
  const isCaptured = row.state === "completed" || row.state === "received";
  if (cancelled.has(row.id) && row.state !== "cancelled")
    verdict.lost.push(`the cancel of order ${row.id}, which is ${row.state}`);
  if (finished.has(row.id) && row.state !== "completed")
    verdict.lost.push(`the end of order ${row.id}, which is ${row.state}`);
  if (!cancelled.has(row.id) && row.state === "cancelled")
    verdict.mismatched.push(`order ${row.id} is cancelled, which was refused`);
  // Those whose time was shortened may have ended before their SMS came.
  if (withSms.has(row.id) && !isCaptured && !(row.isShort && row.state === "expired"))
    verdict.lost.push(`the SMS of order ${row.id}, which is ${row.state}`);
  if (isCaptured && !withSms.has(row.id)) verdict.doubled.push(`order ${row.id} was paid for without an SMS`);
  if (isCaptured && row.messages !== 1)
    verdict.doubled.push(`order ${row.id} has one SMS ${row.messages} times`);
}

/** Every number that the agent gave is somebody's, or goes back to the agent: a lost answer leaves none behind. */
async function judgeNumbers({ server, agent, offers }: Scene, verdict: Verdict): Promise<void> {
  const refs = [...agent.given.values()].map(({ activationId }) => activationId);
  const supplierId = offers.get(AGENT_COUNTRY)?.supplierId;
  const findForgotten = () =>
    rows<{ ref: number }>(
      server.owner,
      sql`select ref from unnest(${refs}::bigint[]) ref
          where not exists (select from activations where supplier_id = ${supplierId} and supplier_ref = ref)
            and not exists (select from supply_finishes where supplier_id = ${supplierId} and supplier_ref = ref)`,
    );
  const startedMs = performance.now();
  let forgotten = await findForgotten();
  while (forgotten.length > 0 && performance.now() - startedMs < PATIENCE_MS) {
    await pause(500);
    forgotten = await findForgotten();
  }
  verdict.lost.push(...forgotten.map(({ ref }) => `the agent's number ${ref} belongs to nobody`));
}

async function judgePayments({ server }: Scene, crowd: Crowd, verdict: Verdict): Promise<void> {
  const credits = await rows<{ id: number; userId: number; credits: number }>(
    server.owner,
    sql`select p.id, p.user_id as "userId", count(t.id) as credits from payments p
        left join ledger_transfers t on t.reference = 'payment:' || p.provider || ':' || p.provider_payment_id
        group by p.id`,
  );
  const byId = new Map(credits.map((row) => [row.id, row]));
  for (const [id, buyer] of crowd.topUps) {
    const row = byId.get(id);
    if (!row || row.credits === 0) verdict.lost.push(`top-up ${id}`);
    else if (row.userId !== buyer.userId) verdict.mismatched.push(`top-up ${id} went to ${row.userId}`);
  }
  for (const { id, credits: count } of credits)
    if (count > 1 || (count === 1 && !crowd.topUps.has(id)))
      verdict.doubled.push(`top-up ${id}: ${count} credits`);
}

async function judgeWithdrawals({ server }: Scene, crowd: Crowd, verdict: Verdict): Promise<void> {
  const stored = await rows<{ id: number; state: string }>(
    server.owner,
    sql`select id, state from payments_withdrawals`,
  );
  const byId = new Map(stored.map(({ id, state }) => [id, state]));
  for (const [id, state] of crowd.withdrawals) {
    if (!byId.has(id)) verdict.lost.push(`withdrawal ${id}`);
    else if (byId.get(id) !== state)
      verdict.mismatched.push(`withdrawal ${id} is ${byId.get(id)} instead of ${state}`);
  }
  for (const { id } of stored) if (!crowd.withdrawals.has(id)) verdict.doubled.push(`withdrawal ${id}`);
}

async function judgeWallets({ server, buyers }: Scene, crowd: Crowd, verdict: Verdict): Promise<void> {
  const wallets = await rows<{ userId: number; posted: number; held: number; spent: number; given: number }>(
    server.owner,
    sql`select w.user_id as "userId", w.posted_kopecks as posted, w.held_kopecks as held,
          (coalesce((select sum(price_kopecks) from activations a where a.user_id = w.user_id and received_at is not null), 0)
            + coalesce((select sum(price_kopecks) from rentals r where r.user_id = w.user_id and captured_at is not null), 0)
            + coalesce((select sum(price_kopecks) from rentals_extensions e where e.user_id = w.user_id), 0))::bigint as spent,
          coalesce((select sum(amount_kopecks) from ledger_transfers t where t.account_id = w.id and t.kind in ('cashback', 'welcome_bonus')), 0)::bigint as given
        from ledger_accounts w where w.kind = 'user'`,
  );
  const topUps = Map.groupBy([...crowd.topUps.values()], ({ userId }) => userId as number);
  for (const { userId } of buyers) {
    const wallet = wallets.find((row) => row.userId === userId);
    const expected =
      FIRST_MONEY + (topUps.get(userId)?.length ?? 0) * TOP_UP - (wallet?.spent ?? 0) + (wallet?.given ?? 0);
    if (wallet?.held !== 0) verdict.mismatched.push(`wallet ${userId} still holds ${wallet?.held}`);
    if (wallet?.posted !== expected)
      verdict.mismatched.push(`wallet ${userId} has ${wallet?.posted} instead of ${expected}`);
  }
}

async function judgeInvariants({ server }: Scene, verdict: Verdict): Promise<void> {
  await sealTransfers(server.owner, { everyMinutes: 0 });
  await execute(server.owner, sql`delete from ledger_reconciliations`);
  const run = await reconcile(server.owner, await findChecks(), 0);
  for (const { name, offences, examples, problem } of run?.findings ?? [])
    if (offences !== 0)
      verdict.unbalanced.push(
        problem ?? offenceText({ name, count: offences ?? 0, examples: [...examples] }),
      );
}
