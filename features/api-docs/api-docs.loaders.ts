import "server-only";
import { publishedFacts } from "#features/api-docs/facts.reads.ts";

/** The figures and names in the documentation. */
export const facts = publishedFacts;
