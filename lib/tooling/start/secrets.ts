import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** The default start's own secrets, made once per state folder. */
export type Secrets = {
  dataKey: string;
  authSecret: string;
  metricsToken: string;
  pushPrivateKey: string;
  testGatewaySecret: string;
  simulatorKey: string;
  /** Signs what the front door tells the content desk. */
  cmsKey: string;
  demoPasswords: Record<"user" | "empty" | "staff" | "lead" | "editor" | "store" | "agent", string>;
  /** Seeds of the demo staff's authenticator applications: 160 bits in base32. */
  demoTotpSeeds: { staff: string; lead: string; editor: string };
  /** 32 hexadecimal characters, as `handler_api.php` expects. */
  demoApiKey: string;
};

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function newSecrets(): Secrets {
  const word = () => randomBytes(9).toString("base64url");
  const seed = () => Array.from(randomBytes(32), (byte) => BASE32[byte % 32]).join("");
  return {
    dataKey: randomBytes(32).toString("base64"),
    authSecret: randomBytes(32).toString("base64url"),
    metricsToken: randomBytes(24).toString("base64url"),
    pushPrivateKey:
      generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }).d ?? "",
    testGatewaySecret: randomBytes(24).toString("base64url"),
    simulatorKey: randomBytes(16).toString("hex"),
    cmsKey: randomBytes(32).toString("base64url"),
    demoPasswords: {
      ...{ user: word(), empty: word(), staff: word(), lead: word(), editor: word() },
      ...{ store: word(), agent: word() },
    },
    demoTotpSeeds: { staff: seed(), lead: seed(), editor: seed() },
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
  const made = newSecrets();
  const secrets = {
    ...made,
    ...kept,
    demoPasswords: { ...made.demoPasswords, ...kept?.demoPasswords },
    demoTotpSeeds: { ...made.demoTotpSeeds, ...kept?.demoTotpSeeds },
  };
  if (JSON.stringify(secrets) !== JSON.stringify(kept))
    writeFileAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
