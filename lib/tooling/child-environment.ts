/** What shifts a clock, by the variable that says by how much: `shiftedClock`, and `lib/testing/shifted-date.ts`. */
const CLOCKS = { CLOCK_SHIFT_SECONDS: "LD_PRELOAD", DATE_SHIFT_MS: "NODE_OPTIONS" } as const;

/**
 * The environment of a child that inherits nothing by accident: where programs are found, the clock of this process, and
 * `settings`. Without the clock a child would live on another day than its parent in `npm run prove -- calendar`.
 */
export function childEnvironment(settings: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const shifted = Object.entries(CLOCKS).filter(([shift]) => process.env[shift]);
  const present = ["PATH", ...shifted.flat()].filter((name) => process.env[name] !== undefined);
  const inherited = Object.fromEntries(present.map((name) => [name, process.env[name]]));
  return { ...inherited, ...settings } as NodeJS.ProcessEnv;
}
