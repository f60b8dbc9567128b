import type { ServerResponse } from "node:http";
import { CSP_REPORT_PATH } from "#lib/api/front-door/policies.ts";

const HSTS = "max-age=31536000; includeSubDomains";

const PERMISSIONS = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
]
  .map((name) => `${name}=()`)
  .join(", ");

/**
 * The headers that every answer of the product carries, beside its own Content-Security-Policy.
 * HSTS only where the public address is https: a browser would lock itself out of a plain one.
 */
export function securityHeaders(isHttps: boolean): [name: string, value: string][] {
  return [
    ...(isHttps ? ([["Strict-Transport-Security", HSTS]] as [string, string][]) : []),
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", PERMISSIONS],
    ["Reporting-Endpoints", `csp="${CSP_REPORT_PATH}"`],
  ];
}

/** Puts headers on an answer that others will write; what they set themselves wins. */
export function setHeaders(response: ServerResponse, headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
