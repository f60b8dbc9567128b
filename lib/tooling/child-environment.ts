/** What shifts a process's clock (`shifted-clock.ts` sets them); absent in an ordinary run. */
const CLOCK = [
  "LD_PRELOAD",
  "FAKETIME",
  "FAKETIME_DONT_FAKE_MONOTONIC",
  "FAKETIME_CACHE_DURATION",
  "NO_FAKE_STAT",
];

/**
 * The environment of a child that inherits nothing by accident: where programs are found, the clock of this process, and
 * `settings`. Without the clock a child would live on another day than its parent in `npm run prove -- calendar`.
 */
export function childEnvironment(settings: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const inherited = ["PATH", ...CLOCK].map((name) => [name, process.env[name]] as const);
  const present = inherited.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), ...settings } as NodeJS.ProcessEnv;
}
