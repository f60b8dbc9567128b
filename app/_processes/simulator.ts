import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { startSimulator } from "#app/_processes/simulator/start.ts";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/**
 * The SIM bank of the default start: a process of its own that speaks the partners' protocol and nothing else.
 * The product does not know that it is simulated.
 */
const url = new URL(requireEnv("SIMULATOR_URL"));
const health = new Health({ process: "simulator", checks: {} });
const simulator = await startSimulator({
  apiUrl: env.API_URL,
  secret: requireEnv("SIMULATOR_KEY"),
  seed: env.SIM_SEED,
  speed: env.SIM_SPEED,
  behaviour: env.SIM_PROFILE,
  folder: path.resolve(env.DATA_FOLDER, "simulator"),
  host: url.hostname,
  port: Number(url.port),
  health,
});
log.info(
  { url: simulator.url, banks: [...simulator.banks.keys()], profile: env.SIM_PROFILE },
  "SIM bank is open",
);

async function stop(): Promise<void> {
  health.stop();
  await simulator.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
