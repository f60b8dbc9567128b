import { escapeHtml } from "#lib/http/escape-html.ts";
import type { StoredMail } from "#lib/mail/mailbox/store.ts";

/** Plain text as HTML with clickable addresses. */
function linkedText(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join("");
}

export const mailboxStyle = `
:root { color-scheme: light dark; --bg: #fafaf9; --card: #fff; --text: #1c1917; --muted: #57534e; --line: #e7e5e4; --link: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --bg: #0c0a09; --card: #1c1917; --text: #f5f5f4; --muted: #a8a29e; --line: #292524; --link: #5eead4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 16px; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.muted { color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; background: var(--card); }
li + li { border-top: 1px solid var(--line); }
li a { display: block; padding: 12px 16px; min-height: 44px; color: inherit; text-decoration: none; }
li a:hover { background: color-mix(in srgb, var(--line) 50%, transparent); }
li strong { display: block; font-weight: 600; overflow-wrap: anywhere; }
article { border: 1px solid var(--line); border-radius: 12px; padding: 16px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; }
nav { display: flex; gap: 16px; margin: 0 0 16px; }
nav a { min-height: 44px; display: inline-flex; align-items: center; }
.empty { border: 1px dashed var(--line); border-radius: 12px; padding: 32px 16px; text-align: center; }
`;

function page(title: string, body: string, refresh = false): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh ? '<meta http-equiv="refresh" content="5">' : ""}<title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/mailbox/style.css"></head><body><main>${body}</main></body></html>`;
}

function moment(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

/** The list, newest first. It looks again every five seconds. */
export function listPage(mails: readonly StoredMail[], to: string | undefined): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/mailbox/${mail.id}"><strong>${escapeHtml(mail.subject || "(no subject)")}</strong><span class="muted">${escapeHtml(mail.to.join(", "))} · ${moment(mail.receivedAt)}</span></a></li>`,
  );
  const intro = `<h1>Mailbox</h1><p class="muted">Every message this demo sends, whatever the address. Newest first.${to ? ` Only for ${escapeHtml(to)}. <a href="/mailbox">Show all</a>` : ""}</p>`;
  const list =
    rows.length > 0
      ? `<ul>${rows.join("")}</ul>`
      : '<p class="empty muted">Nothing has come yet. Register, and the confirmation appears here.</p>';
  return page("Mailbox", intro + list, true);
}

/** One message as text with clickable links. */
export function messagePage(mail: StoredMail): string {
  return page(
    mail.subject,
    `<nav><a href="/mailbox">All messages</a>${mail.html ? `<a href="/mailbox/${mail.id}/html">As HTML</a>` : ""}</nav>
<h1>${escapeHtml(mail.subject || "(no subject)")}</h1>
<p class="muted">From ${escapeHtml(mail.from)}<br>To ${escapeHtml(mail.to.join(", "))}<br>${moment(mail.receivedAt)}</p>
<article>${linkedText(mail.text)}</article>`,
  );
}

export function missingPage(): string {
  return page(
    "Not found",
    '<h1>This message is not here</h1><p class="muted">The mailbox keeps the newest 500.</p><p><a href="/mailbox">All messages</a></p>',
  );
}
