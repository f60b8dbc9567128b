import { expect, test } from "vitest";
import { openArchive } from "#features/ready-accounts/stock/archive.gateway.ts";
import { archiveLimits } from "#features/ready-accounts/stock/archive.rules.ts";
import { archiveOf, falsified, renamed } from "#features/ready-accounts/stock/archives.factory.ts";

const SYMLINK = 0o120777 * 0x1_0000;
const FIFO = 0o010644 * 0x1_0000;

function problemOf(archive: Buffer): Promise<unknown> {
  return openArchive(archive).then(
    () => "taken",
    (error) => ({ code: error.code, ...error.details }),
  );
}
const wrong = (problem: string, entry?: string) => ({
  ...{ code: "STOCK_ARCHIVE_WRONG", problem },
  ...(entry === undefined ? {} : { entry }),
});

test("an archive is unpacked with its folders, without what computers add by themselves", async () => {
  const archive = await archiveOf({
    "a/tdata/key": "one",
    "a/.DS_Store": "x",
    "__MACOSX/a/tdata/._key": "x",
    "b.session": Buffer.from([0, 255, 1]),
  });
  const files = await openArchive(archive);
  expect(files.map(({ path, bytes }) => [path, bytes.toString("hex")])).toEqual([
    ["a/tdata/key", Buffer.from("one").toString("hex")],
    ["b.session", "00ff01"],
  ]);
});

test("a bomb of zeros is refused with its name before it is unpacked, whatever its headers say", async () => {
  const bomb = await archiveOf({ "a.session": "fine", "b.session": Buffer.alloc(50_000_000) });
  expect(bomb.length).toBeLessThan(100_000);
  const lying = falsified(bomb, "b.session", "size", 10);
  for (const archive of [bomb, lying]) {
    const before = process.memoryUsage().arrayBuffers;
    expect(await problemOf(archive)).toEqual(wrong("file-too-large", "b.session"));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  }
});

test("many files that are small by themselves are refused once they are too large together", async () => {
  const noise = Array.from({ length: 60_000 }, (_, at) => (at % 50 === 0 ? (at * at) % 251 : 7));
  const count = Math.ceil(archiveLimits.unpackedBytes / noise.length) + 1;
  const files = Array.from({ length: count }, (_, at) => [`${at}.session`, Buffer.from(noise)] as const);
  const archive = await archiveOf(Object.fromEntries(files));
  expect(await problemOf(archive)).toMatchObject({ code: "STOCK_ARCHIVE_WRONG", problem: "too-large" });
});

test("a file that grows too much when unpacked is refused within every other limit", async () => {
  const archive = await archiveOf({ "zeros.session": Buffer.alloc(60_000) });
  expect(await problemOf(archive)).toEqual(wrong("ratio", "zeros.session"));
});

test("an archive of 10,001 entries is refused by their number", async () => {
  const files = Array.from({ length: archiveLimits.entries + 1 }, (_, at) => [`${at}`, ""] as const);
  const archive = await archiveOf(Object.fromEntries(files));
  expect(await problemOf(archive)).toEqual(wrong("too-many"));
});

test.each([
  ["climbs out of its folder", "../x.session", "path"],
  ["climbs out further within", "a/../../x.txt", "path"],
  ["begins at a root", "/etc/passwd", "path"],
  ["begins at a drive", "c:/windows.txt", "path"],
  ["is written with backslashes", "a\\..\\x.txt", "path"],
  ["has a control character", "a\u0001b.txt", "path"],
  ["goes nowhere in between", "a//x.txt", "path"],
  ["stays where it is", "./x.txt", "path"],
  ["lies too deep", "1/2/3/4/5/6/7/8/9", "too-deep"],
])("a path that %s is refused by its name", async (_, path, problem) => {
  const plain = "x".repeat(path.length);
  const archive = renamed(await archiveOf({ "good.txt": "1", [plain]: "1" }), plain, path);
  expect(await problemOf(archive)).toEqual(wrong(problem, path));
});

test.each([
  ["symbolic link", "attributes", SYMLINK, "special"],
  ["pipe", "attributes", FIFO, "special"],
  ["file under a password", "flags", 0x0801, "encrypted"],
  ["file packed in another way", "method", 9, "method"],
] as const)("a %s is refused by its name", async (_, member, value, problem) => {
  const archive = falsified(await archiveOf({ "a.txt": "1", "b.txt": "2" }), "b.txt", member, value);
  expect(await problemOf(archive)).toEqual(wrong(problem, "b.txt"));
});

test("an archive in an archive is refused by its end and by its first bytes", async () => {
  const inner = await archiveOf({ "a.txt": "1" });
  expect(await problemOf(await archiveOf({ "inner.ZIP": inner }))).toEqual(wrong("nested", "inner.ZIP"));
  expect(await problemOf(await archiveOf({ "a.session": inner }))).toEqual(wrong("nested", "a.session"));
});

test("a path that stands in an archive twice is refused, in another case and as a folder too", async () => {
  for (const [first, second] of [
    ["aaa.txt", "aaa.txt"],
    ["aaa.txt", "AAA.txt"],
    ["aaaaa", "aaaaa/b"],
  ] as const) {
    const plain = "x".repeat(second.length);
    const archive = renamed(await archiveOf({ [first]: "1", [plain]: "2" }), plain, second);
    expect(await problemOf(archive)).toEqual(wrong("repeated", second));
  }
});

test("an archive that is cut off anywhere is refused, and so are other bytes", async () => {
  const archive = await archiveOf({ "a.txt": "first".repeat(100), "b.txt": "second" });
  for (let length = 0; length < archive.length; length += 7)
    expect(await problemOf(archive.subarray(0, length))).toMatchObject({ code: "STOCK_ARCHIVE_WRONG" });
  expect(await problemOf(Buffer.from("no archive at all, but some words"))).toEqual(wrong("broken"));
  expect(await problemOf(await archiveOf({}))).toEqual(wrong("empty"));
});

test("a file whose bytes were changed is refused by its name", async () => {
  const archive = await archiveOf({ "a.txt": "a word that stands there as it is" });
  expect(await problemOf(renamed(archive, "a.txt", "b.txt"))).toBe("taken");
  const changed = falsified(archive, "a.txt", "size", 4);
  expect(await problemOf(changed)).toEqual(wrong("broken", "a.txt"));
});

test("an archive of which any byte was changed is taken or refused, and nothing else happens", async () => {
  const archive = await archiveOf({ "a.txt": "first", "b/c.txt": "second" });
  for (let at = 0; at < archive.length; at += 1)
    for (const change of [1, 128, 255]) {
      const changed = Buffer.from(archive);
      changed.writeUInt8((changed.readUInt8(at) + change) % 256, at);
      const outcome = await problemOf(changed);
      if (outcome !== "taken") expect(outcome).toMatchObject({ code: "STOCK_ARCHIVE_WRONG" });
    }
});
