import "server-only";
import { cache } from "react";
import { readPublicFigures } from "#features/statistics/public-figures/public-figures.reads.ts";
import type { PublicFigures } from "#features/statistics/public-figures/public-figures.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";

/** What the first screen tells strangers: one row, added up by a job. */
export const loadPublicFigures = cache((): Promise<PublicFigures> => readPublicFigures(pageDb()));
