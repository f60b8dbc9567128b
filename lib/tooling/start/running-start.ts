import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { isRunning } from "#lib/tooling/process-identity.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";

/** The commands that start the whole product, and where each keeps its data, from the root of the checkout. */
const STATE_FOLDERS = { up: ".data", dev: ".data/dev" } as const;

export type StartCommand = keyof typeof STATE_FOLDERS;

/** Where a command keeps its data: DATA_FOLDER, or its own folder. */
export function stateFolderOf(command: StartCommand, root: string = ROOT): string {
  return path.resolve(root, process.env.DATA_FOLDER || STATE_FOLDERS[command]);
}

/** The state folders whose product runs now, `npm run up` before `npm run dev`; of one command when it is named. */
export function findRunningStarts(command?: StartCommand, root: string = ROOT): string[] {
  const commands = command ? [command] : (Object.keys(STATE_FOLDERS) as StartCommand[]);
  const folders = new Set(commands.map((each) => stateFolderOf(each, root)));
  return [...folders].filter((folder) => {
    const run = readRunFile(folder);
    return run !== null && isRunning(run.supervisor);
  });
}
