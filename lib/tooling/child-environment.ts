/** Set in a run under a shifted clock, and what shifts it (`shiftedClock`). */
const CLOCK = ["CLOCK_SHIFT_SECONDS", "LD_PRELOAD"];

/**
 * The environment of a child that inherits nothing by accident: where programs are found, the clock of this process, and
 * `settings`. Without the clock a child would live on another day than its parent in `npm run prove -- calendar`.
 */
export function childEnvironment(settings: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const inherited = process.env.CLOCK_SHIFT_SECONDS ? ["PATH", ...CLOCK] : ["PATH"];
  const present = inherited.filter((name) => process.env[name] !== undefined);
  return {
    ...Object.fromEntries(present.map((name) => [name, process.env[name]])),
    ...settings,
  } as NodeJS.ProcessEnv;
}
