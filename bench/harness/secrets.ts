import { randomBytes } from "node:crypto";

/** Secrets of this run: the processes of a benchmark seal and unseal with the same key. */
export const secrets = {
  AUTH_SECRET: randomBytes(32).toString("base64url"),
  DATA_KEY: randomBytes(32).toString("base64"),
};
process.env.DATA_KEY ??= secrets.DATA_KEY;
