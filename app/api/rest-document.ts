import {
  restDescription,
  restTags,
  restTitle,
  restVersion,
} from "#features/buyer-api/rest/document/rules.ts";
import { restEndpoints } from "#features/buyer-api/rest/endpoints/contract.ts";
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
