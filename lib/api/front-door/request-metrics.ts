import { Counter, Histogram, type Registry } from "prom-client";
import { gauge } from "#lib/api/health.ts";

export type RequestMetrics = {
  /** `route` is a pattern, never an address: every value is a time series. */
  observe(route: string, method: string, status: number, durationMs: number, cache: string | null): void;
};

type Series = { count: Counter.Internal; latency: Histogram.Internal<"route"> };

/** Counts requests by route, method and status, their latency by route, and what the page cache did. */
export function createRequestMetrics(
  registry: Registry,
  cache: { readonly bytes: number; readonly count: number; readonly refills: number },
): RequestMetrics {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const latency = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request line to the last byte",
    labelNames: ["route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const looks = new Counter({
    name: "page_cache_looks_total",
    help: "Looks into the page cache by result",
    labelNames: ["result"],
    registers: [registry],
  });
  gauge(registry, "page_cache_bytes", "Memory of the page cache", () => cache.bytes);
  gauge(registry, "page_cache_refills", "Pages made anew with no visitor waiting", () => cache.refills);
  gauge(registry, "page_cache_pages", "Pages in the cache", () => cache.count);

  // Looking a series up by its labels costs more than counting; it is done once per combination.
  const series = new Map<string, Series>();
  return {
    observe(route, method, status, durationMs, cacheResult) {
      const key = `${method} ${status} ${route}`;
      let found = series.get(key);
      if (!found) {
        found = {
          count: requests.labels({ route, method, status: String(status) }),
          latency: latency.labels({ route }),
        };
        series.set(key, found);
      }
      found.count.inc();
      found.latency.observe(durationMs / 1_000);
      if (cacheResult !== null) looks.inc({ result: cacheResult });
    },
  };
}
