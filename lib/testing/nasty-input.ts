import type { z } from "zod";
import { seededRandom } from "#lib/seeded-random.ts";

const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "\r\nset-cookie: a=b",
  "x".repeat(9_000),
  "9".repeat(400),
  "-1",
  "0",
  "0.1",
  "1e309",
  "1e3",
  "0xff",
  "١٢٣",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "9007199254740993",
  "9223372036854775808",
  "2147483648",
  "99999999999999",
  "__proto__",
  "constructor",
  "toString",
  "' or 1=1 --",
  "-price;--",
  "'; drop table activations; --",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "{x, select, other {y}}",
  "{{7*7}}",
  "%00",
  "%",
  "тест",
  "𝕏🙂",
  "a@b",
  "any,any,any",
  ",,,,",
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  2_147_483_648,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { toString: "x" },
  ...texts,
];

/** Bytes and texts that are no document of any endpoint. */
const rawBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  "{",
  "{]",
  '{"a":',
  "[]",
  '"text"',
  "null",
  "1e999",
  "[".repeat(100_000),
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"a":"\\u0000"}',
  "\ufeff{}",
  new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
  new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x01]),
  `{"a":"${"x".repeat(300_000)}"}`,
  "a=1&b=2&__proto__[x]=1",
  "--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--x--",
];

const contentTypes = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/xml",
  "multipart/form-data; boundary=x",
  "nonsense",
];

const oddHeaders: readonly Record<string, string>[] = [
  {},
  { "x-user-locale": "../../ru" },
  { "x-user-locale": "x".repeat(500) },
  { "idempotency-key": "short" },
  { "idempotency-key": "k".repeat(5_000) },
  { "idempotency-key": "key with blanks" },
  { "if-none-match": '"x"' },
  { "content-encoding": "gzip" },
  { "transfer-encoding": "gzip" },
  { cookie: "authToken=" },
  { cookie: `authToken=${"A".repeat(43)}` },
  { cookie: "__proto__=1; constructor=2; authToken=%00" },
  { authorization: "Bearer" },
  { authorization: `Bearer ${"0".repeat(32)}` },
  { authorization: "Basic ' or 1=1 --" },
  { "last-event-id": "-1" },
  { "sec-fetch-site": "cross-site" },
  { origin: "null" },
  { "x-session-token": "frnt' or 1=1" },
];

/** Makes nasty requests, always the same ones for a seed. */
export class NastyInput {
  readonly random: () => number;
  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  text(): string {
    return this.pick(texts);
  }

  headers(): Record<string, string> {
    return { ...this.pick(oddHeaders) };
  }

  /** A path whose members are nonsense, some not even well-formed escapes, or now and then one of `existing`. */
  path(pattern: string, existing: readonly string[]): string {
    return pattern.replaceAll(/\{\w+\}/g, () => {
      if (existing.length > 0 && this.random() < 0.5) return this.pick(existing);
      const raw = this.pick(["%", "%ff%fe", "%2e%2e%2f", "..%2f..", "%00", "a;b", "*", null, null, null]);
      return raw ?? (encodeURIComponent(this.text().toWellFormed()) || "-");
    });
  }

  /** Known names with nasty values, strange names, and names given twice. */
  query(names: readonly string[]): string {
    if (this.random() < 0.1) return this.pick(["?&&&=", "?%", "?a=%ff%fe", `?${"a=1&".repeat(2_000)}`]);
    const parts = [...names, this.text(), "__proto__"]
      .filter(() => this.random() < 0.6)
      .flatMap((name) => (this.random() < 0.1 ? [name, name] : [name]))
      .map(
        (name) =>
          `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(this.text().toWellFormed())}`,
      );
    return parts.length === 0 ? "" : `?${parts.join("&")}`;
  }

  /** A body with its content type: raw bytes, or members of the schema with values of wrong types. */
  body(members: readonly string[]): { type: string; body: string | Uint8Array<ArrayBuffer> } {
    if (members.length === 0 || this.random() < 0.3) {
      return { type: this.pick(contentTypes), body: this.pick(rawBodies) };
    }
    const given = members.filter(() => this.random() < 0.8).map((name) => [name, this.pick(values)] as const);
    const strange = this.random() < 0.3 ? [[this.text(), this.pick(values)] as const] : [];
    const type = this.random() < 0.9 ? "application/json" : this.pick(contentTypes);
    return { type, body: JSON.stringify(Object.fromEntries([...given, ...strange])) };
  }
}

/** Names of an object schema's members; none for what is no object. */
export function memberNames(schema: z.ZodType | undefined): readonly string[] {
  const shape = (schema as { shape?: object } | undefined)?.shape;
  return shape ? Object.keys(shape) : [];
}
