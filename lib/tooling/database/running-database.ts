import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { findRunningStarts, type StartCommand } from "#lib/tooling/start/running-start.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";

type Settings = Record<string, string | undefined>;

type RunningDatabase = {
  readonly stateFolder: string;
  /** With the login of the tables' owner. */
  readonly ownerUrl: string;
  /** The folder of another start that runs as well. */
  readonly other: string | undefined;
};

/** The database of what runs from this checkout. Throws a Problem that says what to start or set when there is none. */
export async function findRunningDatabase(
  wanted?: StartCommand,
  findPostgres = findRunningPostgres,
): Promise<RunningDatabase> {
  const [stateFolder, other] = findRunningStarts(wanted);
  if (!stateFolder) {
    throw new Problem(
      "Nothing runs whose database could be opened. Start `npm run dev` or `npm run up`, or set DATABASE_URL.",
    );
  }
  const ownerUrl = await findPostgres(stateFolder, "sms_den");
  if (!ownerUrl) {
    throw new Problem(
      `What runs from ${stateFolder} uses a PostgreSQL of its own choice or is just starting. Set DATABASE_URL as it has it, or try again.`,
    );
  }
  return { stateFolder, ownerUrl, other };
}

/**
 * Takes over the database and the data key of what runs, where the environment names no database: for commands that work beside the
 * default start. To be called before lib/env.ts is imported, which reads the environment once. Throws a Problem as above.
 */
export async function joinRunningStart(
  environment: Settings = process.env,
  findPostgres = findRunningPostgres,
) {
  if (environment.DATABASE_URL) return;
  const { stateFolder, ownerUrl } = await findRunningDatabase(undefined, findPostgres);
  environment.DATABASE_URL = ownerUrl;
  // What the command seals must be read by what runs.
  environment.DATA_KEY ||= getSecrets(stateFolder).dataKey;
}
