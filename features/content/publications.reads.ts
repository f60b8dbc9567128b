import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

type Publications = { readonly until: Date; readonly kinds: readonly ("articles" | "pages")[] };

/** Of what something has come since a moment (the last ten minutes when none is said), and until which moment that was read. */
export function readPublications(db: Queryable, since: Date | null): Promise<Publications> {
  // A second too many, since the clock goes on within the statement.
  return one<Publications>(
    db,
    sql`with begun as (select coalesce(${since}::timestamptz, app_now() - interval '10 minutes') - interval '1 second' as at)
        select app_now() as until, array_remove(array[
          case when exists (select from content_articles, begun where locale = 'en' and published_at > at) then 'articles' end,
          case when exists (select from content_pages, begun where locale = 'en' and published_at > at) then 'pages' end
        ], null) as kinds`,
  );
}
