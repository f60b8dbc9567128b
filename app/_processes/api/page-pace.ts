import { setTimeout as pause } from "node:timers/promises";
import type { Registry } from "prom-client";
import { type PageRates, pageRates, ratesForPace } from "#features/site/limits.rules.ts";
import type { Upstream } from "#lib/api/front-door/upstream.ts";
import { gauge } from "#lib/api/health.ts";
import { monotonicMs } from "#lib/clock.ts";
import { FILL_HEADER } from "#lib/http/fill-header.ts";
import { log } from "#lib/log.ts";

/** Shown to everybody: the frame that all pages have, and a text. */
const PLAIN_PAGE = "/privacy-policy";
const WARM_UP_RENDERS = 5;
const ROUNDS = 3;
const RENDERS_PER_ROUND = 4;

type Renderer = Pick<Upstream, "fetchBuffered">;

/** How many pages one network may have rendered: what the setting says, else half of what the renderer makes. */
export class PagePace {
  #rates: PageRates;
  readonly #isSet: boolean;

  /** `perSecond` is the setting; without it the least rates hold until `measure` has an answer. */
  constructor(perSecond: number | undefined, registry: Registry) {
    this.#isSet = perSecond !== undefined;
    this.#rates = perSecond === undefined ? ratesForPace(0) : pageRates(perSecond);
    gauge(
      registry,
      "pages_per_second",
      "Pages a second that one network may have rendered",
      () => this.#rates.network.perSecond,
    );
  }

  get rates(): PageRates {
    return this.#rates;
  }

  /** Measures, where no setting says it; nobody waits for that. A renderer that does not answer leaves the rates as they are. */
  async measure(renderer: Renderer, isReady: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    if (this.#isSet) return;
    try {
      await untilReady(isReady, signal);
      const rendered = await measurePages(renderer);
      this.#rates = ratesForPace(rendered);
      const { perSecond, burst } = this.#rates.network;
      log.info({ rendered, perSecond, burst }, "pages a second: measured, and what one network may have");
    } catch (error) {
      if (!signal.aborted)
        log.warn({ error: (error as Error).message }, "the pace of the page renderer was not measured");
    }
  }
}

/** Pages a second: the fastest of three rounds of four plain pages, after a few that warm the renderer up. Throws `UpstreamError`. */
async function measurePages(renderer: Renderer): Promise<number> {
  for (let render = 0; render < WARM_UP_RENDERS; render += 1) await renderPage(renderer);
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = monotonicMs();
    await Promise.all(Array.from({ length: RENDERS_PER_ROUND }, () => renderPage(renderer)));
    best = Math.max(best, (RENDERS_PER_ROUND * 1_000) / Math.max(1, monotonicMs() - startedMs));
  }
  return Math.round(best * 10) / 10;
}

async function renderPage(renderer: Renderer): Promise<void> {
  // As the page cache asks, so that no cookie of a first visit is made.
  const { status } = await renderer.fetchBuffered(PLAIN_PAGE, { [FILL_HEADER]: "0".repeat(32) });
  if (status !== 200) throw new Error(`${status} instead of ${PLAIN_PAGE}`);
}

async function untilReady(isReady: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const isThere = await isReady().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(1_000, undefined, { signal, ref: false });
  }
}
