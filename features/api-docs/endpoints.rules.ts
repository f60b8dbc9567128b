import { z } from "zod";
import {
  askMoreCodesEndpoint,
  buyActivationEndpoint,
  cancelActivationEndpoint,
  finishActivationEndpoint,
  getActivationEndpoint,
  getNumberEndpoint,
  listActivationsEndpoint,
  reportActivationEndpoint,
} from "#features/activations/activations.contract.ts";
import { getAccountLimitsEndpoint } from "#features/activations/limits/limits.contract.ts";
import {
  getSearchEndpoint,
  listSearchesEndpoint,
  openSearchEndpoint,
  replaceActivationEndpoint,
  stopSearchEndpoint,
} from "#features/activations/search/search.contract.ts";
import { openApiEndpoint } from "#features/handler-api/handler-api.contract.ts";
import { streamEndpoint } from "#features/notifications/notifications.contract.ts";
import {
  cancelRentalEndpoint,
  extendRentalEndpoint,
  extensionPriceEndpoint,
  getRentalEndpoint,
  listRentalsEndpoint,
  listRentPricesEndpoint,
  listRentServicesEndpoint,
  rentNumberEndpoint,
  rentTermsEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import {
  getSandboxEndpoint,
  moveSandboxClockEndpoint,
  resetSandboxEndpoint,
} from "#features/sandbox/sandbox.contract.ts";
import {
  exportStatisticsEndpoint,
  readStatisticsEndpoint,
} from "#features/statistics/users/users.contract.ts";
import type { Endpoint, Method } from "#lib/api/endpoint.ts";

/** The site's own calls that programs may use as well. */
export const siteEndpoints: readonly Endpoint[] = [
  getNumberEndpoint,
  buyActivationEndpoint,
  listActivationsEndpoint,
  getActivationEndpoint,
  cancelActivationEndpoint,
  finishActivationEndpoint,
  askMoreCodesEndpoint,
  reportActivationEndpoint,
  openSearchEndpoint,
  listSearchesEndpoint,
  getSearchEndpoint,
  stopSearchEndpoint,
  replaceActivationEndpoint,
  listRentServicesEndpoint,
  listRentPricesEndpoint,
  rentTermsEndpoint,
  rentNumberEndpoint,
  listRentalsEndpoint,
  getRentalEndpoint,
  cancelRentalEndpoint,
  extensionPriceEndpoint,
  extendRentalEndpoint,
  streamEndpoint,
  getAccountLimitsEndpoint,
  readStatisticsEndpoint,
  exportStatisticsEndpoint,
  getSandboxEndpoint,
  moveSandboxClockEndpoint,
  resetSandboxEndpoint,
  openApiEndpoint,
] as readonly Endpoint[];

/** The resource of a call of REST v1, which is its tag: each has a page. */
export function resourceOf(endpoint: Pick<Endpoint, "tag">): string {
  return endpoint.tag;
}

/** The resources of REST v1; each is a page. */
export const restResources: readonly string[] = [...new Set(restEndpoints.map(resourceOf))];

/** The calls of a resource. */
export function endpointsOf(resource: string): readonly Endpoint[] {
  return restEndpoints.filter((endpoint) => resourceOf(endpoint) === resource);
}

/** The anchor of a call on its page. */
export function anchorOf(endpoint: Pick<Endpoint, "id">): string {
  return endpoint.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What a call changes is red, what it reads is green: the colour of its method. */
export const methodTones: Readonly<Record<Method, "good" | "info" | "warn" | "bad">> = {
  GET: "good",
  POST: "info",
  PUT: "warn",
  PATCH: "warn",
  DELETE: "bad",
};

type FieldPlace = "path" | "query" | "body";
export type Field = {
  readonly name: string;
  readonly place: FieldPlace;
  readonly required: boolean;
  /** Such as `string`, `integer`, `"hours" | "days"`. */
  readonly type: string;
  /** What stands for it when it is left out, as JSON. */
  readonly fallback: string | null;
};

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
};

/** Every field of a call's request, out of its schemas. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  return [
    ...fieldsIn("path", endpoint.params),
    ...fieldsIn("query", endpoint.query),
    ...fieldsIn("body", endpoint.body ?? endpoint.documentedBody),
  ];
}

function fieldsIn(place: FieldPlace, schema: z.ZodType | undefined): Field[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    place,
    required: place === "path" || required.includes(name),
    type: typeText(field),
    fallback: field.default === undefined ? null : JSON.stringify(field.default),
  }));
}

function typeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(" | ");
  if (schema.type === "array") return `${typeText(schema.items ?? {})}[]`;
  const type = typeof schema.type === "string" ? schema.type : (schema.type?.join(" | ") ?? "any");
  return type + boundsText(schema);
}

/** ` 1–100`; bounds that only say "a safe whole number" are left out. */
function boundsText({ minimum, maximum }: JsonSchema): string {
  const isTold = (bound: number | undefined) => bound !== undefined && Math.abs(bound) <= 1_000_000_000_000;
  if (isTold(minimum) && isTold(maximum)) return ` ${minimum}–${maximum}`;
  return isTold(maximum) ? ` ≤ ${maximum}` : isTold(minimum) ? ` ≥ ${minimum}` : "";
}
