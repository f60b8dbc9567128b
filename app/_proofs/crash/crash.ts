import { setTimeout as pause } from "node:timers/promises";
import { Crowd } from "#app/_proofs/crash/crowd.ts";
import { Scene } from "#app/_proofs/crash/scene.ts";
import { judge, type Verdict } from "#app/_proofs/crash/verdict.ts";
import { around, type Point, type Victim } from "#app/_proofs/crash/victim.ts";

/** The run ends when all of these are reached; it counts deeds, not seconds, so that a slow machine proves as much. */
export type CrashGoals = {
  readonly apiKills: number;
  readonly workerKills: number;
  readonly databaseKills: number;
  readonly acknowledged: number;
};

export type CrashReport = {
  readonly kills: { api: number; worker: number; database: number };
  /** Kills of API and worker at a named point, as against a random moment. */
  readonly pointsHit: { api: number; worker: number; database: number };
  readonly acknowledged: number;
  readonly deeds: {
    orders: number;
    cancels: number;
    sms: number;
    finishes: number;
    rentals: number;
    extensions: number;
    rentalCancels: number;
    rentalSms: number;
    topUps: number;
    withdrawals: number;
    notices: number;
    replays: number;
  };
  readonly repeats: number;
  readonly seconds: number;
  readonly verdict: Verdict;
};

const BUYERS = 24;
const apiPoints: Point[] = [
  ...around("activations-buy"),
  "random",
  ...around("activations-assign"),
  ...around("activations-receive"),
  "random",
  ...around("activations-refund"),
  ...around("rentals-buy"),
  ...around("rentals-extend"),
  "random",
  ...around("rentals-cancel"),
  ...around("rentals-receive"),
  ...around("ledger_move"),
  ...around("ledger_reserve"),
];
const workerPoints: Point[] = [
  ...around("activations-expire"),
  ...around("rentals-pass-time"),
  "random",
  ...around("set done_at"),
  ...around("for update skip locked"),
  "random",
];
/** The database dies as something is being written, or has just been. */
const databasePoints: Point[] = [
  "random",
  ...around("activations-buy"),
  "random",
  ...around("activations-receive"),
  ...around("rentals-buy"),
];

/** Points that the load does not reach in time become kills at random. */
const API_POINT_WITHIN_MS = 2_500;
const WORKER_POINT_WITHIN_MS = 1_500;
/** Between two kills something must be done; not for ever, since the worker may be needed for it. */
const CALM_AT_MOST_MS = 30_000;
const TICK_MS = 500;

/**
 * The API, the worker and PostgreSQL as processes of their own under a load of purchases, rents, cancels, SMS and top-ups, killed with
 * SIGKILL again and again; callers repeat whatever was not answered. `seed` says at which of the named points the kills begin.
 * Answers what was done and what is wrong afterwards.
 */
export async function runCrash(
  goals: CrashGoals,
  seed: number,
  onProgress: (text: string) => void,
): Promise<CrashReport> {
  const startedMs = performance.now();
  const scene = await Scene.start(BUYERS);
  try {
    const crowd = new Crowd(scene);
    const killer = new Killer(scene, crowd, goals, seed, onProgress);
    await killer.run();
    const verdict = await judge(scene, crowd);
    return {
      kills: { api: scene.api.kills, worker: scene.worker.kills, database: killer.databaseKills },
      pointsHit: {
        api: scene.api.deadlyHits,
        worker: scene.worker.deadlyHits,
        database: killer.databasePointsHit,
      },
      acknowledged: crowd.acknowledged,
      deeds: deedsOf(crowd),
      repeats: crowd.caller.repeats,
      seconds: Math.round((performance.now() - startedMs) / 1000),
      verdict,
    };
  } finally {
    await scene.end();
  }
}

function deedsOf(crowd: Crowd): CrashReport["deeds"] {
  const { renters } = crowd;
  return {
    orders: crowd.orders.length,
    cancels: crowd.cancelled.size,
    sms: crowd.withSms.size,
    finishes: crowd.finished.size,
    rentals: renters.rentals.length,
    extensions: renters.extensions.length,
    rentalCancels: renters.cancelled.size,
    rentalSms: renters.withSms.size,
    topUps: crowd.topUps.size,
    withdrawals: crowd.withdrawals.size,
    notices: crowd.notices.sent,
    replays: crowd.replays + renters.replays,
  };
}

class Killer {
  readonly #scene: Scene;
  readonly #crowd: Crowd;
  readonly #goals: CrashGoals;
  readonly #seed: number;
  readonly #tell: (text: string) => void;
  #isOn = true;
  databaseKills = 0;
  databasePointsHit = 0;

  constructor(scene: Scene, crowd: Crowd, goals: CrashGoals, seed: number, tell: (text: string) => void) {
    this.#scene = scene;
    this.#crowd = crowd;
    this.#goals = goals;
    this.#seed = seed;
    this.#tell = tell;
  }

  async run(): Promise<void> {
    const { api, worker } = this.#scene;
    const goals = this.#goals;
    // Whoever fails ends the others: nobody waits for deeds that no longer come.
    const guarded = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        this.#isOn = false;
        this.#crowd.stop();
        throw error;
      }
    };
    const load = guarded(this.#crowd.live());
    const ticking = this.#tick();
    const reporting = setInterval(() => this.#tell(this.#progress()), 10_000);
    try {
      await Promise.all([
        guarded(this.#killAgainAndAgain(api, apiPoints, goals.apiKills, API_POINT_WITHIN_MS)),
        guarded(this.#killAgainAndAgain(worker, workerPoints, goals.workerKills, WORKER_POINT_WITHIN_MS)),
        guarded(this.#killDatabase()),
      ]);
      while (this.#isOn && this.#crowd.acknowledged < goals.acknowledged) await pause(100);
    } finally {
      this.#isOn = false;
      clearInterval(reporting);
      this.#crowd.stop();
      await Promise.allSettled([load, ticking]);
    }
    await load;
  }

  async #killAgainAndAgain(
    victim: Victim,
    points: readonly Point[],
    kills: number,
    withinMs: number,
  ): Promise<void> {
    for (let round = 0; this.#isOn && victim.kills < kills; round += 1) {
      await this.#calm(victim.kills / kills);
      await victim.killAt(points[(this.#seed + round) % points.length] as Point, withinMs);
      await victim.start();
    }
  }

  /** Kills while the others live, who must find it again by themselves. */
  async #killDatabase(): Promise<void> {
    const { server, api } = this.#scene;
    const { databaseKills: kills } = this.#goals;
    for (let round = 0; this.#isOn && this.databaseKills < kills; round += 1) {
      await this.#calm(this.databaseKills / kills);
      while (this.#isOn && api.kills / this.#goals.apiKills < round / kills) await pause(50);
      const point = databasePoints[(this.#seed + round) % databasePoints.length] as Point;
      if (await api.reach(point, API_POINT_WITHIN_MS, false)) this.databasePointsHit += 1;
      await server.crash(round % 5 === 4 ? "SIGQUIT" : "SIGKILL");
      this.databaseKills += 1;
      await server.startAgain();
    }
  }

  /** Waits until the crowd has done its share of the whole, so that the kills spread over the deeds. */
  async #calm(share: number): Promise<void> {
    const startedMs = performance.now();
    const wanted = share * this.#goals.acknowledged;
    while (this.#isOn && this.#crowd.acknowledged < wanted && performance.now() - startedMs < CALM_AT_MOST_MS)
      await pause(20);
  }

  async #tick(): Promise<void> {
    while (this.#isOn) {
      // The database may be dead just now.
      await this.#scene.tick().catch(() => undefined);
      await pause(TICK_MS);
    }
  }

  #progress(): string {
    const { api, worker } = this.#scene;
    return `${this.#crowd.acknowledged} acknowledged; killed: API ${api.kills}, worker ${worker.kills}, PostgreSQL ${this.databaseKills}`;
  }
}
