import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "#lib/testing/database-url.ts";
import { startThrowAwayPostgres } from "#lib/tooling/throw-away-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that every test file copies. */
    templateUrl: string;
  }
}

const TEMPLATE = "sms_den_template";

/**
 * Before the first database test: an own server in a temporary folder (or the one of TEST_DATABASE_URL) and one
 * migrated template. After the last one everything is removed.
 */
export default async function databaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? await borrowServer(given) : await ownServer();
  try {
    await migrate(server.templateUrl);
  } catch (error) {
    await server.end();
    throw error;
  }
  project.provide("templateUrl", server.templateUrl);
  return server.end;
}

const MIGRATE = path.join(import.meta.dirname, "..", "..", "app", "_processes", "migrate.ts");

/** As in production: an own process, which alone runs with the conditions of a server. */
async function migrate(url: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["--conditions=react-server", MIGRATE], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, LOG_LEVEL: "silent", NODE_ENV: "test" },
  });
}

async function ownServer() {
  const postgres = await startThrowAwayPostgres(TEMPLATE);
  return { templateUrl: postgres.url, end: postgres.end };
}

/** An own template in a server that others may use as well; its role must be allowed to create databases. */
async function borrowServer(url: string) {
  const template = `${TEMPLATE}_${process.pid}`;
  await onServer(url, `create database ${template}`);
  return {
    templateUrl: withDatabase(url, template),
    end: () => onServer(url, `drop database if exists ${template} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
