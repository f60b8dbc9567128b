import { env } from "#lib/env.ts";
import type { ForeignCode } from "#lib/http/page-csp.ts";

/** Whose code the operator lets pages load: nobody's, until a key or an id is set. */
export const foreignCode: readonly ForeignCode[] = [
  ...(env.RECAPTCHA_SITE_KEY === undefined ? [] : (["recaptcha"] as const)),
  ...(env.GOOGLE_TAG_ID === undefined ? [] : (["google-tag"] as const)),
  ...(env.METRICA_ID === undefined ? [] : (["metrica"] as const)),
];
