import type { Config } from "#app/_partner-agent/config.ts";
import { makeLog } from "#app/_partner-agent/print.ts";
import { RunningAgent } from "#app/_partner-agent/running-agent.ts";

/** Runs until it is asked to end. A second request ends it at once; the spool is on the disk either way. */
export async function run(config: Config): Promise<number> {
  const agent = new RunningAgent(config, makeLog(config.logTexts));
  await agent.start();
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(1));
      });
    }
  });
  await agent.stop();
  return 0;
}
