import { z } from "zod";

/** What stands in a member of a name, where its shape alone does not say what is meant: the first that the contract takes. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

/** Texts for patterns that say nothing of their meaning. */
const TEXTS = [
  "52",
  "6",
  "tg",
  "1",
  "a",
  "t".repeat(43),
  "12345678",
  "123456",
  "2026-01-01T00:00:00Z",
  "any",
];

/** Which members are filled in: what must be there, or everything that may. */
export type Extent = "needed" | "whole";

/**
 * A value as the contract wants it, so that a request gets as far as its shape lets it. Throws the remedy where none can be made: a
 * shape that wants more than it says (a checksum, two members that agree) needs a sample.
 */
export function wellFormed(schema: z.ZodType, samples: Samples, extent: Extent): unknown {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const value = valueFor(shape, samples, extent);
  const { error } = schema.safeParse(value);
  if (!error) return value;
  // Some want one of several members, none of which is needed by itself.
  if (extent === "needed") return wellFormed(schema, samples, "whole");
  const problems = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new Error(`Give the members a sample that the contract takes: ${problems}`);
}

type Shape = {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly type?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
};

function valueFor(shape: Shape, samples: Samples, extent: Extent, name = ""): unknown {
  if (shape.const !== undefined) return shape.const;
  const sample = samples[name]?.find((candidate) => isTaken(shape, candidate));
  if (sample !== undefined) return sample;
  if (shape.enum) return shape.enum[0];
  const inner = shape.oneOf?.[0] ?? shape.anyOf?.[0];
  if (inner) return valueFor(inner, samples, extent, name);
  if (shape.properties) return membersOf(shape, samples, extent);
  if (shape.type === "array") return [valueFor(shape.items ?? {}, samples, extent, name)];
  if (isNumber(shape)) return Math.max(1, shape.minimum ?? 1);
  if (shape.type === "boolean") return true;
  if (shape.type === "object") return {};
  return TEXTS.find((text) => isTaken(shape, text)) ?? "";
}

function membersOf({ properties = {}, required = [] }: Shape, samples: Samples, extent: Extent): unknown {
  const members = Object.entries(properties).filter(
    ([name]) => extent === "whole" || required.includes(name),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, valueFor(member, samples, extent, name)]));
}

function isTaken(shape: Shape, candidate: unknown): boolean {
  const choices = shape.oneOf ?? shape.anyOf;
  if (choices) return choices.some((choice) => isTaken(choice, candidate));
  if (shape.enum) return shape.enum.includes(candidate);
  if (typeof candidate === "string") {
    const isLong = candidate.length > (shape.maxLength ?? Number.POSITIVE_INFINITY);
    const isShort = candidate.length < (shape.minLength ?? 0);
    const isText = shape.type === "string" || shape.pattern !== undefined;
    return isText && !isLong && !isShort && new RegExp(shape.pattern ?? "", "u").test(candidate);
  }
  return typeof candidate === "number" && isNumber(shape);
}

/** What is a number for the reader and has a pattern is sent as a text: a member of a query. */
function isNumber({ type, pattern }: Shape): boolean {
  return pattern === undefined && (type === "integer" || type === "number");
}
