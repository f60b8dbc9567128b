import { replyFragment } from "#features/community/feedback/feedback.rules.ts";
import { defaultLocale, type Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

type House = { readonly brand: string; readonly publicUrl: string };

/**
 * The receipt of a message: nothing that the sender typed is in it, since the address may be a stranger's. Texts at
 * `community.mail.feedbackReceived` in messages/.
 */
export function renderReceivedMail(number: number, locale: Locale, house: House): RenderedMail {
  const values = { brand: own(house.brand), number: own(String(number)) };
  const text = (part: string) => mailText(locale, `community.mail.feedbackReceived.${part}`, values);
  return renderMail(
    { subject: text("subject"), heading: text("heading"), paragraphs: [text("body")], note: text("note") },
    locale,
    house.brand,
  );
}

/** Tells support of a message, with its beginning; the whole is at the desk. Texts at `community.mail.feedbackWritten`. */
export function renderWrittenMail(
  written: { readonly number: number; readonly name: string; readonly message: string },
  house: House,
): RenderedMail {
  const { number, name, message } = written;
  const values = { brand: own(house.brand), number: own(String(number)), name, message };
  const text = (part: string) => mailText(defaultLocale, `community.mail.feedbackWritten.${part}`, values);
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body")],
      action: { label: text("action"), url: `${house.publicUrl}/desk/feedback` },
    },
    defaultLocale,
    house.brand,
  );
}

/**
 * The staff's answer, which may hold links, with the way to write on. `token`: what lets its reader write on. Texts at
 * `community.mail.feedbackAnswered`.
 */
export function renderAnsweredMail(
  answered: { readonly number: number; readonly token: string; readonly answer: string },
  locale: Locale,
  house: House,
): RenderedMail {
  const { number, token, answer } = answered;
  const values = { brand: own(house.brand), number: own(String(number)) };
  const text = (part: string) => mailText(locale, `community.mail.feedbackAnswered.${part}`, values);
  const page = house.publicUrl + localizedPath(locale, "/feedback");
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body"), ...answer.split(/\n+/)],
      action: { label: text("action"), url: page + replyFragment(number, token) },
      note: text("note"),
    },
    locale,
    house.brand,
  );
}
