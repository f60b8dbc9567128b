import { type ForeignCode, pagePolicy } from "#lib/http/page-csp.ts";

/** Where browsers report what a policy stopped. */
export const CSP_REPORT_PATH = "/csp-report";

const REPORTING = `report-uri ${CSP_REPORT_PATH}; report-to csp`;

/** The policy of answers that are no pages: nothing of them may run or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of a page whose inline scripts have these hashes (`'sha256-...'`), or that has none. */
export function keptPagePolicy(scriptHashes: readonly string[], foreign: readonly ForeignCode[]): string {
  return `${pagePolicy(scriptHashes, { foreign })}; ${REPORTING}`;
}

/**
 * Style elements that the content desk writes by script: its layers, its toasts, and the empty ones that its select boxes fill. They change
 * with its packages; a browser reports it then.
 */
const CONTENT_DESK_STYLES = [
  "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "UO8+f0Vt7qym1f9lUl0nh47l5M7MX3W3qSnbWSxu6+8=",
  "Od9mHMH7x2G6QuoV3hsPkDCwIyqbg2DX3F5nLeCYQBc=",
  "RRvYYvypkfR67NPWQ5YM5msNEwtYz7N+9rYPCnXMfXw=",
];

/** Policy of a page of the content desk. */
export function contentDeskPolicy(nonce: string): string {
  const styles = CONTENT_DESK_STYLES.map((hash) => `'sha256-${hash}'`).join(" ");
  const policy = pagePolicy([`'nonce-${nonce}'`, "'strict-dynamic'"]);
  return `${policy.replace("style-src 'self'", `style-src 'self' ${styles}`)}; ${REPORTING}`;
}

/** A policy that the renderer made itself (with a nonce), told where to report. */
export function reportingPolicy(policy: string): string {
  return policy.includes("report-uri") ? policy : `${policy}; ${REPORTING}`;
}
