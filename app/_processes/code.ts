import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { CODE_PERIOD_SECONDS } from "#features/identity/second-factor/second-factor.rules.ts";
import { nowMs } from "#lib/clock.ts";
import { readJson } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { demoFile } from "#lib/tooling/start/announce.ts";
import type { DemoLogin } from "#lib/tooling/start/default-start.ts";
import { findRunningStarts, stateFolderOf } from "#lib/tooling/start/running-start.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** `npm run code`: what the authenticator applications of the demo staff show now. */
await runCommand(async () => {
  const [running = stateFolderOf("up")] = findRunningStarts();
  const file = demoFile(running);
  const demo = readJson<{ logins: DemoLogin[] }>(file);
  if (!demo)
    throw new Problem(
      `${file} is not there. Start the product with \`npm run up\` or \`npm run dev\` first.`,
    );
  const secondsLeft = CODE_PERIOD_SECONDS - (Math.floor(nowMs() / 1000) % CODE_PERIOD_SECONDS);
  for (const { email, totpSeed } of demo.logins) {
    if (totpSeed) say(`${email.padEnd(20)} ${codeAt(totpSeed, nowMs())}`);
  }
  say(`for ${secondsLeft} s; each code works once`);
  return 0;
});
