import { featureOrder } from "./lib/tooling/feature-order.ts";

const TEST = String.raw`\.(test|e2e)\.tsx?$`;
/** Long tests of the whole product, also started as commands. */
const PROOFS = "^app/_proofs/";
/** Rows and set-up for tests and benchmarks. */
const FACTORY = String.raw`^(app|features)/.+\.factory\.tsx?$`;
const SERVER_ROOMS = String.raw`^features/.+\.(topics|reads|writes|routes|jobs|checks|gate|gateway)\.ts$`;
const PURE_ROOMS = String.raw`^features/.+\.(rules|contract|errors|view|script)\.ts$`;

/** A feature may import those above it: one rule per feature, so that the message can name it. */
const orderRules = featureOrder.slice(0, -1).map((feature, index) => ({
  name: `order-${feature}`,
  severity: "error",
  comment:
    `"${feature}" stands above what it imports. Turn the call round: let the lower feature import "${feature}", hand the ` +
    "function in from app/, or emit an event that the lower one listens to.",
  from: { path: `^features/${feature}/`, pathNot: `${TEST}|${FACTORY}` },
  to: { path: `^features/(${featureOrder.slice(index + 1).join("|")})/` },
}));

export default {
  forbidden: [
    ...orderRules,
    {
      name: "no-circles",
      severity: "error",
      comment: "Two files import each other. Move what both need into a third file that imports neither.",
      from: {},
      to: { circular: true },
    },
    {
      name: "folders-do-not-assemble",
      severity: "error",
      comment:
        "routes, jobs and checks beside a feature's folders assemble what is in them. Move what the folder needs into reads, " +
        "writes or rules, or into the folder.",
      from: { path: "^features/([^/]+)/[^/]+/", pathNot: `${TEST}|${FACTORY}` },
      to: { path: String.raw`^features/$1/[^/]+\.(routes|jobs|checks)\.ts$` },
    },
    {
      name: "flow-lib",
      severity: "error",
      comment:
        "lib/ is technical ground and knows nothing of the product. Hand the product's part in as an argument.",
      from: { path: "^lib/", pathNot: TEST },
      to: { path: "^(components|features|app)/" },
    },
    {
      name: "flow-components",
      severity: "error",
      comment:
        "components/ could ship in another product. Move the component into features/<feature>/components/.",
      from: { path: "^components/", pathNot: TEST },
      to: { path: "^(features|app)/" },
    },
    {
      name: "flow-features",
      severity: "error",
      comment: "features/ never import app/. Move the shared part into the feature, or hand it in from app/.",
      from: { path: "^features/", pathNot: TEST },
      to: { path: "^app/" },
    },
    {
      name: "partner-agent-stands-alone",
      severity: "error",
      comment:
        "The partner's program is one file on somebody else's machine: it has no packages, no server and no settings of ours. " +
        "Write what it needs into app/_partner-agent/.",
      from: { path: "^app/_partner-agent/", pathNot: `${TEST}|${FACTORY}` },
      to: {
        path: "^(app|features|components|lib)/|^node_modules/",
        pathNot: String.raw`^app/_partner-agent/|^lib/clock\.ts$`,
      },
    },
    {
      name: "nobody-imports-the-partner-agent",
      severity: "error",
      comment: "The partner's program speaks with the product through the partners' protocol alone.",
      from: { path: "^(app|features|components|lib)/", pathNot: `^app/_partner-agent/|${TEST}` },
      to: { path: "^app/_partner-agent/" },
    },
    {
      name: "no-database-in-the-browser",
      severity: "error",
      comment:
        "A browser can reach this file, and through it the database. Import the contract or rules instead; data come as " +
        "properties from the page's loader or through the API client.",
      from: { path: String.raw`\.island\.tsx$|^features/.+\.client\.ts$|^lib/api/browser-client\.ts$` },
      to: { path: "^lib/db/", reachable: true },
    },
    {
      name: "proxy-only-hints",
      severity: "error",
      comment:
        "proxy.ts knows whom a page is for, and touches no feature and no database. Decide in the page's loader.",
      from: { path: String.raw`^proxy\.ts$` },
      to: { path: String.raw`^(features/(?!site/page-access\.rules\.ts$)|lib/db/)` },
    },
    {
      name: "no-next-in-server-rooms",
      severity: "error",
      comment:
        "These rooms also run in the API and the worker, where there is no Next. Move the call into a *.loaders.ts.",
      from: { path: `${SERVER_ROOMS}|${PURE_ROOMS}`, pathNot: TEST },
      to: { path: "^(node_modules/)?next/" },
    },
    {
      name: "pages-call-loaders",
      severity: "error",
      comment:
        "A page asks a loader, which proves who asks. Add a function to a *.loaders.ts of the feature and call that.",
      from: { path: String.raw`^app/(\[locale\]|\(cms\))/`, pathNot: TEST },
      to: { path: `${SERVER_ROOMS}|^lib/db/` },
    },
    {
      name: "pure-rooms-stay-pure",
      severity: "error",
      comment:
        "rules, contract, errors, view and script run anywhere: no input, no output. Pass the value in as an argument.",
      from: { path: PURE_ROOMS, pathNot: TEST },
      to: {
        path: String.raw`^features/.+\.(reads|writes|routes|jobs|loaders|gate|gateway|client)\.ts$|^lib/db/|^lib/env\.ts$`,
      },
    },
    {
      name: "reads-do-not-write",
      severity: "error",
      comment: "reads change nothing. Call the write from routes or jobs, or move what both need into rules.",
      from: { path: String.raw`^features/.+\.reads\.ts$` },
      // A port's type says what a door is given; it calls nothing.
      to: {
        path: String.raw`^features/.+\.(writes|routes|gate|loaders|jobs)\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "writes-know-no-door",
      severity: "error",
      comment: "writes are called by many doors and know none. Hand the value in as an argument.",
      from: { path: String.raw`^features/.+\.writes\.ts$` },
      to: { path: String.raw`^features/.+\.(routes|loaders|client)\.ts$` },
    },
    {
      name: "testing-only-in-tests",
      severity: "error",
      comment: "lib/testing is for tests. Move the function to the feature or to lib/.",
      from: { pathNot: `${TEST}|^lib/testing/|^bench/|${PROOFS}|${FACTORY}` },
      to: { path: "^lib/testing/" },
    },
    {
      name: "factories-only-in-tests",
      severity: "error",
      comment:
        "A factory makes rows and the set-up of tests and benchmarks. Call the feature's writes instead.",
      from: { pathNot: `${TEST}|^bench/|${PROOFS}|${FACTORY}` },
      to: { path: FACTORY },
    },
    {
      name: "tooling-only-in-commands",
      severity: "error",
      comment: "lib/tooling serves commands. Move what the product itself needs into another folder of lib/.",
      from: {
        path: "^(app|features|components|lib)/",
        pathNot: `${TEST}|${FACTORY}|^lib/(testing|tooling)/|^app/_processes/|${PROOFS}`,
      },
      to: { path: "^lib/tooling/" },
    },
    {
      name: "no-development-packages",
      severity: "error",
      comment: "The product runs without devDependencies. Move the package to dependencies (exact version).",
      from: {
        path: "^(app|features|components|lib)/",
        pathNot: `${TEST}|^lib/(testing|tooling)/|${PROOFS}|${FACTORY}`,
      },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
    {
      name: "no-missing-packages",
      severity: "error",
      comment:
        "The file imports what is not there. Mend the path, or add the package (exact version) to package.json.",
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`\.css$` },
    },
  ],
  options: {
    parser: "swc",
    exclude: { path: String.raw`\.next/|\.data/` },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      conditionNames: ["react-server", "node", "import", "require", "default", "types"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
