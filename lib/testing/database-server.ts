import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "#lib/testing/database-url.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";
import { startThrowAwayPostgres } from "#lib/tooling/postgres/throw-away-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that every test file copies. */
    templateUrl: string;
    /** The same with the product's own login, which every copy of the template lets in. */
    appTemplateUrl: string;
  }
}

const TEMPLATE = "sms_den_template";

type Server = { readonly templateUrl: string; readonly appTemplateUrl: string; end(): Promise<void> };

/** The one of this run, and how many projects use it. Each project loads this file anew, so it cannot stand in the module. */
const run = globalThis as { testDatabase?: { readonly server: Promise<Server>; projects: number } };

/**
 * Before the first database test: an own server in a temporary folder (or the one of TEST_DATABASE_URL) and one
 * migrated template, for all projects with such tests. After the last one everything is removed.
 */
export default async function databaseServer(project: TestProject): Promise<() => Promise<void>> {
  run.testDatabase ??= { server: startServer(), projects: 0 };
  const used = run.testDatabase;
  used.projects += 1;
  const { templateUrl, appTemplateUrl, end } = await used.server;
  project.provide("templateUrl", templateUrl);
  project.provide("appTemplateUrl", appTemplateUrl);
  return async () => {
    used.projects -= 1;
    if (used.projects > 0) return;
    run.testDatabase = undefined;
    await end();
  };
}

async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? await borrowServer(given) : await ownServer();
  try {
    // Suites that compare a moment of the database with one of their own would fail one by one, without saying why.
    await refuseWrongClock(server.templateUrl);
    await migrate(server.templateUrl, server.appTemplateUrl);
  } catch (error) {
    await server.end();
    throw error;
  }
  return server;
}

const MIGRATE = path.join(import.meta.dirname, "..", "..", "app", "_processes", "migrate.ts");

/** As in production: an own process, which alone runs with the conditions of a server. */
async function migrate(ownerUrl: string, appUrl: string): Promise<void> {
  const urls = { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl };
  await promisify(execFile)(process.execPath, ["--conditions=react-server", MIGRATE], {
    env: childEnvironment({ ...urls, LOG_LEVEL: "silent", NODE_ENV: "test" }),
  });
}

async function ownServer(): Promise<Server> {
  const postgres = await startThrowAwayPostgres(TEMPLATE);
  const appTemplateUrl = withLogin(postgres.url, getAppLogin(postgres.stateFolder));
  return { templateUrl: postgres.url, appTemplateUrl, end: postgres.end };
}

/** An own template in a server that others may use as well; its role must be allowed to create databases. */
async function borrowServer(url: string): Promise<Server> {
  const template = `${TEMPLATE}_${process.pid}`;
  await onServer(url, `create database ${template}`);
  const templateUrl = withDatabase(url, template);
  const login = { role: `${template}_login`, password: randomUUID() };
  return {
    templateUrl,
    appTemplateUrl: withLogin(templateUrl, login),
    end: async () => {
      await onServer(url, `drop database if exists ${template} with (force)`);
      await onServer(url, `drop role if exists ${login.role}`);
    },
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
