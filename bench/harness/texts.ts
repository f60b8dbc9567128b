import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";

const AT_ONCE = 100;
const LINES = 5;
const SENTENCES_IN_LINE = 6;

/** Sentences of the product in a language, out of its messages. */
function sentencesOf(locale: Locale): string[] {
  const found: string[] = [];
  const read = (texts: Messages) => {
    for (const text of Object.values(texts)) {
      if (typeof text !== "string") read(text);
      else if (text.length > 15 && !/[{}<]/.test(text)) found.push(text);
    }
  };
  read(messagesOf(locale));
  return found;
}

/** Numbers from 0 to below 1, the same in every run. */
function draws(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Fills the content desk with published articles, each whole in every language. Answers titles by language, for questions. */
export async function fillTexts(owner: Db, documents: number): Promise<Record<Locale, string[]>> {
  const draw = draws();
  const titles = Object.fromEntries(locales.map((locale): [Locale, string[]] => [locale, []])) as Record<
    Locale,
    string[]
  >;
  const sentences = new Map(locales.map((locale) => [locale, sentencesOf(locale)]));
  const pick = (locale: Locale) => {
    const all = sentences.get(locale) ?? [];
    // The first ones far more often than the last, as words are in any language.
    return all[Math.floor(all.length * draw() ** 2)] as string;
  };
  const textIn = (locale: Locale) => {
    const title = pick(locale).slice(0, 120);
    titles[locale].push(title);
    const line = () => Array.from({ length: SENTENCES_IN_LINE }, () => pick(locale)).join(" ");
    return { locale, title, body: richTextOf(Array.from({ length: LINES }, line)) };
  };
  for (let from = 0; from < documents; from += AT_ONCE) {
    const articles = Array.from({ length: Math.min(AT_ONCE, documents - from) }, (_, at) => ({
      slug: `text-${from + at}`,
      texts: locales.map(textIn),
    }));
    await owner.query({ text: FILL, values: [JSON.stringify(articles)] });
    await owner.query({ text: PUBLISH, values: [] });
  }
  await owner.query({ text: "analyze content_search_texts", values: [] });
  return titles;
}

/** As drafts first: the search takes in a document with all of its texts, as when an editor publishes it. */
const FILL = `with given as (select slug, texts from jsonb_to_recordset($1::jsonb) as a(slug text, texts jsonb)),
  made as (insert into cms.articles (slug, published_at, _status) select slug, now() - random() * interval '1000 days', 'draft'
    from given returning id, slug)
  insert into cms.articles_locales (title, body, _locale, _parent_id)
  select t.title, t.body, t.locale::cms._locales, made.id from made join given using (slug)
  cross join jsonb_to_recordset(given.texts) as t(locale text, title text, body jsonb)`;
const PUBLISH = "update cms.articles set _status = 'published' where _status = 'draft'";
