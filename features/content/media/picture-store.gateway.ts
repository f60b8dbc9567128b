import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { isPictureName } from "#features/content/media/pictures.rules.ts";
import { env } from "#lib/env.ts";

type PictureFile = { readonly name: string; readonly bytes: Uint8Array };

/** Where pictures are kept: beside the product's other data, in no folder that is served. Every process is started in the product's own folder. */
export const pictureFolder = () =>
  path.resolve(/* turbopackIgnore: true */ process.cwd(), env.DATA_FOLDER, "media");

/** Stores files in this order. Each is there whole or not at all; the same one again changes nothing, since its name is made of its content. */
export async function keepPictures(folder: string, files: readonly PictureFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of files) {
    const file = fileOf(folder, name);
    if (file === null) throw new Error(`No picture is called ${JSON.stringify(name)}`);
    const unfinished = path.join(folder, `${randomUUID()}.part`);
    await writeFile(unfinished, bytes, { flag: "wx", flush: true });
    await rename(unfinished, file);
  }
}

/** A file of the store; null when there is none of that name. What a link leads to is none. */
export async function readPicture(folder: string, name: string): Promise<Buffer | null> {
  const file = fileOf(folder, name);
  if (file === null) return null;
  try {
    return await readFile(file, { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

const NOT_THERE = new Set(["ENOENT", "ELOOP", "EISDIR"]);

/** Takes files out of the store, as far as they are there. */
export async function removePictures(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = fileOf(folder, name);
    if (file !== null) await rm(file, { force: true });
  }
}

/** A name that the store could not have given leads nowhere, however it is written. */
function fileOf(folder: string, name: string): string | null {
  return isPictureName(name) ? path.join(folder, name) : null;
}
