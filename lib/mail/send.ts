import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Queryable } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { defineJob, enqueue, isQueued } from "#lib/jobs/queue.ts";
import { log } from "#lib/log.ts";
import { isStoredEmail } from "#lib/mail/address.ts";
import { headerText, type RenderedMail } from "#lib/mail/message.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

const Mail = z.object({
  to: z.string().refine(isStoredEmail, "must be an address as `normaliseEmail` spells it"),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  messageId: z.string(),
});
type Mail = z.output<typeof Mail>;

const transports = new Map<string, ReturnType<typeof createTransport>>();

function transportOf(url: string) {
  let transport = transports.get(url);
  if (!transport) {
    transport = createTransport(url, {
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
    } as object);
    transports.set(url, transport);
  }
  return transport;
}

/**
 * Hands one mail to the mail server. At least once: after a crash the same mail may go out again, with the same
 * Message-ID, by which mailboxes know it. The payload is sealed, since links in mails are credentials.
 */
export const sendMailJob = defineJob({
  name: "mail_send",
  payload: z.object({ sealed: z.string() }),
  handler: (_db, { sealed }) => deliverMail(requireEnv("SMTP_URL"), JSON.parse(unseal(sealed))),
});

/**
 * Hands a mail to the mail server at `smtpUrl`. A mailbox that the server refuses for good is given up with a line in the log: asking
 * again does not help, and whoever types an address must not be able to raise an alarm. Throws on what may pass.
 */
export async function deliverMail(smtpUrl: string, content: unknown): Promise<void> {
  const mail = Mail.parse(content);
  try {
    await transportOf(smtpUrl).sendMail({
      from: headerText(env.MAIL_FROM),
      to: { name: "", address: mail.to },
      subject: headerText(mail.subject),
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    if (!isRefusedMailbox(error)) throw error;
    log.warn({ messageId: mail.messageId, status: error.responseCode }, "mail server refuses a mailbox");
  }
}

/** SMTP's answers that say of one mailbox that it will never take a mail (RFC 5321, section 4.2.3; 552 may pass). */
const REFUSED_MAILBOX: readonly number[] = [550, 551, 553];

function isRefusedMailbox(error: unknown): error is { responseCode: number } {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return command === "RCPT TO" && responseCode !== undefined && REFUSED_MAILBOX.includes(responseCode);
}

/** What names an occasion in Message-IDs and in the queue. */
function occasionId(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 40);
}

/** Whether a mail about one of these occasions has not been handed to the mail server: it waits, or was given up. */
export function isMailUnsent(db: Queryable, keys: readonly string[]): Promise<boolean> {
  return isQueued(
    db,
    keys.map((key) => `mail:${occasionId(key)}`),
  );
}

/**
 * Queues a mail in the caller's transaction. `key` names the occasion: queued twice under one key before it went
 * out, it goes out once.
 */
export async function enqueueMail(
  tx: Queryable,
  mail: RenderedMail & { to: string; key: string },
): Promise<void> {
  const id = occasionId(mail.key);
  const sealed: Mail = {
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
  };
  await enqueue(tx, sendMailJob, { sealed: seal(JSON.stringify(sealed)) }, { key: `mail:${id}` });
}
