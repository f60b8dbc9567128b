import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

const UNFINISHED = ".tmp";
/** A file that is still being written is younger than this. */
const UNFINISHED_MS = 60_000;

/** Writes a file so that after a power cut it is there whole, or not at all. Returns when it is on the disk. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(text, "utf8");
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(path.dirname(file));
}

/** Adds lines to a file. Returns when they are on the disk. */
export async function appendDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    await handle.writeFile(text, "utf8");
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a file to another folder. Returns when that is on the disk. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
  await syncFolder(path.dirname(from));
}

/** Makes a folder that nobody else may read. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The text of a file, null where there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** The names of a folder's whole files with this ending; none where there is no folder. */
export async function listFiles(folder: string, ending = ".json"): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Takes away what a crash left half written. */
export async function removeUnfinished(folder: string, nowMs: number): Promise<void> {
  for (const name of await listFiles(folder, UNFINISHED)) {
    const file = path.join(folder, name);
    const state = await stat(file).catch(() => null);
    if (state && nowMs - state.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
  }
}

/** A rename is on the disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
