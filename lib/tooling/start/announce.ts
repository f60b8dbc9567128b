import path from "node:path";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { writeFileAtomically } from "#lib/tooling/files.ts";
import { demoLogins, isWanted, type StartFacts } from "#lib/tooling/start/default-start.ts";
import { say, secondsText } from "#lib/tooling/terminal.ts";

/** Where scripts and operators find the address, the logins and the key of the running product. */
export function demoFile(stateFolder: string): string {
  return path.join(stateFolder, "demo.json");
}

/** What the operator of a start that others can reach must know about its mailbox and its simulated payments. */
export function demoPagesNote(host: string, setting: string | undefined): string | null {
  if (/^(?:127\.|::1$|localhost$)/.test(host)) return null;
  return isWanted(setting, false)
    ? "Everybody who reaches this address can read the mailbox and pay at the test gateway"
    : "Mailbox and test gateway are shown on this machine alone; DEMO_PAGES_FOR_EVERYBODY=1 shows them to everybody";
}

/** Writes `<state>/demo.json` and tells the person at the terminal the same. */
export function announce(facts: StartFacts, tookMs: number): void {
  const url = facts.publicUrl;
  const logins = demoLogins(facts.secrets, process.env);
  const desk = facts.hasContentDesk ? { contentDesk: `${url}/admin` } : {};
  const demo = {
    url,
    api: { url: `${url}/stubs/handler_api.php`, key: facts.secrets.demoApiKey },
    logins,
    mailbox: `${url}/mailbox`,
    ...desk,
  };
  writeFileAtomically(demoFile(facts.stateFolder), `${JSON.stringify(demo, null, 2)}\n`);
  say();
  say(`SMS Den is ready at ${url} (${secondsText(tookMs)})`);
  for (const { role, email, password, balanceKopecks } of logins) {
    const balance = `${decimalRoubles(kopecks(balanceKopecks))} RUB`;
    say(
      `  ${role.padEnd(6)} ${email.padEnd(20)} password ${password}   ${role === "staff" ? "and a code" : balance}`,
    );
  }
  say(
    `  Codes  npm run code   (what the authenticator applications of the staff show; the desk is ${url}/desk)`,
  );
  say(`  API    ${demo.api.url}   key ${demo.api.key}`);
  say(`  Mail   ${demo.mailbox}   (every message the product sends)`);
  if (desk.contentDesk)
    say(`  Texts  ${desk.contentDesk}   (after a login as editor@smsden.test; opens last, as told below)`);
  const note = demoPagesNote(facts.host, process.env.DEMO_PAGES_FOR_EVERYBODY);
  if (note) say(`  Note   ${note}`);
  say(`  Logs   ${path.join(facts.stateFolder, "logs")}`);
  say("Ctrl-C stops everything");
}
