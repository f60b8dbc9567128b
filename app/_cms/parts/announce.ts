import { sql } from "@payloadcms/db-postgres";
import type { CollectionAfterChangeHook, CollectionAfterDeleteHook, PayloadRequest } from "payload";

type Session = { db: { execute(statement: unknown): Promise<unknown> } };

/** What the site shows of one kind; the page cache drops what is made of it (`features/content`). */
type ContentKind = "articles" | "faq" | "menus" | "pages" | "redirects";

/** Every page has the menus: theirs is the tag that drops all of them. */
const tagOf = (kind: ContentKind) => (kind === "menus" ? "site" : `content:${kind}`);

/** Announces in the transaction of the edit: the front door hears of it when, and only if, the edit is kept. */
async function announce(req: PayloadRequest, kind: ContentKind): Promise<void> {
  const db = req.payload.db as unknown as {
    sessions?: Record<string | number, Session>;
    drizzle: Session["db"];
  };
  const id = await req.transactionID;
  const session = id === undefined ? undefined : db.sessions?.[id];
  await (session?.db ?? db.drizzle).execute(sql`select pg_notify('page_tags', ${tagOf(kind)})`);
}

/** Tells the site that a document it shows, or has shown, is another now. A draft that nobody sees changes no page. */
export const announceChange =
  (kind: ContentKind): CollectionAfterChangeHook =>
  async ({ doc, previousDoc, req }) => {
    const states = [doc?._status, previousDoc?._status];
    if (doc?._status === undefined || states.includes("published")) await announce(req, kind);
    return doc;
  };

/** Tells the site that a document is gone. */
export const announceRemoval =
  (kind: ContentKind): CollectionAfterDeleteHook =>
  async ({ req }) => {
    await announce(req, kind);
  };
