import { createHash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
/** Script elements of these types are data: browsers do not run them, the policy does not ask. */
const DATA_TYPE = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|speculationrules)/i;

export type InlineScripts = { hashes: string[]; hasNonce: boolean };

/**
 * The CSP sources (`'sha256-...'`) of a page's inline scripts, each once, in order of appearance.
 * `hasNonce` warns of a page that was made for one visitor's answer: it must not be kept.
 */
export function hashInlineScripts(html: string): InlineScripts {
  const hashes = new Set<string>();
  let hasNonce = false;
  for (const [, attributes = "", content = ""] of html.matchAll(SCRIPT)) {
    if (/\bnonce\s*=\s*["']?[^"'\s>]/i.test(attributes)) hasNonce = true;
    if (content === "" || /\bsrc\s*=/i.test(attributes) || DATA_TYPE.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  }
  return { hashes: [...hashes], hasNonce };
}
