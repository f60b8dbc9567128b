import createClient, { type Client } from "openapi-fetch";
import type { paths } from "#features/rest-api/data/schema.gen.ts";

export type RestClient = Client<paths>;

/**
 * A typed client of REST v1: `client.GET("/api/v1/balance")` answers `{ data }` or `{ error }`, both as the OpenAPI document
 * has them. Programs elsewhere make the same one with openapi-typescript and openapi-fetch.
 */
export function createRestClient(options: {
  /** Where the product is, such as `https://smsden.example`, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key; only what is public can be called without. */
  readonly key?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}): RestClient {
  const { baseUrl, key, fetch } = options;
  return createClient<paths>({
    baseUrl,
    ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
