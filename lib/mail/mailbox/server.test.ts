import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Health } from "#lib/api/health.ts";
import { createCatcher, createMailboxPages } from "#lib/mail/mailbox/server.ts";
import { MailStore } from "#lib/mail/mailbox/store.ts";
import { headerText, renderMail } from "#lib/mail/message.ts";

const folder = mkdtempSync(path.join(tmpdir(), "mailbox-"));
const file = path.join(folder, "mailbox.jsonl");
const store = new MailStore(file);
const catcher = createCatcher(store);
const pages = createMailboxPages(store, new Health({ process: "mailbox", checks: {} }));
let smtpPort = 0;
let origin = "";

beforeAll(async () => {
  const smtp = catcher.listen(0, "127.0.0.1");
  await new Promise((resolve) => smtp.once("listening", resolve));
  smtpPort = (smtp.address() as AddressInfo).port;
  await new Promise<void>((resolve) => {
    pages.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
});

afterAll(() => {
  catcher.close();
  pages.close();
  rmSync(folder, { recursive: true });
});

async function send(to: string, messageId: string) {
  const mail = renderMail(
    {
      subject: "Привет",
      heading: "Hi <b>",
      paragraphs: ["A & B"],
      action: { label: "Open", url: "http://localhost:3000/confirm/abc?x=1&y=2" },
    },
    "ru",
    "SMS Den",
  );
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort });
  await transport.sendMail({ from: "SMS Den <no-reply@smsden.test>", to, messageId, ...mail });
  transport.close();
}

test("a sent message is listed, readable and its link is clickable; sent twice it is there once", async () => {
  await send("anna@example.com", "<1@localhost>");
  await send("anna@example.com", "<1@localhost>");
  await send("bert@example.com", "<2@localhost>");
  const messages = await (await fetch(`${origin}/mailbox/messages.json`)).json();
  expect(messages.map((mail: { to: string[]; subject: string }) => [mail.to, mail.subject])).toEqual([
    [["bert@example.com"], "Привет"],
    [["anna@example.com"], "Привет"],
  ]);
  const forAnna = await (await fetch(`${origin}/mailbox/messages.json?to=anna@example.com`)).json();
  expect(forAnna).toHaveLength(1);
  const view = await (await fetch(`${origin}/mailbox/${forAnna[0].id}`)).text();
  expect(view).toContain('<a href="http://localhost:3000/confirm/abc?x=1&amp;y=2">');
  expect(view).toContain("Hi &lt;b&gt;");
  const list = await (await fetch(`${origin}/mailbox`)).text();
  expect(list).toContain(`href="/mailbox/${forAnna[0].id}"`);
});

test("the HTML of a message runs nothing", async () => {
  const [mail] = store.list();
  const answer = await fetch(`${origin}/mailbox/${mail?.id}/html`);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).toContain("Hi &lt;b&gt;");
});

test("a restart keeps the messages and goes on counting", async () => {
  const again = new MailStore(file);
  expect(again.list().map((mail) => mail.messageId)).toEqual(store.list().map((mail) => mail.messageId));
  again.add({
    messageId: "<3@localhost>",
    from: "",
    to: [],
    subject: "",
    text: "",
    html: "",
    receivedAt: "2026-01-01T00:00:00.000Z",
  });
  expect(again.list()[0]?.id).toBe(3);
});

test("the newest 500 are kept", () => {
  const small = new MailStore(path.join(folder, "many.jsonl"));
  for (let index = 0; index < 1_100; index += 1) {
    small.add({
      messageId: `<${index}>`,
      from: "",
      to: [],
      subject: String(index),
      text: "",
      html: "",
      receivedAt: "2026-01-01T00:00:00.000Z",
    });
  }
  expect(small.list()).toHaveLength(500);
  expect(new MailStore(path.join(folder, "many.jsonl")).list().at(-1)?.subject).toBe("600");
});

test("unknown messages, other methods and odd addresses are refused", async () => {
  for (const address of ["/mailbox/999", "/mailbox/x", "/other", "/mailbox/1/../../etc/passwd"]) {
    expect((await fetch(`${origin}${address}`)).status).toBe(404);
  }
  expect((await fetch(`${origin}/mailbox`, { method: "POST" })).status).toBe(405);
});

test("nothing in a subject can begin another header", () => {
  expect(headerText("Hi\r\nBcc: x@y.z\u2028\u0085")).toBe("Hi Bcc: x@y.z");
});
