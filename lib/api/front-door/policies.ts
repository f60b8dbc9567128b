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

/** A policy that the renderer made itself (with a nonce), told where to report. */
export function reportingPolicy(policy: string): string {
  return policy.includes("report-uri") ? policy : `${policy}; ${REPORTING}`;
}
