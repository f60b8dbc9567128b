import type { Config } from "#app/_partner-agent/config.ts";
import { askRunning, type ModemStatus, type Status } from "#app/_partner-agent/control.ts";
import { say } from "#app/_partner-agent/print.ts";
import { Spool } from "#app/_partner-agent/storage/spool.ts";
import { nowMs } from "#lib/clock.ts";

/** Prints what runs and what waits. Exit code 1 when nothing runs or the platform does not answer. */
export async function showStatus(config: Config, isJson: boolean): Promise<number> {
  const status = await askRunning(config.dataFolder);
  const spool = new Spool(config.dataFolder);
  const [pending, refused] = [await spool.count("pending"), await spool.count("refused")];
  if (isJson) say(JSON.stringify({ isRunning: status !== null, refused, pending, ...status }));
  else if (status) showRunning(status, refused);
  else say(`The program does not run. To push: ${pending}, set aside: ${refused}.`);
  return status?.problem === null ? 0 : 1;
}

function showRunning(status: Status, refused: number): void {
  const heard = status.lastSuccessAt ? `answered ${age(status.lastSuccessAt)} ago` : "has not answered yet";
  say(`Version ${status.version}; ${status.url} ${heard}${status.problem ? `; now: ${status.problem}` : ""}`);
  if (Math.abs(status.clockAheadSeconds ?? 0) > 60)
    say(
      `This machine's clock is wrong by ${Math.abs(status.clockAheadSeconds ?? 0)} s: turn on time synchronisation.`,
    );
  say(`Numbers on sale: ${status.onSale}, lent: ${status.lent}, rented: ${status.rented}`);
  for (const { number, error, word } of status.refusedNumbers)
    say(`  ${number} is refused: ${error}${word === undefined ? "" : ` (${word})`}`);
  say(`SMS to push: ${status.pending}, without a number: ${status.withoutNumber}, set aside: ${refused}`);
  if (refused > 0) say("  Look at those set aside in spool/refused; replay pushes them again.");
  say();
  const rows = status.modems.map((modem) => [
    modem.name,
    modem.number === null ? "no number" : String(modem.number),
    stateOf(modem),
    modem.signalPercent === null ? "-" : `${modem.signalPercent} %`,
    modem.lastSmsAt ? `${age(modem.lastSmsAt)} ago` : "-",
    modem.oldestUnsentAt ? age(modem.oldestUnsentAt) : "-",
  ]);
  const table = [["modem", "number", "state", "signal", "last SMS", "oldest unsent"], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function stateOf(modem: ModemStatus): string {
  if (!modem.isPresent) return `gone: ${modem.why}`;
  if (modem.isRegistered === false) return "not in a network";
  if (modem.signalPercent === 0) return "no signal";
  if (modem.number === null) return `not in the table (${modem.imsi ?? modem.iccid ?? modem.name})`;
  return modem.isOnSale ? "on sale" : "ready";
}

function age(time: string): string {
  const seconds = Math.max(0, Math.round((nowMs() - Date.parse(time)) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
