import { readFileSync } from "node:fs";
import path from "node:path";
import type { GatewayStatus } from "#app/_processes/test-gateway/store.ts";
import type { AfterAction } from "#app/_processes/test-gateway/taking-back.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";

export type PageTexts = {
  title: string;
  note: string;
  /** `{amount}` is put in. */
  pay: string;
  later: string;
  less: string;
  more: string;
  decline: string;
  back: string;
  missing: string;
  card: string;
  open: string;
  list: string;
  none: string;
  /** `{amount}` is put in. */
  refunded: string;
  chargedBack: string;
  after: Readonly<Record<AfterAction, string>>;
  statuses: Readonly<Record<Exclude<GatewayStatus, "open">, string>>;
};

export type ShopTexts = {
  title: string;
  note: string;
  /** `{yuan}` is put in. */
  buy: string;
  code: string;
  more: string;
  empty: string;
};

function readTexts(locale: Locale): { page: PageTexts; shop: ShopTexts } {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "data", `${locale}.json`), "utf8"));
}

const textsByLocale = new Map(locales.map((locale) => [locale, readTexts(locale)]));

/** The hosted page and the shop are the provider's, so their words do not stand among the product's messages. */
export function textsOf(locale: Locale): { page: PageTexts; shop: ShopTexts } {
  return textsByLocale.get(locale)!;
}
