import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import {
  restDescription,
  restTags,
  restTitle,
  restVersion,
} from "#features/rest-api/document/document.rules.ts";
import { makeOpenApiDocument, type OpenApiDocument } from "#lib/api/openapi.ts";
import { env } from "#lib/env.ts";

/** The OpenAPI document of REST v1 alone. */
export function restDocument(): OpenApiDocument {
  return makeOpenApiDocument({
    title: `${env.BRAND_NAME} ${restTitle}`,
    version: restVersion,
    description: restDescription,
    serverUrl: env.PUBLIC_URL,
    tags: restTags,
    endpoints: restEndpoints,
  });
}
