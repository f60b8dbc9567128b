import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { createCatcher, createMailboxPages } from "#lib/mail/mailbox/server.ts";
import { MailStore } from "#lib/mail/mailbox/store.ts";

/**
 * The mailbox of the default start: catches every mail and shows it at /mailbox, behind the front door. Anybody who
 * reaches it reads links that sign people in, so it runs for the demo alone.
 */
if (!env.DEMO) {
  log.fatal("the mailbox belongs to the default start; in production set SMTP_URL to a real mail server");
  process.exit(1);
}

const LOOPBACK = "127.0.0.1";
const ROOT = path.join(import.meta.dirname, "..", "..");
const store = new MailStore(path.join(path.resolve(ROOT, env.DATA_FOLDER), "mailbox.jsonl"));
const health = new Health({ process: "mailbox", checks: {} });
const catcher = createCatcher(store);
const pages = createMailboxPages(store, health);
const ports = { smtp: portOf("SMTP_URL"), pages: portOf("MAILBOX_URL") };

catcher.listen(ports.smtp, LOOPBACK);
// The front door keeps its connections; it must be the one that closes an idle one.
pages.keepAliveTimeout = 75_000;
pages.listen(ports.pages, LOOPBACK, () => log.info(ports, "mailbox is listening"));

function portOf(name: "SMTP_URL" | "MAILBOX_URL"): number {
  return Number(new URL(requireEnv(name)).port);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    health.stop();
    catcher.close();
    pages.close(() => process.exit(0));
    pages.closeIdleConnections();
    setTimeout(() => process.exit(0), 3_000).unref();
  });
}
