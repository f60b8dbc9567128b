import type { Endpoint, EndpointExample } from "#lib/api/endpoint.ts";
import { errorBody, restErrorBody } from "#lib/api/errors-to-http.ts";
import { AppError, type ErrorRow } from "#lib/errors/app-error.ts";

/** What stands for the id of a request. */
const REQUEST_ID = "0b8f1c2e-5a54-4d63-9f52-7c4b1f0a9d11";

type Shown = { readonly summary?: string; readonly value: unknown };
type Shelf = Readonly<Record<string, Shown>>;

/** A refusal as it goes over the wire, in English. */
export function exampleOfRefusal(endpoint: Pick<Endpoint, "dialect">, row: ErrorRow): unknown {
  const error = new AppError(row, row.exampleDetails ? { details: { ...row.exampleDetails } } : {});
  return (endpoint.dialect === "v1" ? restErrorBody : errorBody)(error, "en", REQUEST_ID);
}

/** One part of each example that has it, by the example's name; null when none has. */
export function shelfOf(endpoint: Endpoint, part: (example: EndpointExample) => unknown): Shelf | null {
  const found = Object.entries(endpoint.examples ?? {}).flatMap(([name, example]) => {
    const value = part(example);
    if (value === undefined) return [];
    return [[name, { ...(example.summary ? { summary: example.summary } : {}), value }] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly type?: unknown };
};

/** A parameter with the values that the endpoint's examples give it; in the document a number is none in quotes. */
export function withExamples<P extends Parameter>(endpoint: Endpoint, parameter: P): P {
  const place = { path: "params", query: "query" }[parameter.in] as "params" | "query" | undefined;
  if (!place) return parameter;
  const isNumber = parameter.schema?.type === "integer";
  const examples = shelfOf(endpoint, (example) => {
    const text = example[place]?.[parameter.name];
    return isNumber && text !== undefined ? Number(text) : text;
  });
  return examples ? { ...parameter, examples } : parameter;
}
