import path from "node:path";
import { withPayload } from "@payloadcms/next/withPayload";
import type { NextConfig } from "next";

const ROOT = path.join(import.meta.dirname, "..", "..");

const nextConfig: NextConfig = {
  poweredByHeader: false,
  compress: false,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true },
  // Its files lie below the only path that the front door lends to this server.
  assetPrefix: "/admin/assets",
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: ROOT },
  outputFileTracingRoot: ROOT,
};

export default withPayload(nextConfig);
