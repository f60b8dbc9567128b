import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { captcha, db, freshIp, mails, PASSWORD } from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { one } from "#lib/db/query.ts";
import { deliverMail } from "#lib/mail/send.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...mailCodeRoutes], resolveActor);

/** Whom the mail server was handed mails for; a mailbox that is named `refused` is refused for good, `busy` for now. */
const reached: string[] = [];
let server: Server;
let smtpUrl = "";

function answer(line: string): string {
  const mailbox = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
  if (mailbox?.startsWith("refused")) return "550 5.1.1 no such mailbox";
  if (mailbox?.startsWith("busy")) return "450 4.2.1 try again later";
  if (mailbox !== undefined) reached.push(mailbox);
  if (/^DATA/i.test(line)) return "354 go on";
  return /^QUIT/i.test(line) ? "221 bye" : "250 ok";
}

function serve(socket: Socket): void {
  let isData = false;
  let rest = "";
  socket.on("error", () => {});
  socket.write("220 mail.test\r\n");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (isData && line !== ".") continue;
      isData = /^DATA/i.test(line);
      socket.write(`${answer(line)}\r\n`);
    }
  });
}

beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`;
});
afterAll(() => server.close());

const register = async (email: string) =>
  api.call("POST", "/api/auth/registration", {
    body: {
      ...{ email, password: PASSWORD, agreePrivacy: true, agreeOffer: true },
      captcha: await captcha(0, "registration"),
    },
    ip: freshIp(),
  });

/** Registers, and lets the mailer hand over what was queued; answers whom it reached. */
async function reachedBy(email: string): Promise<string[]> {
  const { status } = await register(email);
  expect(status).toBe(202);
  reached.length = 0;
  for (const mail of await mails()) await deliverMail(smtpUrl, mail);
  return [...reached];
}

describe("an address that registration takes", () => {
  test.each([
    "!#$%&'*+/=?^_`{|}~-@example.com",
    "o'brien'@example.com",
    "anna@xn--e1afmkfd.xn--p1ai",
    "anna@example.co-m",
    "=?utf-8?q?anna?=@example.com",
    "{}@example.com",
    "a|b@example.com",
    "$%7e@example.com",
    "+@example.com",
    "1@1.2.3.c4",
    "_@a--b.example",
    `${"l".repeat(64)}@example.com`,
    `a@${"b".repeat(63)}.${"c".repeat(63)}.example`,
  ])("%j is reached by the mailer as it was typed", async (email) => {
    expect(await reachedBy(email)).toEqual([email]);
  });

  test.each([
    [" Full＠Example．Com. ", "full@example.com"],
    ["UPPER@EXAMPLE.COM", "upper@example.com"],
  ])("%j is reached by the mailer in its one spelling, %j", async (typed, email) => {
    expect(await reachedBy(typed)).toEqual([email]);
  });
});

/** What waits for a mail or its answer, of everybody. */
async function countRequests(): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select (select count(*) from identity_registrations) + (select count(*) from identity_password_resets)
          + (select count(*) from identity_mail_codes) as count`,
  );
  return count;
}

describe("an address that the mailer could not send to", () => {
  const refused = [
    ...[
      "anna",
      "anna@",
      "@example.com",
      "anna@example",
      "anna@localhost",
      "anna@127.0.0.1",
      "anna@[127.0.0.1]",
    ],
    ...[
      "a@b@example.com",
      '"anna"@example.com',
      "an na@example.com",
      "<anna@example.com>",
      "anna@exam_ple.com",
    ],
    ...[
      ".anna@example.com",
      "anna.@example.com",
      "an..na@example.com",
      "anna@-example.com",
      "anna@example-.com",
    ],
    ...["аnna@example.com", "anna@exаmple.com", "anna@пример.рф", "anna@example.com\r\nBcc: x@y.example"],
    ...["anna@example..com", "anna@exam\u200bple.com", "a,b@example.com", "a;b@example.com"],
    ...[`${"l".repeat(65)}@example.com`, `a@${"b".repeat(64)}.com`, `a@${`${"c".repeat(60)}.`.repeat(5)}com`],
  ];

  test.each(refused)(
    "%j is refused at every door that would write to it, and leaves no row",
    async (email) => {
      const before = await countRequests();
      const body = { email, captcha: await captcha(0, "mail") };
      const doors = ["auth/resend-confirmation", "auth/request-password", "auth/login/mail-code/request"];
      const answers = [await register(email)];
      for (const door of doors) answers.push(await api.call("POST", `/api/${door}`, { body, ip: freshIp() }));
      for (const { status, body: told } of answers) {
        expect([status, told.error.code]).toEqual([400, "INVALID_EMAIL"]);
      }
      expect(await countRequests()).toBe(before);
      expect(await mails()).toEqual([]);
      await expect(
        deliverMail(smtpUrl, { to: email, subject: "s", text: "t", html: "h", messageId: "<1@test>" }),
      ).rejects.toThrow();
    },
  );
});

describe("a mailbox that the mail server does not take", () => {
  const mail = { subject: "s", text: "t", html: "h", messageId: "<1@test>" };
  test("is given up when it is refused for good: nobody raises an alarm with a mistyped address", async () => {
    await expect(deliverMail(smtpUrl, { ...mail, to: "refused@example.com" })).resolves.toBeUndefined();
  });
  test("is tried again when it is refused for now", async () => {
    await expect(deliverMail(smtpUrl, { ...mail, to: "busy@example.com" })).rejects.toThrow("450");
  });
});
