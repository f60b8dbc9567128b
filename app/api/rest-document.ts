import {
  restDescription,
  restTags,
  restTitle,
  restVersion,
} from "#features/buyer-api/rest/document/rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { makeOpenApiDocument, type OpenApiDocument } from "#lib/api/openapi.ts";
import { env } from "#lib/env.ts";

/** The OpenAPI document of version 1 alone, out of its endpoints. */
export function makeRestDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  return makeOpenApiDocument({
    title: `${env.BRAND_NAME} ${restTitle}`,
    version: restVersion,
    description: restDescription,
    serverUrl: env.PUBLIC_URL,
    tags: restTags,
    endpoints,
  });
}
