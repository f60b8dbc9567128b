import { escapeHtml } from "#lib/http/escape-html.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

/** What a mail says; plain texts, escaped when the HTML is made. */
export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do. `url` is absolute and made from PUBLIC_URL. */
  action?: { label: string; url: string };
  /** Small print below: who may ignore it, how long the link lives. */
  note?: string;
};

export type RenderedMail = { subject: string; text: string; html: string };

/** One line without control characters: nothing in a subject or a name can begin another header. */
export function headerText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

/** Makes the plain text and a simple HTML of a mail; no images, nothing fetched from elsewhere. */
export function renderMail(content: MailContent, locale: Locale, brand: string): RenderedMail {
  const { action, heading, note, paragraphs } = content;
  const subject = headerText(content.subject);
  const text = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [note] : []),
    `-- \n${brand}`,
  ];
  const parts = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(action ? [actionHtml(action)] : []),
    ...(note ? [`<p style="margin:0 0 16px;color:#57534e;font-size:14px">${escapeHtml(note)}</p>`] : []),
    `<p style="margin:24px 0 0;color:#57534e;font-size:14px">${escapeHtml(brand)}</p>`,
  ];
  const html = `<!doctype html><html lang="${localeFacts[locale].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#fafaf9;color:#1c1917;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e7e5e4;border-radius:12px">${parts.join("")}</div></body></html>`;
  return { subject, text: text.join("\n\n"), html };
}

/**
 * A mail of five texts, `subject`, `heading`, `body`, `action` and `note`, whose one thing to do is at `url`. `more`: paragraphs
 * that follow the body.
 */
export function renderTexts(
  text: (part: "subject" | "heading" | "body" | "action" | "note") => string,
  url: string,
  locale: Locale,
  brand: string,
  more: readonly string[] = [],
): RenderedMail {
  const content = {
    subject: text("subject"),
    heading: text("heading"),
    paragraphs: [text("body"), ...more],
    action: { label: text("action"), url },
    note: text("note"),
  };
  return renderMail(content, locale, brand);
}

function actionHtml(action: { label: string; url: string }): string {
  const url = escapeHtml(action.url);
  return `<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#fbbf24;color:#0c0a09;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${url}" style="color:#0f766e">${url}</a></p>`;
}
