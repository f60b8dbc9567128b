import { XMLParser, XMLValidator } from "fast-xml-parser";
import { request } from "undici";
import type { BankRates } from "#features/pricing/rates/rates.rules.ts";
import { readLimitedBytes } from "#lib/net/limited-body.ts";

/** A bank that publishes rates. */
export type Bank = {
  readonly id: "cbr" | "ecb";
  /** The newest rates. Throws BankFault when there are none to be had or to be understood. */
  readonly fetchRates: () => Promise<BankRates>;
};

/** The bank could not be reached, or what it says is no list of rates. */
export class BankFault extends Error {
  override name = "BankFault";
}

const TIMEOUT_MS = 10_000;
/** Both lists are some ten kilobytes. */
const LIMITS = { packedBytes: 256 << 10, unpackedBytes: 512 << 10 } as const;

/** Nothing of a document but its elements and attributes, as text; entities stay as they are written. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  maxNestedTags: 16,
});

/**
 * Fetches an XML document and answers its tree. A document type or an entity of its own is refused before anything is
 * parsed, redirects are not followed, size and time are limited. Throws BankFault.
 */
export async function fetchXml(url: string): Promise<unknown> {
  try {
    const answer = await request(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "application/xml, text/xml", "user-agent": "SMSDen/1 (daily rates)" },
    });
    const encoding = answer.headers["content-encoding"];
    const bytes = await readLimitedBytes(
      answer.body,
      encoding === undefined ? null : String(encoding),
      LIMITS,
    );
    if (answer.statusCode !== 200) throw new BankFault(`HTTP ${answer.statusCode}`);
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof BankFault) throw error;
    throw new BankFault((error as Error).message || "no answer", { cause: error });
  }
}

/** Codes, days and rates are ASCII in every encoding that banks use; names beside them are not read. */
function parseXml(bytes: Buffer): unknown {
  const text = bytes.toString("latin1");
  if (/<!(doctype|entity)/i.test(text)) throw new BankFault("a document type is not accepted");
  if (XMLValidator.validate(text) !== true) throw new BankFault("not well-formed");
  return parser.parse(text);
}
