import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readJson, writeFileWhole } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** The default start's own secrets, made once per state folder. */
export type Secrets = {
  dataKey: string;
  authSecret: string;
  metricsToken: string;
  testGatewaySecret: string;
  simulatorKey: string;
  demoPasswords: { user: string; empty: string; staff: string };
  /** 32 hexadecimal characters, as `handler_api.php` expects. */
  demoApiKey: string;
};

function newSecrets(): Secrets {
  const word = () => randomBytes(9).toString("base64url");
  return {
    dataKey: randomBytes(32).toString("base64"),
    authSecret: randomBytes(32).toString("base64url"),
    metricsToken: randomBytes(24).toString("base64url"),
    testGatewaySecret: randomBytes(24).toString("base64url"),
    simulatorKey: randomBytes(16).toString("hex"),
    demoPasswords: { user: word(), empty: word(), staff: word() },
    demoApiKey: randomBytes(16).toString("hex"),
  };
}

/** Reads `<state>/secrets.json` (0600); makes what is missing and keeps what is there. */
export function getSecrets(stateFolder: string): Secrets {
  const file = path.join(stateFolder, "secrets.json");
  const kept = readJson<Partial<Secrets>>(file);
  if (!kept && existsSync(file)) {
    // New ones in its place would make everything sealed with the old key unreadable.
    throw new Problem(
      `${file} cannot be read. Mend it or put back a copy; to begin with empty data remove ${stateFolder}.`,
    );
  }
  const secrets = { ...newSecrets(), ...kept };
  if (JSON.stringify(secrets) !== JSON.stringify(kept))
    writeFileWhole(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
