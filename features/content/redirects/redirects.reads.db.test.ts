import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { readRedirects } from "#features/content/redirects/redirects.reads.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

test("redirects that send visitors round in a circle are passed over, and what is at their addresses is shown; the others hold", async () => {
  await execute(
    owner,
    sql`insert into cms.redirects ("from", "to") values ('/blog/a', '/blog/b?from=a'), ('/blog/b', '/blog/a'), ('/blog/c', '/blog/a'),
          ('/profile', '/blog/c')`,
  );
  expect([...(await readRedirects(db)).keys()]).toEqual(["/blog/c"]);
});
