import { gzipSync } from "node:zlib";
import { z } from "zod";

/** A request's body that is dear to whoever reads it, with its headers. */
export type CostlyBody = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const GZIP = { "content-encoding": "gzip" };

/** A list that is `size` bytes long at most, of one text again and again. */
function filled(before: string, unit: string, after: string, size: number): string {
  const count = Math.max(1, Math.floor((size - before.length - after.length) / (unit.length + 1)));
  return `${before}${Array.from({ length: count }, () => unit).join(",")}${after}`;
}

/** Shapes that make a reader of JSON or of forms work, each some `size` bytes long. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  "nested lists": (size) => "[".repeat(size),
  "nested objects": (size) => `${'{"a":'.repeat(Math.floor(size / 6))}1${"}".repeat(Math.floor(size / 6))}`,
  "many zeros": (size) => filled('{"a":[', "0", "]}", size),
  "many lists": (size) => filled('{"a":[', "[]", "]}", size),
  "many objects": (size) => filled("[", "{}", "]", size),
  "long numbers": (size) => filled('{"a":[', "1234567890123456789", "]}", size),
  fractions: (size) => filled('{"a":[', "1.5e300", "]}", size),
  "one endless number": (size) => `{"a":${"9".repeat(size - 6)}}`,
  "one endless text": (size) => `{"email":"${"a".repeat(size - 12)}"}`,
  "an escaped text": (size) => `{"email":"${"\\u0000".repeat(Math.floor(size / 6) - 2)}"}`,
  "one name again and again": (size) => filled("{", '"a":1', "}", size),
  "names of prototypes": (size) => filled("{", '"__proto__":{}', "}", size),
  "many keys": (size) => filled("{", '"key":"a"', "}", size),
  blanks: (size) => `{"key"${" ".repeat(size - 10)}:1}`,
};

const forms: Readonly<Record<string, (size: number) => string>> = {
  "many fields": (size) => "a&".repeat(size / 2),
  "escaped fields": (size) => "%61=%ff&".repeat(size / 8),
};

/** Every shape at one size, as JSON and as forms. */
export function costlyBodies(size: number): CostlyBody[] {
  const json = Object.entries(shapes).map(([name, make]) => ({
    name: `${name}, ${size} bytes`,
    bytes: Buffer.from(make(size)),
    headers: JSON_TYPE,
  }));
  const fields = Object.entries(forms).map(([name, make]) => ({
    name: `${name}, ${size} bytes`,
    bytes: Buffer.from(make(size)),
    headers: FORM_TYPE,
  }));
  return [...json, ...fields];
}

/** Bodies of a few kilobytes on the wire that unpack to megabytes. */
export function packedBodies(): CostlyBody[] {
  return ["many zeros", "many lists", "blanks", "one endless text"].flatMap((name) =>
    [200_000, 8_300_000].map((size) => ({
      name: `${name}, packed from ${size} bytes`,
      bytes: gzipSync(shapes[name]!(size), { level: 9 }),
      headers: { ...JSON_TYPE, ...GZIP },
    })),
  );
}

/** A body of the shape that is asked for, whose lists and texts are as long as `size` lets them be; null when the shape has none. */
export function stuffedBody(schema: z.ZodType, size: number): CostlyBody | null {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const value = example(whole.oneOf?.[0] ?? whole.anyOf?.[0] ?? whole, size);
  if (typeof value !== "object" || value === null) return null;
  return {
    name: `its own shape filled up, ${size} bytes`,
    bytes: Buffer.from(JSON.stringify(value)),
    headers: JSON_TYPE,
  };
}

type Shape = {
  const?: unknown;
  enum?: unknown[];
  type?: string;
  items?: Shape;
  properties?: Record<string, Shape>;
  oneOf?: Shape[];
  anyOf?: Shape[];
};

function example(shape: Shape, size: number): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const inner = shape.oneOf?.[0] ?? shape.anyOf?.[0];
  if (inner) return example(inner, size);
  if (shape.properties) {
    const members = Object.entries(shape.properties);
    return Object.fromEntries(
      members.map(([name, member]) => [name, example(member, Math.floor(size / members.length))]),
    );
  }
  if (shape.type === "array") {
    const item = example(shape.items ?? {}, 4);
    return Array.from(
      { length: Math.max(1, Math.floor(size / (JSON.stringify(item).length + 1))) },
      () => item,
    );
  }
  return shape.type === "string" ? "a".repeat(Math.max(1, size)) : 1;
}
