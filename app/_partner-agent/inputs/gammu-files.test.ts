import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRunningSmsd } from "#app/_partner-agent/inputs/gammu-files.ts";
import { givenFolder } from "#app/_partner-agent/stand-in-platform.factory.ts";

test("what gammu-smsd runs at an SMS is not taken for a new gammu-smsd while it is called the same", async () => {
  const folder = givenFolder();
  const script = path.join(folder, "smsd.sh");
  const file = path.join(folder, "m1.conf");
  // A subshell is called as its shell, as a process is between its fork and what it begins then.
  writeFileSync(script, "( sleep 60; : ) &\necho $!\nwait\n");
  const words = ["-c", 'exec -a gammu-smsd bash "$0" -c "$1"', script, file];
  const smsd = spawn("bash", words, { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => {
    process.kill(-Number(smsd.pid), "SIGKILL");
  });
  const [childPid] = await once(smsd.stdout, "data");
  expect(Number(String(childPid))).not.toBe(smsd.pid);
  expect((await findRunningSmsd())?.get(file)).toBe(smsd.pid);
});
