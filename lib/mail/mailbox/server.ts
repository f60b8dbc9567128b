import { createServer, type IncomingMessage, type Server } from "node:http";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Health } from "#lib/api/health.ts";
import { now } from "#lib/clock.ts";
import { sendPlainPage } from "#lib/http/plain-page.ts";
import { log } from "#lib/log.ts";
import { listPage, mailboxStyle, messagePage, missingPage } from "#lib/mail/mailbox/pages.ts";
import type { MailStore } from "#lib/mail/mailbox/store.ts";

const LIMIT_BYTES = 2 * 1024 * 1024;
const NOTHING_RUNS =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A message as its sender made it: own styles, no scripts, nothing fetched, its links open the product. */
const MESSAGE_RUNS_NOTHING =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A mail server that accepts everything and delivers nothing: each message goes into the store. */
export function createCatcher(store: MailStore): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: LIMIT_BYTES,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error("Message too large"), { responseCode: 552 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        keep(store, Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
  server.on("error", (error: Error) => log.warn({ error: error.message }, "mail connection failed"));
  return server;
}

async function keep(store: MailStore, raw: Buffer, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  store.add({
    messageId: mail.messageId ?? "",
    from: mail.from?.address ?? "",
    to: recipients,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    receivedAt: now().toISOString(),
  });
}

type Page = { status: number; type: string; body: string; policy?: string };

/** The page of the mailbox and its list for scripts. */
export function createMailboxPages(store: MailStore, health: Health): Server {
  return createServer((request, response) => {
    if (health.handle(request, response)) return;
    sendPlainPage(response, { policy: NOTHING_RUNS, ...pageFor(request, store) });
  });
}

function pageFor(request: IncomingMessage, store: MailStore): Page {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return { status: 405, type: "text/plain", body: "Method not allowed" };
  }
  const url = new URL(request.url ?? "/", "http://mailbox");
  const to = url.searchParams.get("to") ?? undefined;
  const path = url.pathname.replace(/\/$/, "");
  if (path === "/mailbox") return { status: 200, type: "text/html", body: listPage(store.list(to), to) };
  if (path === "/mailbox/style.css") return { status: 200, type: "text/css", body: mailboxStyle };
  if (path === "/mailbox/messages.json") {
    return { status: 200, type: "application/json", body: JSON.stringify(store.list(to)) };
  }
  const [, id, view] = /^\/mailbox\/(\d{1,12})(\/html)?$/.exec(path) ?? [];
  const mail = id ? store.find(Number(id)) : null;
  if (!mail) return { status: 404, type: "text/html", body: missingPage() };
  if (view) return { status: 200, type: "text/html", body: mail.html, policy: MESSAGE_RUNS_NOTHING };
  return { status: 200, type: "text/html", body: messagePage(mail) };
}
