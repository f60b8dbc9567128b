import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import {
  compareVersions,
  isNewEnough,
  toleratedCopies,
  versionFloors,
} from "#lib/tooling/judges/version-floors.ts";

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

test("no package is older than its floor", () => {
  const offenders = Object.entries(locked).flatMap(([place, { version }]) => {
    const name = place.split("node_modules/").at(-1) ?? "";
    const floor = versionFloors[name];
    if (!floor || !version || place in toleratedCopies || isNewEnough(version, floor.atLeast)) return [];
    return [`${place} ${version} is older than ${floor.atLeast.join(" or ")}: ${floor.why}`];
  });
  expect(offenders, "Raise the package (npm install --save-exact).").toEqual([]);
});

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

test("versions compare by number, and a floor holds per line", () => {
  expect(compareVersions("16.10.0", "16.9.9")).toBeGreaterThan(0);
  expect(compareVersions("18.4.0-beta.17", "18.4.0")).toBe(0);
  expect(isNewEnough("15.5.23", ["15.5.24", "16.3.3"])).toBe(false);
  expect(isNewEnough("15.5.24", ["15.5.24", "16.3.3"])).toBe(true);
  expect(isNewEnough("16.3.2", ["15.5.24", "16.3.3"])).toBe(false);
  expect(isNewEnough("17.0.0", ["15.5.24", "16.3.3"])).toBe(true);
  expect(isNewEnough("14.9.9", ["15.5.24", "16.3.3"])).toBe(false);
  expect(isNewEnough("1.7.3", ["1.6.34", "1.7.7"])).toBe(false);
  expect(isNewEnough("1.6.34", ["1.6.34", "1.7.7"])).toBe(true);
});
