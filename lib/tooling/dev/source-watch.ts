import { watch } from "chokidar";

const GATHER_MS = 100;

/**
 * Tells which files below some folders have changed, come or gone, gathered over a tenth of a second; an editor that puts a new file in
 * the old one's place is seen like one that writes into it. `folders` are paths from `root`, as are those that `onChange` is told. The
 * function that it returns ends it.
 */
export async function watchSources(
  root: string,
  folders: readonly string[],
  onChange: (files: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...folders], { cwd: root, ignoreInitial: true });
  watcher.on("all", (_event, place) => {
    changed.add(place.replaceAll("\\", "/"));
    timer ??= setTimeout(() => {
      timer = undefined;
      const files = [...changed];
      changed.clear();
      onChange(files);
    }, GATHER_MS);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
