/** Zero of every block of decimal digits that SMS are written in (Arabic, Devanagari, Bengali, Thai, ...). */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Words that announce a code. Scripts with letter case stand between non-letters, the others anywhere. */
const LATIN_AND_CYRILLIC =
  "codes?|passcode|otp|pin|tac|password|kod(?:u|unuz|un|en|as|i|ingiz|e)?|kode|códigos?|codigos?|clave|contraseña|senha|codice|bestätigungscode|sicherheitscode|mot de passe|mã|şifre(?:niz|si)?|sifre(?:niz)?|парол[ьяюе]м?|код(?:а|у|ом|е)?|пін|пин|қод|қоды|коду|κωδικός|κωδικο[υύ]";
const OTHER_SCRIPTS =
  "رمز|كود|الكود|کد|קוד|कोड|ओटीपी|पासवर्ड|কোড|ওটিপি|รหัส|验证码|驗證碼|校验码|校驗碼|动态码|动态密码|動態碼|确认码|認証番号|認証コード|確認コード|コード|暗証番号|인증번호|인증코드|코드|번호";
const KEYWORD = new RegExp(`(?<![\\p{L}])(?:${LATIN_AND_CYRILLIC})(?![\\p{L}])|(?:${OTHER_SCRIPTS})`, "giu");

const URL = /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}])[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S*/giu;
/** `G-123456`, `FB-12345`: the letters say whose code it is. */
const PREFIXED = /(?<![\p{L}\p{N}-])[A-Z]{1,3}-(\d{4,8})(?![\p{L}\p{N}-])/u;
const NUMERIC_RUN =
  /(?<![\p{L}\p{N}])\d+(?:[-‑– \u00a0]\d+)*(?![\p{L}\p{N}])|(?<=[\p{Lo}])\d+|\d+(?=[\p{Lo}])/gu;
/** How people group the digits of one code; any other grouping is a phone number, a date or two numbers. */
const CODE_GROUPINGS = new Set([
  "3 3",
  "4 4",
  "2 2",
  "2 2 2",
  "3 2",
  "2 3",
  "1 1 1 1",
  "1 1 1 1 1",
  "1 1 1 1 1 1",
]);

const CURRENCY =
  "rub|руб\\.?|рублей|₽|р\\.|usd|us\\$|\\$|eur|€|gbp|£|inr|rs\\.?|₹|idr|rp\\.?|vnd|₫|cny|rmb|元|¥|￥|tl|try|₺|uah|грн|₴|kzt|тг|₸|brl|r\\$|mxn|php|₱|฿|baht|บาท|원|円|руp";
const MONEY_AFTER = new RegExp(`^[\\s\\u00a0]?(?:[.,]\\d{1,2}(?!\\d)|(?:${CURRENCY})(?!\\p{L}))`, "iu");
const MONEY_BEFORE = new RegExp(`(?:(?<!\\p{L})(?:${CURRENCY})[\\s\\u00a0]?|\\d[.,])$`, "iu");
const LASTS_AFTER =
  /^[\s\u00a0-]?(?:%|(?:h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|days?|мин\p{L}*|час\p{L}*|сек\p{L}*|дн\p{L}*|dk|dakika|saat|saniye|minut[oie]\p{L}*|horas?|segundos?|menit|jam|detik|phút|giờ|giây)(?!\p{L})|मिनट|घंटे|सेकंड|মিনিট|นาที|分|小时|小時|秒|天|時間|시간|초|دقيق|دقائق|ساع)/iu;
const TIME_OR_DATE_AFTER = /^(?:[:/]\d|[.]\d|-\d|\s?(?:年|월|月|г\.|год))/iu;
const TIME_OR_DATE_BEFORE = /\d[:/.]$/u;
const PHONE_BEFORE =
  /(?:\+|(?<!\p{L})(?:tel|phone|call|fax|helpline|hotline|support|тел|телефон\p{L}*|звоните|позвоните|llame|arayın|客服|热线|致电|电话)[.:：\s]*)$/iu;
const NOT_A_CODE_BEFORE =
  /(?:[*•…xX]{2,}|\*|©\s?|(?<!\p{L})(?:ending(?: in| with)?|card|карт\p{L}*|order|invoice|заказ\p{L}*|pedido|sipariş|ticket|bestellung|account|сч[её]т\p{L}*)\s*(?:no\.?|number|num|№|#)?[\s:#№-]*|订单号?[:：\s]*|尾号[:：\s]*)$/iu;
const YEAR_BEFORE = /(?<!\p{L})(?:in|since|from|until|year|с|до|от|en|em|im|seit|yıl\p{L}*|год\p{L}*)\s*$/iu;
/** What stands between the announcing word and the code itself: "code is", "код:", "验证码为". */
const LINK =
  /^[\s"'«“*(]*(?:[:：=\-–—]|is|es|ist|est|é|è|este|lautet|это|是|为|為|は|है|হল|คือ|هو|هي)?[\s:："'«“*(]*$/iu;
const LETTER_CODE =
  /(?<![\p{L}\p{N}-])(?:[A-Z0-9]{4,10}|[A-Za-z0-9]{2,6}(?:-[A-Za-z0-9]{2,6}){1,2})(?![\p{L}\p{N}+-])/gu;

type Span = { readonly start: number; readonly end: number };
type Candidate = Span & { readonly code: string };

/** The text with digits of every script as 0-9, full-width forms folded and invisible marks removed. */
export function foldDigits(text: string): string {
  return (
    text
      // A wide comma ends a clause; folded to a narrow one it would read as a decimal comma.
      .replaceAll("\uff0c", ", ")
      .normalize("NFKC")
      .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, "")
      .replaceAll(/\p{Nd}/gu, (digit) => {
        const point = digit.codePointAt(0) as number;
        const zero = DIGIT_ZEROS.find((start) => point >= start && point <= start + 9);
        return zero === undefined ? digit : String(point - zero);
      })
  );
}

/**
 * The code that a person would copy out of an SMS, or null. Digits come without what only groups them ("123-456"
 * and "G-123456" are 123456); codes with letters stay as written ("abc-def"). A year, a phone number, an amount, a
 * time, a duration, an order number or a card's last digits is not a code.
 */
export function extractCode(text: string): string | null {
  const folded = foldDigits(text.slice(0, 2_000)).replaceAll(URL, (url) => " ".repeat(url.length));
  const prefixed = PREFIXED.exec(folded);
  if (prefixed?.[1]) return prefixed[1];
  const keywords = [...folded.matchAll(KEYWORD)].map((match) => spanOf(match));
  const linked = findLetterCode(folded, keywords, true);
  if (linked) return linked;
  let best: { code: string; score: number } | null = null;
  for (const candidate of listNumeric(folded)) {
    const score = scoreNumeric(folded, candidate, keywords);
    if (score > (best?.score ?? 0)) best = { code: candidate.code, score };
  }
  if (best && best.score >= 60) return best.code;
  return findLetterCode(folded, keywords, false) ?? best?.code ?? null;
}

function spanOf(match: RegExpExecArray | RegExpMatchArray): Span {
  const start = match.index as number;
  return { start, end: start + match[0].length };
}

/** Every run of digits that could be one code: whole runs in a known grouping, else the groups by themselves. */
function listNumeric(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (const run of text.matchAll(NUMERIC_RUN)) {
    const { start, end } = spanOf(run);
    const groups = [...run[0].matchAll(/\d+/g)];
    const grouping = groups.map(([digits]) => digits.length).join(" ");
    if (PHONE_BEFORE.test(text.slice(0, start)) && run[0].replaceAll(/\D/g, "").length > 6) continue;
    if (CODE_GROUPINGS.has(grouping)) found.push({ code: run[0].replaceAll(/\D/g, ""), start, end });
    else if (groups.length === 1 || !/[-‑–]/u.test(run[0])) {
      for (const group of groups)
        found.push({
          code: group[0],
          start: start + group.index,
          end: start + group.index + group[0].length,
        });
    }
  }
  return found.filter(({ code }) => code.length >= 4 && code.length <= 10);
}

const LENGTH_SCORE: Readonly<Record<number, number>> = { 4: 20, 5: 24, 6: 30, 7: 16, 8: 14, 9: 1, 10: 1 };

function scoreNumeric(text: string, candidate: Candidate, keywords: readonly Span[]): number {
  const before = text.slice(Math.max(0, candidate.start - 40), candidate.start);
  const after = text.slice(candidate.end, candidate.end + 20);
  if (MONEY_AFTER.test(after) || MONEY_BEFORE.test(before) || LASTS_AFTER.test(after)) return 0;
  if (TIME_OR_DATE_AFTER.test(after) || TIME_OR_DATE_BEFORE.test(before)) return 0;
  if (NOT_A_CODE_BEFORE.test(before) || (PHONE_BEFORE.test(before) && candidate.code.length > 4)) return 0;
  const nearness = Math.max(0, ...keywords.map((keyword) => nearnessTo(text, candidate, keyword)));
  // Codes look like years now and then: where the SMS speaks of a code and has nothing better, it is one.
  if (/^(?:19|20)\d\d$/.test(candidate.code) && nearness < 50) {
    return nearness > 0 && !YEAR_BEFORE.test(before) ? 1 : 0;
  }
  if (candidate.code.length > 8 && nearness < 60) return 0;
  return (LENGTH_SCORE[candidate.code.length] ?? 0) + nearness;
}

/** 70 when a word announces the code directly ("code: 1234"), 60 for "1234 is your code", less with distance. */
function nearnessTo(text: string, candidate: Span, keyword: Span): number {
  if (keyword.end <= candidate.start) {
    const between = text.slice(keyword.end, candidate.start);
    if (LINK.test(between)) return 70;
    return Math.max(0, 45 - between.length);
  }
  const between = text.slice(candidate.end, keyword.start);
  if (
    /^\s*(?:is|es|é|ist|est|—|-|–|:|is your|is the|sizin|—?\s*ваш|—?\s*твой|adalah|是|为)?[\s\p{L}]{0,30}$/iu.test(
      between,
    )
  )
    return 50;
  return Math.max(0, 35 - between.length);
}

/**
 * A code with letters must be announced: "code: abc-def", "R7K2P is your code", or (not `clearly`) "code R7K2P".
 * Plain words are not codes.
 */
function findLetterCode(text: string, keywords: readonly Span[], clearly: boolean): string | null {
  for (const match of text.matchAll(LETTER_CODE)) {
    const token = match[0];
    if (!/[A-Za-z]/.test(token) || !looksMade(token)) continue;
    const { start, end } = spanOf(match);
    const announced = keywords.some((keyword) => {
      if (keyword.end <= start) {
        const between = text.slice(keyword.end, start);
        return LINK.test(between) && (between.trim() !== "" || (!clearly && /\d/.test(token)));
      }
      return (
        start <= 12 &&
        keyword.start >= end &&
        /^\s+(?:is|es|ist|est|—|-)\s/iu.test(text.slice(end, keyword.start))
      );
    });
    if (announced) return token;
  }
  return null;
}

function looksMade(token: string): boolean {
  if (token.includes("-"))
    return token.split("-").every((part) => part.length === token.split("-")[0]?.length);
  return /\d/.test(token) || token.length <= 8;
}
