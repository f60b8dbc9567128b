import { Draft, type NewFiles, placeIn, type ReadFile, spellings } from "#lib/tooling/new/new-files.ts";

const API = "app/api/api-app.ts";

/**
 * The first endpoint of a topic of the site, for who is signed in: `loyalty/yearly-gift`. Its contract and its routes, bound in the
 * API. Until its answer is written a call fails and says where.
 */
export function planEndpoint(place: string, read: ReadFile): NewFiles {
  const { feature, topic } = placeIn(place, "loyalty/yearly-gift");
  const { camel, pascal, title } = spellings(topic);
  const contract = `features/${feature}/${topic}.contract.ts`;
  const routes = `features/${feature}/${topic}.routes.ts`;
  const draft = new Draft(read);
  draft.create(
    contract,
    `import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const get${pascal}Endpoint = defineEndpoint({
  id: "get${pascal}",
  method: "GET",
  path: "/${feature}/${topic}",
  summary: "${title}",
  tag: "${feature}",
  access: "session",
  response: z.strictObject({}),
  errors: [],
});
`,
  );
  draft.create(
    routes,
    `import { get${pascal}Endpoint } from "#${contract}";
import { route } from "#lib/api/route.ts";

export const ${camel}Routes = [
  route(get${pascal}Endpoint, async () => {
    throw new Error("${routes} has no answer yet: write what is read for the caller");
  }),
];
`,
  );
  draft.addImport(API, `import { ${camel}Routes } from "#${routes}";`);
  draft.insert(API, "before", "  ...backOfficeRoutes,\n", `  ...${camel}Routes,\n`);
  return {
    files: draft.files,
    draw: ["app/_processes/write-access.ts"],
    left: [
      `Say in ${contract} what it takes, answers and refuses (an error is a row of <feature>.errors.ts; a write is \`keyed: true\`).`,
      `Call reads or writes in ${routes}, and test it: a *.routes.db.test.ts beside it.`,
      "After a change of its access: npm run docs:access. Open to API keys, or of REST v1: CONTRIBUTING.md, an endpoint.",
    ],
  };
}
