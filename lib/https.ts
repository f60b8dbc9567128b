import { env } from "#lib/env.ts";

/** Whether people reach the product by https; cookies are then Secure and bound to the host. */
export const isHttps = env.PUBLIC_URL.startsWith("https:");
