import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { makeArchiveSweeps } from "#features/identity/archive/archive.jobs.ts";
import { archiveRoutes } from "#features/identity/archive/archive.routes.ts";
import { ARCHIVE_TRIES } from "#features/identity/archive/archive.rules.ts";
import { claimDueArchives, makeArchive } from "#features/identity/archive/archive.writes.ts";
import type { ArchivePart } from "#features/identity/archive/archive-part.reads.ts";
import { identityArchive } from "#features/identity/archive/own-parts.reads.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { db, later, mails, makeUser, signIn } from "#features/identity/identity-routes.factory.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(
  db,
  [...identityRoutes, ...sessionRoutes, ...securityLogRoutes, ...archiveRoutes],
  resolveActor,
);

const ask = (cookie: string) => api.call("POST", "/api/users/archive", { cookie });
const look = async (cookie: string) => (await api.call("GET", "/api/users/archive", { cookie })).body.archive;
const file = (id: number, cookie: string) => api.call("GET", `/api/users/archive/${id}/file`, { cookie });

/** One run of the worker. */
async function work(parts: readonly ArchivePart[] = identityArchive): Promise<void> {
  for (const { run } of makeArchiveSweeps(parts)) await run(db);
}

async function givenOwner() {
  const made = await makeUser();
  return { ...made, cookie: await signIn(made.email) };
}

async function givenArchive() {
  const owner = await givenOwner();
  const { id } = (await ask(owner.cookie)).body.archive;
  await work();
  return { ...owner, id: id as number };
}

async function piecesOf(archiveId: number): Promise<number> {
  const counted = sql`select count(*)::int as count from identity_archive_pieces where archive_id = ${archiveId}`;
  return (await one<{ count: number }>(db, counted)).count;
}

describe("the archive of one's own data", () => {
  test("is asked for, made by the worker, mailed and downloaded by its owner", async () => {
    const { email, userId, cookie } = await givenOwner();
    await mails();
    expect(await look(cookie)).toBeNull();
    const asked = await ask(cookie);
    expect([asked.status, asked.body.archive.state, asked.body.archive.endsAt]).toEqual([200, "asked", null]);
    const { id } = asked.body.archive;
    expect((await file(id, cookie)).body.error.code).toBe("ARCHIVE_NOT_FOUND");
    await work();
    const ready = await look(cookie);
    expect(ready).toMatchObject({ id, state: "ready" });
    const [mail, ...others] = await mails();
    expect([mail?.to, mail?.subject, others]).toEqual([email, "Your data at SMS Den is ready", []]);
    const { status, body, headers } = await file(id, cookie);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="account-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(body.account).toMatchObject({ id: userId, email, name: "Person" });
    expect(body.sessions).toHaveLength(1);
    expect(body.securityLog.map(({ kind }: { kind: string }) => kind)).toEqual([
      "signedInByPassword",
      "archiveAsked",
    ]);
    expect(ready.sizeBytes).toBeGreaterThan(500);
  });

  test("is one at a time: asked for twice at the same moment, and again when it is ready, it stays the same", async () => {
    const { cookie } = await givenOwner();
    const both = await Promise.all([ask(cookie), ask(cookie)]);
    const ids = both.map(({ body }) => body.archive.id);
    expect(new Set(ids).size).toBe(1);
    await work();
    expect((await ask(cookie)).body.archive).toMatchObject({ id: ids[0], state: "ready" });
  });

  test("is nobody else's: neither another account nor a guest learns that it is there", async () => {
    const { id } = await givenArchive();
    const other = await givenArchive();
    expect((await file(id, other.cookie)).body.error.code).toBe("ARCHIVE_NOT_FOUND");
    expect((await api.call("GET", `/api/users/archive/${id}/file`)).status).toBe(401);
  });

  test("is no file that another site makes a browser fetch", async () => {
    const { id, cookie } = await givenArchive();
    const headers = { "sec-fetch-site": "cross-site" };
    const answer = await api.call("GET", `/api/users/archive/${id}/file`, { cookie, headers });
    expect(answer.body.error.code).toBe("FOREIGN_ORIGIN");
  });

  test("has a long list whole and in order, in more pieces than one", async () => {
    const { userId, cookie } = await givenOwner();
    await execute(
      db,
      sql`insert into identity_security_events (user_id, kind, what)
          select ${userId}, 'settingsChanged', repeat('x', 300) || n from generate_series(1, 1203) n`,
    );
    const { id } = (await ask(cookie)).body.archive;
    await work();
    expect(await piecesOf(id)).toBeGreaterThan(2);
    const { body } = await file(id, cookie);
    const lines = body.securityLog.filter(({ kind }: { kind: string }) => kind === "settingsChanged");
    expect(lines.map(({ what }: { what: string }) => Number(what.slice(300)))).toEqual(
      Array.from({ length: 1203 }, (_, index) => index + 1),
    );
  });

  test("tells in the security log that it was asked for, made and downloaded, and from where", async () => {
    const { id, cookie } = await givenArchive();
    await api.call("GET", `/api/users/archive/${id}/file`, { cookie, ip: "203.0.113.9" });
    const { events } = (await api.call("GET", "/api/users/security-events", { cookie })).body;
    expect(events.slice(0, 3)).toMatchObject([
      { kind: "archiveDownloaded", ip: "203.0.113.9" },
      { kind: "archiveReady" },
      { kind: "archiveAsked" },
    ]);
  });
});

describe("the end of an archive", () => {
  test("comes a day after it was made: its link leads nowhere, and its bytes are deleted", async () => {
    const { id, cookie } = await givenArchive();
    await later("24 hours");
    expect((await file(id, cookie)).body.error.code).toBe("ARCHIVE_NOT_FOUND");
    expect(await look(cookie)).toBeNull();
    expect(await piecesOf(id)).toBeGreaterThan(0);
    await work();
    expect(await piecesOf(id)).toBe(0);
  });

  test("comes at once when its owner says that something was not theirs", async () => {
    const { id, cookie } = await givenArchive();
    const { events } = (await api.call("GET", "/api/users/security-events", { cookie })).body;
    const headers = { "idempotency-key": "the-press-of-not-me" };
    const body = { eventId: events[0].id };
    const said = await api.call("POST", "/api/users/security-events/not-me", { cookie, body, headers });
    expect(said.status).toBe(200);
    expect([(await file(id, cookie)).status, await piecesOf(id)]).toEqual([404, 0]);
  });
});

describe("who asks for an archive", () => {
  test("waits after three in a day", async () => {
    const { userId, cookie } = await givenOwner();
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(cookie)).status).toBe(200);
      await execute(db, sql`delete from identity_archives where user_id = ${userId}`);
    }
    expect((await ask(cookie)).body.error.code).toBe("TOO_MANY_ATTEMPTS");
  });

  test("shows the second factor first, where there is one", async () => {
    const { userId, cookie } = await givenOwner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    expect((await ask(cookie)).body.error.code).toBe("STEP_UP_NEEDED");
    expect(await look(cookie)).toBeNull();
  });
});

describe("the worker", () => {
  const broken: readonly ArchivePart[] = [
    ...identityArchive,
    {
      name: "broken",
      read: async () => {
        throw new Error("a table is not there");
      },
    },
  ];

  test("makes an archive once, also when two make it at the same moment", async () => {
    const { cookie } = await givenOwner();
    await mails();
    const { id } = (await ask(cookie)).body.archive;
    await Promise.all([makeArchive(db, id, identityArchive), makeArchive(db, id, identityArchive)]);
    await makeArchive(db, id, identityArchive);
    expect((await look(cookie)).state).toBe("ready");
    expect(await mails()).toHaveLength(1);
    expect(await claimDueArchives(db)).toEqual([]);
  });

  test("leaves nothing of a try that failed, and the next one makes it whole", async () => {
    const { cookie } = await givenOwner();
    const { id } = (await ask(cookie)).body.archive;
    await work(broken);
    expect([(await look(cookie)).state, await piecesOf(id)]).toEqual(["asked", 0]);
    await later("3 minutes");
    await work();
    expect((await look(cookie)).state).toBe("ready");
  });

  test("gives up after some tries and says so; then the archive can be asked for again", async () => {
    const { cookie } = await givenOwner();
    const { id } = (await ask(cookie)).body.archive;
    for (let tries = 0; tries <= ARCHIVE_TRIES; tries += 1) {
      await work(broken);
      await later("15 minutes");
    }
    expect((await look(cookie)).state).toBe("failed");
    const again = (await ask(cookie)).body.archive;
    expect([again.state, again.id === id]).toEqual(["asked", false]);
    await work();
    expect((await look(cookie)).state).toBe("ready");
  });
});
