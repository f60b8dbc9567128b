import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { AccountRole } from "#lib/api/actor.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";

/** Somebody whom no other journey knows. */
export type JourneyPerson = {
  readonly email: string;
  readonly password: string;
  /** The key for `handler_api.php`. */
  readonly apiKey: string;
  /** The seed of the authenticator application; the staff are asked for its code. */
  readonly totpSeed: string;
};

export type PersonRequest = {
  /** What is on the balance. */
  readonly kopecks: number;
  /** What a member of the staff may do (`content`: write the site's texts, and nothing else); absent = a user. */
  readonly staff?: "support" | "money" | "money-lead" | "content";
  /** A partner with a supplier of its own. */
  readonly isPartner?: boolean;
  /** What else the account may be. */
  readonly role?: Exclude<AccountRole, "partner">;
  /** A partner whose modems earned so much that can be withdrawn. */
  readonly earnedKopecks?: number;
};

/** A supplier of Telegram's numbers in one country, at one cost, which tells its numbers itself (`journey-seller.ts`). */
export type SupplierRequest = { readonly countryId: number; readonly costKopecks: number };

/** A person, or the key that a supplier calls with. */
export type MadeAnswer =
  | { readonly person: JourneyPerson }
  | { readonly supplierKey: string }
  | { readonly error: string };

const PROGRAM = path.join(import.meta.dirname, "..", "..", "app", "_journeys", "journey-people.factory.ts");

/** Makes people in the database of a product on this machine, by a process of its own that starts with the first of them. */
export class PeopleMaker {
  readonly #stateFolder: string;
  #program: Promise<ChildProcess> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
  }

  /** Answers one after another; throws what the program says when it cannot. */
  async make(request: PersonRequest): Promise<JourneyPerson> {
    const answer = await this.#askInTurn(request);
    if ("person" in answer) return answer.person;
    throw new Error("Nobody could be made");
  }

  /** Answers the key of a new supplier. */
  async makeSupplier(request: SupplierRequest): Promise<string> {
    const answer = await this.#askInTurn(request);
    if ("supplierKey" in answer) return answer.supplierKey;
    throw new Error("No supplier could be made");
  }

  #askInTurn(request: PersonRequest | SupplierRequest): Promise<MadeAnswer> {
    const made = this.#last.then(() => this.#ask(request));
    this.#last = made.catch(() => {});
    return made;
  }

  async #ask(request: PersonRequest | SupplierRequest): Promise<MadeAnswer> {
    this.#program ??= this.#start();
    const program = await this.#program;
    const heard = new AbortController();
    const said = Promise.race([
      once(program, "message", heard).then(([answer]) => answer as MadeAnswer),
      once(program, "exit", heard).then(([code]): MadeAnswer => ({ error: `ended with ${code}` })),
    ]);
    program.send(request);
    const answer = await said;
    heard.abort();
    if ("error" in answer) throw new Error(`Nobody could be made: ${answer.error}`);
    return answer;
  }

  async #start(): Promise<ChildProcess> {
    const url = await findRunningPostgres(this.#stateFolder, "sms_den");
    if (!url) throw new Error(`No product runs in ${this.#stateFolder}`);
    const { dataKey, authSecret } = getSecrets(this.#stateFolder);
    const env = { DATABASE_URL: url, DATA_KEY: dataKey, AUTH_SECRET: authSecret };
    return fork(PROGRAM, {
      execArgv: ["--conditions=react-server"],
      env: childEnvironment({ NODE_ENV: "production", LOG_LEVEL: "error", ...env }),
    });
  }

  async stop(): Promise<void> {
    const program = await this.#program;
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, "exit");
    program.disconnect();
    await ended;
  }
}
