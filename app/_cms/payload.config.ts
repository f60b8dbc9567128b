import { makeConfig } from "#app/_cms/make-config.ts";
import { pictureFolder } from "#features/content/media/picture-store.gateway.ts";
import { env, requireEnv } from "#lib/env.ts";

/** What the process and its build take; tests make another with `makeConfig`. */
export default makeConfig({
  databaseUrl: requireEnv("CMS_DATABASE_URL"),
  key: requireEnv("CMS_KEY"),
  publicUrl: env.PUBLIC_URL,
  brandName: env.BRAND_NAME,
  logLevel: env.LOG_LEVEL,
  pictures: pictureFolder(),
});
