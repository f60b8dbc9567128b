import { DATABASE_TIME, differenceText, judgeClock, measureClock } from "#lib/clocks/clock-difference.ts";
import { askOnce } from "#lib/tooling/database/with-client.ts";
import { Problem } from "#lib/tooling/problem.ts";

/**
 * A process does not start when its clock and the database's differ by more than a minute: money's deadlines are judged by the database,
 * codes, signatures and statements by the process, and the two would disagree. Throws a Problem with the way out. A database that does not
 * answer yet is no reason to stay away: the clock is watched from then on (`ClockWatch`).
 */
export async function refuseWrongClock(databaseUrl: string): Promise<void> {
  await askOnce(databaseUrl, async (client) => {
    const measured = await measureClock(
      async () => (await client.query<{ ms: number }>(DATABASE_TIME)).rows[0]?.ms as number,
    );
    if (judgeClock(false, measured)) throw new Problem(wrongClockSentence(measured.aheadMs));
  });
}

/** What to say about a clock that is `aheadMs` ahead of the database's (negative: behind). */
function wrongClockSentence(aheadMs: number): string {
  return (
    `The clock of this machine is ${differenceText(aheadMs)} the database's. Look which of the two is wrong (date -u here, ` +
    `"select clock_timestamp()" there), have it follow a time server (chronyc makestep, or timedatectl set-ntp true), and start again.`
  );
}
