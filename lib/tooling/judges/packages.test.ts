import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** Comes inside its parent's archive, whose checksum covers it. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};

const readRoot = <T>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as T;
const locked = readRoot<{ packages: Record<string, Locked> }>("package-lock.json").packages;
const manifest = readRoot<Record<string, Record<string, string>>>("package.json");

test("the lock file names no address and holds a checksum for every package", () => {
  const entries = Object.entries(locked).filter(([place]) => place !== "");
  const withAddress = entries.filter(([, entry]) => entry.resolved !== undefined).map(([place]) => place);
  const withoutChecksum = entries
    .filter(([, entry]) => !entry.integrity && !entry.link && !entry.inBundle)
    .map(([place]) => place);
  expect(withAddress, "Install with the project's .npmrc (omit-lockfile-registry-resolved).").toEqual([]);
  expect(withoutChecksum, "Remove node_modules and run npm install again.").toEqual([]);
});

test("the lock file holds every package's parts for other platforms, as npm ci demands", () => {
  // The newest releases sometimes lack them in a registry; npm install passes over that in silence, npm ci refuses.
  const isLocked = (place: string, name: string) => {
    for (let folder = place; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
      if (locked[`${folder}/node_modules/${name}`]) return true;
      if (!folder.includes("/node_modules/")) return locked[`node_modules/${name}`] !== undefined;
    }
  };
  const offenders = Object.entries(locked)
    .filter(([place]) => place !== "")
    .flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(place, name))
        .map((name) => `${place} needs ${name}`),
    );
  expect(offenders, "Take a somewhat older release of the package whose parts are all there.").toEqual([]);
});

test("every version in package.json is exact", () => {
  const lists = ["dependencies", "devDependencies", "optionalDependencies"].map(
    (list) => manifest[list] ?? {},
  );
  const offenders = lists.flatMap((list) =>
    Object.entries(list).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version)),
  );
  expect(offenders, "Install with --save-exact.").toEqual([]);
});
