import { registerHooks } from "node:module";
import type { OpenApiDocument } from "#lib/api/openapi.ts";

/**
 * The types of a client, out of an OpenAPI document. The generator draws its output with TypeScript's JavaScript interface,
 * which version 7 no longer has: it gets that of version 5 out of a package that carries it along.
 */
export async function clientTypes(document: OpenApiDocument): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "typescript" ? TYPESCRIPT_5 : specifier, context),
  });
  try {
    const { astToString, COMMENT_HEADER, default: draw } = await import("openapi-typescript");
    return COMMENT_HEADER + astToString(await draw(JSON.stringify(document)));
  } finally {
    hooks.deregister();
  }
}

const TYPESCRIPT_5 = new URL("typescript-5.ts", import.meta.url).href;
