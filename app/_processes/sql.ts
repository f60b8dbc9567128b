import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { env } from "#lib/env.ts";
import { getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { findRunningDatabase } from "#lib/tooling/database/running-database.ts";
import { openSqlConsole, talkSql } from "#lib/tooling/database/sql-console.ts";
import { Problem } from "#lib/tooling/problem.ts";
import type { StartCommand } from "#lib/tooling/start/running-start.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const USAGE = 'npm run sql -- [--owner] [--up or --dev] ["select 1"]';

/** Where to connect, and whose database it is in words. */
async function findDatabase(isOwner: boolean, wanted: StartCommand | undefined) {
  if (env.DATABASE_URL && !wanted)
    return { url: (isOwner && env.DATABASE_OWNER_URL) || env.DATABASE_URL, where: "DATABASE_URL" };
  const { stateFolder, ownerUrl, other } = await findRunningDatabase(wanted);
  const where = path.relative(process.cwd(), stateFolder) + (other ? "; --dev opens the other" : "");
  return { url: isOwner ? ownerUrl : withLogin(ownerUrl, getAppLogin(stateFolder)), where };
}

// npm run sql                           a console on the database of what runs, as the product's own role
// npm run sql -- --owner                as the owner of the tables
// npm run sql -- "select now()"         one answer
await runCommand(async () => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => /^--/.test(word) && !["--owner", "--up", "--dev"].includes(word));
  if (unknown) throw new Problem(`There is no ${unknown}. Use ${USAGE}.`);
  const isOwner = words.includes("--owner");
  const wanted = words.includes("--dev") ? "dev" : words.includes("--up") ? "up" : undefined;
  const { url, where } = await findDatabase(isOwner, wanted);
  const statement = words.filter((word) => !word.startsWith("--")).join(" ");
  const sql = await openSqlConsole(url, isOwner);
  try {
    if (statement) say(await sql.run(statement));
    else {
      say(
        `The database of ${where}, as ${isOwner ? "the owner of its tables" : "the product's own role"}; \\? helps`,
      );
      await talkSql(sql, process.stdin, process.stdout);
    }
  } finally {
    await sql.close();
  }
  return 0;
});
