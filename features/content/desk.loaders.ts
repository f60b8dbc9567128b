import "server-only";
import { headers } from "next/headers";
import { findEditor } from "#features/content/desk.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { pageDb } from "#lib/db/page-db.ts";

/** The editor who asks for this page, or null. */
export async function loadEditor(): Promise<UserId | null> {
  return findEditor(pageDb(), (await headers()).get("cookie"));
}

/** The id of a document in an address, or null. */
export function documentIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
