import { expect, inject, test } from "vitest";
import { env } from "#lib/env.ts";
import { spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { url } = await useTestDb();
const ownerUrl = new URL(inject("templateUrl"));
ownerUrl.pathname = new URL(url).pathname;

const settings = (databaseUrl: string) => ({
  AUTH_SECRET: env.AUTH_SECRET as string,
  DATA_KEY: env.DATA_KEY as string,
  DATABASE_URL: databaseUrl,
  PORT: "0",
  WORKER_PORT: "0",
  WEB_URL: "http://127.0.0.1:9",
});

test.each(["api", "worker"])(
  "%s alone does not start as the owner of the tables, and says what to set",
  async (name) => {
    await expect(spawnProcess(name, settings(ownerUrl.href))).rejects.toThrow(
      /ended with 1.*DATABASE_URL logs in as .*Set DATABASE_OWNER_URL to this address/s,
    );
  },
  60_000,
);
