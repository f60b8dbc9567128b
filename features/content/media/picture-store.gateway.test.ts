import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepPictures, readPicture, removePictures } from "#features/content/media/picture-store.gateway.ts";

const above = mkdtempSync(path.join(os.tmpdir(), "pictures-"));
const folder = path.join(above, "media");
afterAll(() => rmSync(above, { recursive: true, force: true }));

const nameOf = (digit: string) => `${digit.repeat(64)}.webp`;
const bytes = Buffer.from("a picture");

test("what is stored is read again, whole, and stored twice is there once", async () => {
  await keepPictures(folder, [{ name: nameOf("a"), bytes }]);
  await keepPictures(folder, [{ name: nameOf("a"), bytes }]);
  expect(await readPicture(folder, nameOf("a"))).toEqual(bytes);
  expect(readdirSync(folder)).toEqual([nameOf("a")]);
});

test("nothing outside the store is read, written or removed by any name", async () => {
  const secret = path.join(above, "secrets.json");
  writeFileSync(secret, "secret");
  await keepPictures(folder, [{ name: nameOf("b"), bytes }]);
  for (const name of ["../secrets.json", secret, `${nameOf("b")}/../../secrets.json`, "..", ""]) {
    expect(await readPicture(folder, name), name).toBeNull();
    await expect(keepPictures(folder, [{ name, bytes }]), name).rejects.toThrow("No picture is called");
    await removePictures(folder, [name]);
  }
  symlinkSync(secret, path.join(folder, nameOf("c")));
  expect(await readPicture(folder, nameOf("c"))).toBeNull();
  expect(readdirSync(above).sort()).toEqual(["media", "secrets.json"]);
});

test("what is not there is nothing, in a folder that is not there too", async () => {
  expect(await readPicture(folder, nameOf("d"))).toBeNull();
  expect(await readPicture(path.join(above, "none"), nameOf("d"))).toBeNull();
  await removePictures(folder, [nameOf("a"), nameOf("d")]);
  expect(await readPicture(folder, nameOf("a"))).toBeNull();
});
