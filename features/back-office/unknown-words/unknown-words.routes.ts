import { listUnknownWordsEndpoint } from "#features/back-office/unknown-words/unknown-words.contract.ts";
import { listUnknownWordViews } from "#features/back-office/unknown-words/unknown-words.reads.ts";
import { route } from "#lib/api/route.ts";

/** What suppliers say and nobody understands, at the desk. */
export const unknownWordRoutes = [route(listUnknownWordsEndpoint, ({ db }) => listUnknownWordViews(db))];
