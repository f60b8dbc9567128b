import { frame } from "#app/_processes/test-gateway/pages.ts";
import { textsOf } from "#app/_processes/test-gateway/texts.ts";
import { escapeHtml } from "#lib/http/escape-html.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";

/** One code that the shop was given to sell; the shop knows nothing of it but what is printed on it. */
export type ShopCoupon = { code: string; method: "alipay" | "qq"; roubles: string; yuan: string };

type Books = { coupons: ShopCoupon[]; sold: number[] };

/** The shop's codes, kept in a file that the seed wrote. */
export class CouponShop {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }

  #read(): Books {
    return readJson<Books>(this.#file) ?? { coupons: [], sold: [] };
  }

  /** What is on sale: the first unsold code of each kind, without the code itself. */
  listKinds(): { index: number; coupon: Omit<ShopCoupon, "code"> }[] {
    const { coupons, sold } = this.#read();
    const kinds = new Map<string, { index: number; coupon: Omit<ShopCoupon, "code"> }>();
    coupons.forEach(({ code: _code, ...coupon }, index) => {
      const kind = `${coupon.method} ${coupon.roubles}`;
      if (!sold.includes(index) && !kinds.has(kind)) kinds.set(kind, { index, coupon });
    });
    return [...kinds.values()];
  }

  /** Sells a code of the kind that the one with this index is of; null when there is none left. */
  sell(index: number): ShopCoupon | null {
    const books = this.#read();
    const input = books.coupons[index];
    const found = books.coupons.findIndex(
      ({ method, roubles }, one) =>
        !books.sold.includes(one) && method === input?.method && roubles === input.roubles,
    );
    if (found === -1) return null;
    books.sold.push(found);
    writeFileAtomically(this.#file, JSON.stringify(books));
    return books.coupons[found] ?? null;
  }
}

const names = { alipay: "AliPay", qq: "QQ" } as const;

/** What is on sale, each with its button. */
export function shopPage(shop: CouponShop, locale: Locale): string {
  const { title, note, buy, empty } = textsOf(locale).shop;
  const offers = shop.listKinds().map(({ index, coupon }) => {
    const label = escapeHtml(buy.replace("{yuan}", coupon.yuan));
    return `<p class="amount">${names[coupon.method]} ${escapeHtml(coupon.roubles)} ₽</p>
<form method="post"><button name="kind" value="${index}" class="main">${label}</button></form>`;
  });
  const body = offers.length === 0 ? `<p class="note">${escapeHtml(empty)}</p>` : offers.join("");
  return frame(locale, title, `<h1>${escapeHtml(title)}</h1><p class="note">${escapeHtml(note)}</p>${body}`);
}

/** The code that was bought. */
export function soldPage(coupon: ShopCoupon | null, locale: Locale): string {
  const { title, code, more, empty } = textsOf(locale).shop;
  const said = coupon
    ? `<p class="small">${escapeHtml(code)}</p><p class="amount" data-code>${escapeHtml(coupon.code)}</p>`
    : `<p class="note">${escapeHtml(empty)}</p>`;
  return frame(
    locale,
    title,
    `<h1>${escapeHtml(title)}</h1>${said}<a href="/test-gateway/coupons">${escapeHtml(more)}</a>`,
  );
}
