import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { escapeHtml } from "#lib/http/escape-html.ts";

type PlainPage = { readonly language: string; readonly title: string; readonly style: string };

/** The page of a program beside the product, around its content; its style stands in it. */
export function plainPage({ language, title, style }: PlainPage, content: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
}

/** The policy of such a page: nothing runs on it, and its forms go nowhere else. */
export function plainPagePolicy(style: string): string {
  const source = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return `default-src 'none'; style-src ${source}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

type SentPage = {
  readonly status: number;
  /** HTML, unless it says otherwise. */
  readonly type?: string;
  readonly body: string;
  readonly policy: string;
};

/** Answers with it, or with a file that it needs. Nobody keeps it. */
export function sendPlainPage(
  response: ServerResponse,
  { status, type = "text/html", body, policy }: SentPage,
): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
