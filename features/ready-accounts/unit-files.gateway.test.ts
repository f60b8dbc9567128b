import { expect, test } from "vitest";
import { openArchive } from "#features/ready-accounts/stock/archive.gateway.ts";
import { packUnit } from "#features/ready-accounts/unit-files.gateway.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("an account that is a file is downloaded as it was brought", async () => {
  const files = [{ path: "a.session", base64: "AP8=" }];
  const { name, bytes } = await packUnit({ name: "a.session", isFolder: false, files });
  expect([name, bytes.toString("hex")]).toEqual(["a.session", "00ff"]);
});

test("an account that is a folder is downloaded as an archive that is the same each time", async () => {
  const files = [
    { path: "tdata/key", base64: base64("one") },
    { path: "2fa.txt", base64: base64("two") },
  ];
  const unit = { name: "4915", isFolder: true, files };
  const { name, bytes } = await packUnit(unit);
  expect(name).toBe("4915.zip");
  expect((await packUnit(unit)).bytes.equals(bytes)).toBe(true);
  const unpacked = await openArchive(bytes);
  expect(unpacked.map((file) => [file.path, file.bytes.toString()])).toEqual([
    ["4915/tdata/key", "one"],
    ["4915/2fa.txt", "two"],
  ]);
});
