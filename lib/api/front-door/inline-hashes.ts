import { createHash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
/** Script elements of these types are data: browsers do not run them, the policy does not ask. */
const DATA_TYPE = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|speculationrules)/i;

export type CleanPage = {
  /** The page without the nonce. */
  html: string;
  /** CSP sources (`'sha256-...'`) of the inline scripts that carried it, each once, in order of appearance. */
  hashes: string[];
  /** Some script carries another nonce: the page was made for one visitor's answer and must not be kept. */
  hasForeignNonce: boolean;
};

/**
 * Takes the nonce of a fill out of a page and tells the hashes of the inline scripts that carried it: what the framework and
 * the layout wrote. The nonce is drawn for one fill, so a script that came into the page with some text cannot carry it,
 * gets no hash and does not run. In the framework's own data, which counts characters, zeros stand for it.
 */
export function takeNonceOut(given: string, nonce: string): CleanPage {
  const hashes = new Set<string>();
  let hasForeignNonce = false;
  const mark = ` nonce="${nonce}"`;
  const zeros = "0".repeat(nonce.length);
  for (const [, attributes = "", content = ""] of given.matchAll(SCRIPT)) {
    const isOurs = attributes.includes(mark);
    if (/\bnonce\s*=\s*["']?[^"'\s>]/i.test(attributes.replace(mark, ""))) hasForeignNonce = true;
    if (!isOurs || content === "" || /\bsrc\s*=/i.test(attributes) || DATA_TYPE.test(attributes)) continue;
    const clean = content.replaceAll(mark, "").replaceAll(nonce, zeros);
    hashes.add(`'sha256-${createHash("sha256").update(clean).digest("base64")}'`);
  }
  const html = given.replaceAll(mark, "").replaceAll(nonce, zeros);
  return { html, hashes: [...hashes], hasForeignNonce };
}
