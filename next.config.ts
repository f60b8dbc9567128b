import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { now } from "./lib/clock.ts";

/** Headers that hold for every answer of the page renderer; the front door adds the rest (CSP, HSTS). */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // The front door compresses once, when it fills its cache.
  compress: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // proxy.ts takes the slash away together with /en, in one redirect.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // Node chooses the parts of it that are its own.
  serverExternalPackages: ["@modelcontextprotocol/server"],
  // `npm run types` checks the whole house; the build would only repeat it.
  typescript: { ignoreBuildErrors: true },
  // Pages under development come from `localhost` or from this.
  allowedDevOrigins: ["127.0.0.1"],
  // Pages have texts in parsed form (`toPageMessages`): the formatter without the parser is 11 KB smaller (decision 0575).
  turbopack: {
    resolveAlias: {
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
  },
  env: { BUILT_AT: now().toISOString() },
  headers: async () => [
    { source: "/:path*", headers: securityHeaders },
    // Flags and marks change with a release, and rarely.
    { source: "/icons/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=604800" }] },
    {
      source: "/icons/sheets/:path*",
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
    { source: "/favicon.ico", headers: [{ key: "Cache-Control", value: "public, max-age=604800" }] },
  ],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(nextConfig);
