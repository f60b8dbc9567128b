import { z } from "zod";
import { ownWordsOf, type ParameterName, parametersOf } from "#features/api-docs/actions/actions.rules.ts";
import type {
  FieldKind,
  TesterAccess,
  TesterField,
  TesterMethod,
} from "#features/api-docs/tester/tester.rules.ts";
import { handlerParameters, handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { type ActionName, actionRules } from "#features/handler-api/handler-api.rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

/** The part of JSON Schema that forms understand. */
type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  default?: unknown;
  description?: string;
};

/** What can be refused for want of money takes money. */
const NO_BALANCE = "NO_BALANCE";

/** Names that mean the same as another one: the form asks for a thing once. */
const otherNames: Partial<Readonly<Record<ParameterName, ParameterName>>> = {
  activationId: "id",
  time: "rent_time",
  hours: "rent_time",
  duration: "rent_time",
};

/** An action of handler_api.php as something to try. */
export function methodOfAction(action: ActionName): TesterMethod {
  return {
    id: action,
    verb: "GET",
    path: handlerPath,
    access: actionRules[action].scope ? "key" : "none",
    spends: ownWordsOf(action).includes(NO_BALANCE),
    isKeyed: false,
    hasBody: false,
    fixedQuery: [["action", action]],
    fields: fieldsOfAction(action),
  };
}

const COUNTS = [
  "start",
  "end",
  "offset",
  "limit",
  "length",
  "size",
  "page",
  "seconds",
  "rent_time",
  "time",
  "hours",
  "duration",
  "id",
  "activationId",
];

function fieldsOfAction(action: ActionName): TesterField[] {
  const parameters = parametersOf(action);
  const names = parameters.map(({ name }) => name);
  return parameters
    .filter(({ name }) => !names.includes(otherNames[name] ?? ""))
    .map(({ name, required }) => fieldOfParameter(action, name, required));
}

function fieldOfParameter(action: ActionName, name: ParameterName, isRequired: boolean): TesterField {
  const { description = "", schema = {} } = handlerParameters[name] ?? {};
  const choices = name === "status" ? statusCommandsOf(action) : (schema as JsonSchema).enum?.map(String);
  const kind = pickerOf(name) ?? (choices ? "choice" : COUNTS.includes(name) ? "number" : "text");
  const initial = isRequired ? (firstGoods[kind] ?? firstValues[name]) : undefined;
  return {
    name,
    place: "query",
    kind,
    isRequired,
    hint: description,
    ...(choices ? { choices } : {}),
    ...(initial === undefined ? {} : { initial }),
  };
}

/** A service and a country to begin with, in the spelling of the protocol. */
const firstGoods: Partial<Readonly<Record<FieldKind, string>>> = { service: "tg", country: "6" };

/** What an action cannot do without is filled in, so that a first try takes one press. Ids are of one's own orders. */
const firstValues: Partial<Readonly<Record<ParameterName, string>>> = {
  seconds: "60",
};

/** setStatus and setRentStatus share the parameter, not its numbers. */
function statusCommandsOf(action: ActionName): readonly string[] {
  return actionRules[action].scope === "rent" ? ["1", "2"] : ["1", "3", "6", "8", "-1"];
}

/** Services and countries are picked by name wherever a contract asks for one. */
function pickerOf(name: string): "service" | "country" | null {
  const goods = /^(service|country)(?:code|id|_?external_?id)?$/i.exec(name)?.[1];
  return goods === undefined ? null : (goods as "service" | "country");
}

/** An endpoint of the JSON API as something to try; null for one that answers no single text (a stream, a file). */
export function methodOfEndpoint(endpoint: Endpoint): TesterMethod | null {
  if (endpoint.produces === "text/event-stream") return null;
  const example = Object.values(endpoint.examples ?? {})[0];
  return {
    id: endpoint.id,
    verb: endpoint.method,
    path: `/api${endpoint.path}`,
    access: accessOf(endpoint),
    spends: endpoint.errors.some(({ code }) => code === NO_BALANCE),
    isKeyed: endpoint.keyed !== undefined,
    hasBody: endpoint.body !== undefined,
    fixedQuery: [],
    fields: [
      ...fieldsOf(endpoint.params, "path"),
      ...fieldsOf(endpoint.query, "query", example?.query),
      ...fieldsOf(endpoint.body, "body", example?.body),
    ],
  };
}

function accessOf(endpoint: Endpoint): TesterAccess {
  if (endpoint.access === "public") return "none";
  return endpoint.scope === undefined ? "session" : "key";
}

/** The fields of a schema; what is needed is filled in from the contract's first example. */
function fieldsOf(
  schema: z.ZodType | undefined,
  place: TesterField["place"],
  example?: unknown,
): TesterField[] {
  if (schema === undefined) return [];
  const examples = (example ?? {}) as Readonly<Record<string, unknown>>;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  return Object.entries(properties).map(([name, property]) => {
    const field = fieldOf(name, place, property, place === "path" || required.includes(name));
    const value = examples[name] ?? firstGoods[field.kind];
    return field.isRequired && value !== undefined ? { ...field, initial: typedOf(field, value) } : field;
  });
}

/** A value as a person would type it into the field. */
function typedOf({ kind }: TesterField, value: unknown): string {
  if (kind === "list" && Array.isArray(value)) return value.join(",");
  return textOfValue(value);
}

function fieldOf(
  name: string,
  place: TesterField["place"],
  given: JsonSchema,
  isRequired: boolean,
): TesterField {
  const schema = withoutNull(given);
  const choices = choicesOf(schema);
  const kind = kindOf(name, schema, choices);
  const fallback = given.default ?? schema.default;
  const { min, max } = boundsOf(schema);
  const hint = given.description ?? schema.description;
  return {
    name,
    place,
    kind,
    isRequired,
    ...(choices ? { choices } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(fallback === undefined || fallback === null ? {} : { fallback: textOfValue(fallback) }),
    ...(pickerOf(name) && isNumber(schema) ? { isNumeric: true } : {}),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** `anyOf: [X, null]` is X that may be left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter((one) => one.type !== "null") ?? [];
  return others.length === 1 ? others[0]! : schema;
}

function choicesOf(schema: JsonSchema): string[] | undefined {
  const values =
    schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return values?.map(String);
}

const isNumber = (schema: JsonSchema) => schema.type === "integer" || schema.type === "number";

function kindOf(name: string, schema: JsonSchema, choices: string[] | undefined): FieldKind {
  if (schema.type === "array") return isPlain(schema.items) ? "list" : "json";
  if (schema.type === "object") return "json";
  if (schema.type === "boolean") return "flag";
  if (choices) return "choice";
  const picker = pickerOf(name);
  if (picker) return picker;
  if (isNumber(schema)) return "number";
  return schema.format === "date-time" ? "time" : "text";
}

/** A list whose members can be written with commas between them. */
const isPlain = (items: JsonSchema | undefined) => items?.type === "string";

/** Whole numbers without a bound of their own have those of exact floats: they say nothing to people. */
function boundsOf(schema: JsonSchema): { min?: number | undefined; max?: number | undefined } {
  if (!isNumber(schema)) return { max: schema.maxLength, min: schema.minLength };
  const told = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
  return { min: told(schema.minimum), max: told(schema.maximum) };
}

function textOfValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
