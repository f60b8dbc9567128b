import { escapeHtml } from "#lib/http/escape-html.ts";
import { plainPage, plainPagePolicy } from "#lib/http/plain-page.ts";
import type { PayAction, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import type { StandInTransfer } from "#lib/payment-stand-ins/tron.ts";

const STYLE = `
:root{color-scheme:light dark;--bg:#eef2ff;--card:#fff;--text:#1c1917;--muted:#57534e;--line:#d6d3d1;--main:#4338ca;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#1e1b4b;--card:#1c1917;--text:#f5f5f4;--muted:#a8a29e;--line:#44403c;--main:#a5b4fc;--on:#1e1b4b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(28rem,100% - 2rem);margin:1rem;padding:1.75rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0;font-size:1rem;font-weight:600}
.amount{margin:.25rem 0 0;font-size:2rem;font-weight:700;font-variant-numeric:tabular-nums}
.small{margin:.25rem 0;color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.note{margin:1.25rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;font-size:.875rem}
form{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}
label{grid-column:1/-1;display:grid;gap:.25rem;font-size:.875rem;font-weight:500}
input{min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit}
button{min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit;cursor:pointer}
.main{grid-column:1/-1;border-color:var(--main);background:var(--main);color:var(--on);font-weight:600}
a{display:inline-block;margin-top:1.25rem;color:var(--main)}
:focus-visible{outline:2px solid var(--main);outline-offset:2px}`;

/** Of every page here. */
export const pagePolicy = plainPagePolicy(STYLE);

function frame(title: string, content: string): string {
  return plainPage({ language: "en", title, style: STYLE }, content);
}

function button(action: PayAction, text: string): string {
  return `<button name="action" value="${action}"${action === "exactly" ? ' class="main"' : ""}>${text}</button>`;
}

const buttons = [
  button("exactly", "Pay exactly"),
  button("less", "Pay less"),
  button("more", "Pay more"),
  button("late", "Pay late"),
].join("\n");

/** The page on which a payment is paid; afterwards it says so. */
export function paymentPage(provider: string, payment: StandInPayment): string {
  const title = `${provider}, simulated`;
  const body =
    payment.state === "open"
      ? `<form method="post">${buttons}</form>`
      : `<p class="note" role="status">${payment.state === "paid" ? `Paid ${payment.paid}` : "Expired"}</p>`;
  return frame(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="amount">${escapeHtml(`${payment.asked} ${payment.currency}`)}</p>
<p class="small">${escapeHtml(payment.reference)}</p>
<p class="note">No money moves here. The shop is told in the provider's own way.</p>${body}
<a href="${escapeHtml(payment.returnUrl)}">Back to the shop</a>`,
  );
}

/** A wallet on the simulated chain; what was sent last is shown with its id, for a claim. */
export function walletPage(sent: {
  address: string;
  amount: string;
  transfer: StandInTransfer | null;
  problem: string;
}): string {
  const { address, amount, transfer, problem } = sent;
  const said = transfer
    ? `Sent. Transaction id: <strong id="transaction">${transfer.transactionId}</strong>`
    : escapeHtml(problem);
  return frame(
    "Tron wallet, simulated",
    `<h1>Tron wallet, simulated</h1>
<p class="note">No money moves here. What is sent is confirmed after six seconds.</p>
<form method="post">
<label>Address <input name="address" value="${escapeHtml(address)}" autocomplete="off" required></label>
<label>Amount, USDT <input name="amount" value="${escapeHtml(amount)}" inputmode="decimal" autocomplete="off" required></label>
${buttons.replaceAll("Pay ", "Send ").replace("Send less", "Send 1 USDT less").replace("Send more", "Send 1 USDT more")}</form>
${said ? `<p class="note" role="status">${said}</p>` : ""}`,
  );
}

export function missingPage(): string {
  return frame("404", "<h1>404</h1><p>There is no such payment.</p>");
}
