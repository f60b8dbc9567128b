import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import path from "node:path";

const GATHER_MS = 100;

/**
 * Tells which files below some folders have changed, come or gone, gathered over a tenth of a second. Folders are watched, not
 * files: an editor that puts a new file in the old one's place is seen like one that writes into it.
 */
export class SourceWatch {
  readonly #root: string;
  readonly #onChange: (files: readonly string[]) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** `folders` are paths from `root`, as are those that `onChange` is told (with slashes). */
  constructor(root: string, folders: readonly string[], onChange: (files: readonly string[]) => void) {
    this.#root = root;
    this.#onChange = onChange;
    for (const folder of folders) this.#watchFolder(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watchFolder(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(path.join(this.#root, folder), (_event, name) => {
        if (name !== null) this.#noticed(path.posix.join(folder, name));
      });
      watcher.on("error", () => this.#leave(folder));
      this.#watchers.set(folder, watcher);
      for (const entry of readdirSync(path.join(this.#root, folder), { withFileTypes: true })) {
        if (entry.isDirectory()) this.#watchFolder(path.posix.join(folder, entry.name));
      }
    } catch {
      // No folder, or gone again; when it comes back, the folder above says so.
      this.#leave(folder);
    }
  }

  #leave(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #noticed(place: string): void {
    this.#changed.add(place);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const places = [...this.#changed];
      this.#changed.clear();
      this.#onChange(places.flatMap((changed) => this.#filesAt(changed)));
    }, GATHER_MS);
  }

  /** A place that is a folder stands for its files: a new folder is watched from its first file on. */
  #filesAt(place: string): string[] {
    if (!isFolder(path.join(this.#root, place))) {
      this.#leave(place);
      return [place];
    }
    if (this.#watchers.has(place)) return [];
    this.#watchFolder(place);
    return readdirSync(path.join(this.#root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(this.#root, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
      );
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
