import type { ArchivePart } from "#features/identity/archive/archive-part.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Rows that are read at a time. */
const PAGE = 500;
/** Characters of a piece of the file; only its last one is shorter. */
const PIECE = 200_000;

/** The archive of a person as the text of one JSON object, a member for each part, in pieces of some size. */
export async function* archiveText(
  db: Queryable,
  userId: UserId,
  parts: readonly ArchivePart[],
  head: object,
): AsyncGenerator<string> {
  let piece = "";
  for await (const text of textsOf(db, userId, parts, head)) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* textsOf(
  db: Queryable,
  userId: UserId,
  parts: readonly ArchivePart[],
  head: object,
): AsyncGenerator<string> {
  yield `{\n"archive": ${JSON.stringify(head)}`;
  for (const part of parts) {
    yield `,\n${JSON.stringify(part.name)}: `;
    if ("read" in part) yield JSON.stringify(await part.read(db, userId));
    else yield* pagesOf(db, userId, part);
  }
  yield "\n}\n";
}

async function* pagesOf(
  db: Queryable,
  userId: UserId,
  part: Extract<ArchivePart, { readPage: unknown }>,
): AsyncGenerator<string> {
  yield "[";
  for (let after = 0; ; ) {
    const found = await part.readPage(db, { userId, after, limit: PAGE });
    const lines = found.map((row) => `\n${JSON.stringify(row)}`).join(",");
    yield `${after > 0 && lines ? "," : ""}${lines}`;
    if (found.length < PAGE) break;
    after = found.at(-1)?.id ?? 0;
  }
  yield "\n]";
}
