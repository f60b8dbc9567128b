import type { GatewayPayment, GatewayStatus, PayAction } from "#app/_processes/test-gateway/store.ts";
import {
  type AfterAction,
  leftOf,
  possibleActions,
  refundedOf,
  testCards,
} from "#app/_processes/test-gateway/taking-back.ts";
import { type PageTexts, textsOf } from "#app/_processes/test-gateway/texts.ts";
import { escapeHtml } from "#lib/http/escape-html.ts";
import { plainPage, plainPagePolicy } from "#lib/http/plain-page.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { decimalRoubles } from "#lib/money/kopecks.ts";

const STYLE = `
:root{color-scheme:light dark;--bg:#f0fdfa;--card:#fff;--text:#1c1917;--muted:#57534e;--line:#d6d3d1;--main:#0f766e;--on:#fff;--bad:#b91c1c}
@media(prefers-color-scheme:dark){:root{--bg:#042f2e;--card:#1c1917;--text:#f5f5f4;--muted:#a8a29e;--line:#44403c;--main:#5eead4;--on:#042f2e;--bad:#fca5a5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
main{width:min(26rem,100% - 2rem);margin:1rem;padding:1.75rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0;font-size:1rem;font-weight:600}
.amount{margin:.25rem 0 0;font-size:2rem;font-weight:700;font-variant-numeric:tabular-nums}
.small{margin:0;color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.note{margin:1.25rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;font-size:.875rem}
form{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}
button{min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit;cursor:pointer}
button:hover{border-color:currentColor}
.main{grid-column:1/-1;border-color:var(--main);background:var(--main);color:var(--on);font-weight:600}
select{grid-column:1/-1;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit;font-variant-numeric:tabular-nums}
label{grid-column:1/-1;color:var(--muted);font-size:.875rem}
ul{list-style:none;margin:1.25rem 0 0;padding:0;border-top:1px solid var(--line)}
li a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;min-height:44px;align-items:center;margin:0;padding:.5rem 0;border-bottom:1px solid var(--line);color:inherit;text-decoration:none;font-variant-numeric:tabular-nums}
li a:hover{color:var(--main)}
.bad{color:var(--bad)}
a{display:inline-block;margin-top:1.25rem;color:var(--main)}
:focus-visible{outline:2px solid var(--main);outline-offset:2px}`;

/** Of every page here. */
export const pagePolicy = plainPagePolicy(STYLE);

/** A whole page of the gateway around its content. */
export function frame(locale: Locale, title: string, content: string): string {
  return plainPage({ language: localeFacts[locale].tag, title, style: STYLE }, content);
}

/** "1 234,50 ₽": as the shop writes money. */
function amountText(amount: string): string {
  const [whole = "", fraction = "00"] = amount.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, "\u00a0")},${fraction}\u00a0₽`;
}

function button(action: PayAction | AfterAction, text: string, className = ""): string {
  return `<button name="action" value="${action}"${className ? ` class="${className}"` : ""}>${escapeHtml(text)}</button>`;
}

function cardChoice(texts: PageTexts): string {
  const options = testCards.map((card) => `<option value="${card}">${card}</option>`).join("");
  return `<label for="card">${escapeHtml(texts.card)}</label><select id="card" name="card">${options}</select>`;
}

function choices(texts: PageTexts, amount: string): string {
  return `<form method="post">${cardChoice(texts)}${button("pay", texts.pay.replace("{amount}", amount), "main")}
${button("later", texts.later)}${button("less", texts.less)}${button("more", texts.more)}${button("decline", texts.decline, "bad")}</form>`;
}

/** What became of a payment, and what can still happen to it. */
function outcome(payment: GatewayPayment, status: Exclude<GatewayStatus, "open">, texts: PageTexts): string {
  const refunded = refundedOf(payment);
  const lines = [
    texts.statuses[status],
    ...(refunded > 0 ? [texts.refunded.replace("{amount}", amountText(decimalRoubles(refunded)))] : []),
    ...(payment.chargedBack !== "0.00"
      ? [texts.chargedBack.replace("{amount}", amountText(payment.chargedBack))]
      : []),
  ];
  const left = amountText(decimalRoubles(leftOf(payment)));
  const actions = possibleActions(payment).map((action) =>
    button(action, texts.after[action].replace("{amount}", left), action === "chargeBack" ? "bad" : ""),
  );
  const said = lines.map((line) => `<strong>${escapeHtml(line)}</strong>`).join("<br>");
  const form = actions.length > 0 ? `<form method="post">${actions.join("")}</form>` : "";
  return `<p class="note" role="status">${said}</p>${form}`;
}

/** The page on which a payment is paid; afterwards it tells what became of it. */
export function paymentPage(payment: GatewayPayment): string {
  const texts = textsOf(payment.locale).page;
  const amount = amountText(payment.amount);
  const body = payment.status === "open" ? choices(texts, amount) : outcome(payment, payment.status, texts);
  return frame(
    payment.locale,
    texts.title,
    `<h1>${escapeHtml(texts.title)}</h1><p class="amount">${amount}</p>
<p class="small">${escapeHtml(payment.description)} · ${escapeHtml(payment.reference)}</p>
<p class="note">${escapeHtml(texts.note)}</p>${body}
<a href="${escapeHtml(payment.returnUrl)}">${escapeHtml(texts.back)}</a>`,
  );
}

/** The newest payments, so that a paid one can be found again and taken back. */
export function listPage(payments: readonly GatewayPayment[], locale: Locale): string {
  const texts = textsOf(locale).page;
  const items = payments.map(({ id, reference, amount, status }) => {
    const state = status === "open" ? texts.open : texts.statuses[status];
    return `<li><a href="/test-gateway/pay/${id}"><span>${escapeHtml(reference)} · ${amountText(amount)}</span><span class="small">${escapeHtml(state)}</span></a></li>`;
  });
  const list =
    items.length > 0 ? `<ul>${items.join("")}</ul>` : `<p class="note">${escapeHtml(texts.none)}</p>`;
  return frame(locale, texts.list, `<h1>${escapeHtml(texts.list)}</h1>${list}`);
}

export function missingPage(): string {
  const { missing } = textsOf("en").page;
  return frame("en", missing, `<h1>404</h1><p>${missing}</p>`);
}
