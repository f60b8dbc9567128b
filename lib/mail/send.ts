import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Queryable } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { defineJob, enqueue } from "#lib/jobs/queue.ts";
import { headerText, type RenderedMail } from "#lib/mail/message.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

const Mail = z.object({
  to: z.email(),
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
  handler: async (_db, { sealed }) => {
    const mail = Mail.parse(JSON.parse(unseal(sealed)));
    await transportOf(requireEnv("SMTP_URL")).sendMail({
      from: headerText(env.MAIL_FROM),
      to: { name: "", address: mail.to },
      subject: headerText(mail.subject),
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  },
});

/**
 * Queues a mail in the caller's transaction. `key` names the occasion: queued twice under one key before it went
 * out, it goes out once.
 */
export async function enqueueMail(
  tx: Queryable,
  mail: RenderedMail & { to: string; key: string },
): Promise<void> {
  const id = createHash("sha256").update(mail.key).digest("hex").slice(0, 40);
  const sealed: Mail = {
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
  };
  await enqueue(tx, sendMailJob, { sealed: seal(JSON.stringify(sealed)) }, { key: `mail:${id}` });
}
