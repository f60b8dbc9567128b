import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  givenConfig,
  givenFolder,
  givenPlatform,
  M2,
  tell,
  until,
} from "#app/_partner-agent/stand-in-platform.factory.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const PROGRAM = path.join(import.meta.dirname, "main.ts");

type Given = { readonly file: string; readonly dataFolder: string; readonly port: number };

/** The configuration as its owner writes it. */
async function givenFiles(url: string): Promise<Given> {
  const folder = givenFolder();
  const { dataFolder } = givenConfig(url);
  const [file, port] = [path.join(folder, "config.json"), await findFreePort()];
  writeFileSync(path.join(folder, "key"), "key-of-the-partner\n");
  const inputs = { http: { port } };
  const config = { url, keyFile: path.join(folder, "key"), dataFolder, inputs, settleSeconds: 0 };
  writeFileSync(file, JSON.stringify(config));
  return { file, dataFolder, port };
}

async function startProgram({ file, port }: Given): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, "run", "--config", file], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await until(async () => {
    const answer = await tell(port, "modem", { modem: "m2" }).catch(() => null);
    return answer?.status === 200;
  }, "the program listens");
  return child;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

/** Not the synchronous way: the platform that it asks is in this process. */
function command(given: Given, ...words: string[]) {
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    const args = [PROGRAM, ...words, "--config", given.file];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

it("a program that is killed in the middle of its pushes delivers every SMS with its first id, none twice", async () => {
  const platform = await givenPlatform();
  const given = await givenFiles(platform.url);
  const first = await startProgram(given);
  // Some are taken and their answers lost, the others get no answer at all.
  platform.nextSms.push("lost", "lost", "lost");
  platform.smsBehaviour = "hangs";
  const texts = Array.from({ length: 20 }, (_, at) => `code ${at}`);
  for (const text of texts) await tell(given.port, "sms", { modem: "m2", from: "Telegram", text });
  await until(() => platform.pushed.length >= 8, "pushes are under way");
  await end(first, "SIGKILL");
  const before = new Map(platform.pushed.map(({ text, smsId }) => [text, smsId]));
  platform.smsBehaviour = "right";
  await startProgram(given);
  const pending = () => readdirSync(path.join(given.dataFolder, "spool", "pending")).length;
  await until(() => pending() === 0, "everything was delivered");
  expect([...platform.taken.values()].map(({ text }) => text).sort()).toEqual([...texts].sort());
  for (const { text, smsId } of platform.taken.values()) expect(smsId).toBe(before.get(text) ?? smsId);
}, 120_000);

it("a program that is asked to end takes its numbers off sale, and no second one starts beside it", async () => {
  const platform = await givenPlatform();
  const given = await givenFiles(platform.url);
  expect((await command(given, "status")).stdout).toContain("does not run");
  const child = await startProgram(given);
  await until(() => platform.online.has(M2), "it is on sale");
  expect(await command(given, "run")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("already runs"),
  });
  const shown = await command(given, "status");
  expect(shown.status).toBe(0);
  expect(shown.stdout).toMatch(/^m2 +628110000002 +on sale +- +- +-$/m);
  expect(await command(given, "test")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Everything is ready."),
  });
  await end(child, "SIGTERM");
  expect(platform.online.size).toBe(0);
  expect(child.exitCode).toBe(0);
}, 120_000);
