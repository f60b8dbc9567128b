import "server-only";
import { docsFacts } from "#features/buyer-api/docs/facts/rules.ts";
import { openPrice } from "#features/pricing/told/reads.ts";
import { brandName, publicUrl } from "#features/site/loaders.ts";

/** The figures and names in the documentation, from where the product itself takes them. */
export const facts = docsFacts(publicUrl, brandName, openPrice);
