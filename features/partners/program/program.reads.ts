import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

export const PROGRAM_FILE = "sms-den-modems.mjs";

const About = z.object({ version: z.string(), sha256: z.string(), bytes: z.number().int().positive() });
export type Program = z.infer<typeof About>;

/** Where the build of the pages leaves it (`lib/tooling/start/build.ts`); every process is started in the product's own folder. */
const folder = () => path.join(/* turbopackIgnore: true */ process.cwd(), ".next", "partner-agent");

/** Version, SHA-256 and size of the partner's program as it can be downloaded; null where the pages were not built. */
export async function findProgram(): Promise<Program | null> {
  const text = await readFile(path.join(folder(), `${PROGRAM_FILE}.json`), "utf8").catch(() => null);
  return text === null ? null : About.parse(JSON.parse(text));
}

/** The program itself; null where the pages were not built. */
export async function readProgram(): Promise<string | null> {
  return readFile(path.join(folder(), PROGRAM_FILE), "utf8").catch(() => null);
}
