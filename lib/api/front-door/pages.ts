import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { takeNonceOut } from "#lib/api/front-door/inline-hashes.ts";
import { accepts, type KeptAnswer, keepAnswer, sendKept } from "#lib/api/front-door/kept-answer.ts";
import { delayScripts } from "#lib/api/front-door/late-scripts.ts";
import { type CacheResult, type Filled, PageCache } from "#lib/api/front-door/page-cache.ts";
import { createPageMatcher, type KeptPage, type PageRule } from "#lib/api/front-door/page-rules.ts";
import { FULL_WAIT_SECONDS, OWN_LANE, type PageTurns, type Turn } from "#lib/api/front-door/page-turns.ts";
import { keptPagePolicy } from "#lib/api/front-door/policies.ts";
import type { BufferedAnswer, Upstream } from "#lib/api/front-door/upstream.ts";
import { monotonicMs } from "#lib/clock.ts";
import { cookies } from "#lib/cookies.ts";
import { FILL_HEADER } from "#lib/http/fill-header.ts";
import { INCOMPLETE_HEADER } from "#lib/http/incomplete-header.ts";
import type { ForeignCode } from "#lib/http/page-csp.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";
import { log } from "#lib/log.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** A page may name tags beside those of its rule in this answer header; it goes no further than the door. */
const TAGS_HEADER = "x-page-tags";

/** Whoever has this cookie is told a copy's age. */
const EDITORS_COOKIE = `${cookies.adminIdentity.name}=`;
const VARY =
  "Accept-Encoding, RSC, Next-Router-State-Tree, Next-Router-Prefetch, Next-Router-Segment-Prefetch";
const DAY_MS = 86_400_000;
/** An address that is surely no page; in each language the renderer is asked for it once, and every visitor of nothing sees that. */
const UNKNOWN_ADDRESS = "/unknown/no_page";
const UNKNOWN: PageRule = {
  pattern: "page (unknown)",
  tags: ["catalogue", "content", "site"],
  freshSeconds: 300,
  staleSeconds: 3_600,
};
/** A renderer needs milliseconds for what comes after the headers: whoever reads for longer holds no place at it. */
const ANSWER_READ_WITHIN_MS = 2_000;
/** Folders of files that are named by their content. */
const ASSET_FOLDERS = ["/_next/static/", "/icons/sheets/"];

export type PagesOptions = {
  upstream: Upstream;
  rules: readonly PageRule[];
  cacheBytes: number;
  securityHeaders: readonly (readonly [string, string])[];
  foreign: readonly ForeignCode[];
  bodyLimitBytes: number;
  isHttps: boolean;
  /** Tells addresses (without their language) of pages and files from those of nothing; rejects where it cannot tell. */
  isKnown?: ((page: string) => boolean | Promise<boolean>) | undefined;
  /** Tells addresses (without their language) of files, which cost the renderer next to nothing: they wait for no turn. */
  isFile?: ((page: string) => boolean) | undefined;
  /** Whose page this visit counts as, and when it may be rendered; without it each network may at any time. */
  placeOf?: PlaceOf | undefined;
  turns: PageTurns;
};

/** Whose turn a visit takes, and the seconds until it may ask for one, 0 = now. */
export type PagePlaceInLine = { readonly lane: string; readonly waitSeconds: number };

/** `lanes.isFull` says that a lane has as many pages waiting as it may. */
type PlaceOf = (
  request: IncomingMessage,
  ip: string,
  lanes: Pick<PageTurns, "isFull">,
  isFile: boolean,
) => PagePlaceInLine | Promise<PagePlaceInLine>;

/** The visitor has had more pages rendered than anybody reads. */
export class TooManyPages extends Error {
  override name = "TooManyPages";
  readonly waitSeconds: number;
  constructor(waitSeconds: number) {
    super(`come again in ${waitSeconds} s`);
    this.waitSeconds = waitSeconds;
  }
}

/** What happened to a page request, for its log line. */
export type PageOutcome = { route: string; cache: CacheResult | "bypass" | null };

type Request = {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: string;
  requestId: string;
  ip: string;
};

/** Serves pages and their files: out of memory where a rule says so, else by asking the renderer. */
export class Pages {
  readonly cache: PageCache<BufferedAnswer>;
  readonly #assets: PageCache<BufferedAnswer>;
  readonly #options: PagesOptions;
  readonly #match: (path: string, query: string) => KeptPage | null;
  readonly #baseHeaders: readonly string[];
  /** Pages to be kept that wait for their turn, by address. */
  readonly #fillTurns = new Map<string, Turn>();

  constructor(options: PagesOptions) {
    this.#options = options;
    this.cache = new PageCache(options.cacheBytes);
    this.#assets = new PageCache(options.cacheBytes);
    this.#match = createPageMatcher(options.rules);
    this.#baseHeaders = options.securityHeaders.flat();
  }

  /** Answers a GET or HEAD. Throws `UpstreamError` when there is nothing to show. */
  async serve(visit: Request): Promise<PageOutcome> {
    const assets = ASSET_FOLDERS.find((folder) => visit.path.startsWith(folder));
    if (assets) return this.#serveAsset(visit, assets);
    const page = bypassesCache(visit) ? null : this.#match(visit.path, visit.query);
    const found = page && this.cache.peek(page.address);
    if (found) return this.#sendPage(visit, page, found, "hit");
    if (!(await this.#isKnown(visit))) return this.#serveUnknown(visit);
    const isFile = this.#isFile(visit);
    const lane = await this.#laneOf(visit, isFile);
    if (page) return this.#serveKept(visit, page, lane);
    return isFile ? this.#forward(visit) : this.#forwardInTurn(visit, lane);
  }

  /** Throws `TooManyPages`. */
  async #laneOf({ request, ip }: Request, isFile: boolean): Promise<string> {
    const { turns, placeOf = placeOfNetwork } = this.#options;
    const { lane, waitSeconds } = await placeOf(request, ip, turns, isFile);
    if (waitSeconds > 0) throw new TooManyPages(waitSeconds);
    return lane;
  }

  #isFile(visit: Request): boolean {
    return this.#options.isFile?.(visit.path) ?? false;
  }

  /** Where nobody can tell (the database is away), the renderer does. */
  async #isKnown(visit: Request): Promise<boolean> {
    const { isKnown } = this.#options;
    if (!isKnown) return true;
    const { path } = splitLocale(visit.path);
    try {
      return await isKnown(path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
    } catch {
      return true;
    }
  }

  #serveUnknown(visit: Request): Promise<PageOutcome> {
    const { locale } = splitLocale(visit.path);
    const address = localizedPath(locale, UNKNOWN_ADDRESS);
    return this.#serveKept(visit, { rule: UNKNOWN, locale, address }, OWN_LANE);
  }

  async #serveKept(visit: Request, page: KeptPage, lane: string): Promise<PageOutcome> {
    const { freshSeconds = 10, staleSeconds = 60 } = page.rule;
    const lifetime = { freshMs: freshSeconds * 1_000, staleMs: staleSeconds * 1_000 };
    const place = { address: page.address, lifetime, group: page.rule.pattern };
    // Somebody else's page may wait behind many others of that lane: it comes with whoever's turn is first.
    this.#fillTurns.get(page.address)?.join(lane);
    const looked = await this.cache.look(place, (whose) => this.#fillInTurn(page, whose), lane);
    if ("answer" in looked) return this.#sendPage(visit, page, looked.answer, looked.result);
    this.#sendOnce(visit, looked.once);
    return { route: page.rule.pattern, cache: "bypass" };
  }

  #sendPage(visit: Request, page: KeptPage, answer: KeptAnswer, result: CacheResult): PageOutcome {
    const extra = ["X-Request-Id", visit.requestId, ...this.#ageOf(visit, page)];
    sendKept(visit.request, visit.response, answer, extra);
    return { route: page.rule.pattern, cache: result };
  }

  /** Of the copy, for browsers that show the bar of the editors; it is no secret, and the page itself stays everybody's. */
  #ageOf({ request }: Request, { address }: KeptPage): string[] {
    if (!request.headers.cookie?.includes(EDITORS_COOKIE)) return [];
    const age = this.cache.ageSeconds(address);
    return age === null ? [] : ["Age", String(age)];
  }

  /** Is made for everybody, so it keeps its turn when who asked first has gone. */
  async #fillInTurn(page: KeptPage, lane: string | null): Promise<Filled<BufferedAnswer>> {
    const turn = this.#options.turns.ask(lane ?? OWN_LANE);
    this.#fillTurns.set(page.address, turn);
    try {
      await turn.begun;
      return await this.#fill(page);
    } finally {
      this.#fillTurns.delete(page.address);
      turn.end();
    }
  }

  /** Asks the renderer as nobody in particular, so that the copy holds nothing of any visitor. */
  async #fill(page: KeptPage): Promise<Filled<BufferedAnswer>> {
    const nonce = randomBytes(16).toString("hex");
    const begunAtMs = monotonicMs();
    const given = await this.#options.upstream.fetchBuffered(page.address, {
      accept: "text/html,application/xml;q=0.9,*/*;q=0.8",
      "accept-encoding": "identity",
      "user-agent": "sms-den-front-door",
      "x-forwarded-proto": this.#options.isHttps ? "https" : "http",
      [FILL_HEADER]: nonce,
    });
    const { status, headers: told } = given;
    const contentType = String(told["content-type"] ?? "text/html; charset=utf-8");
    const clean = contentType.startsWith("text/html")
      ? takeNonceOut(delayScripts(given.body.toString("utf8"), nonce), nonce)
      : null;
    const answer = clean ? { ...given, body: Buffer.from(clean.html) } : given;
    const policy = keptPagePolicy(clean?.hashes ?? [], this.#options.foreign);
    // Any number of queries is of nothing: none of them is remembered.
    const isNothing = status === 404 && page.address.includes("?");
    if ((status !== 200 && status !== 404) || isNothing)
      return { once: withPolicy(answer, policy), isFailure: status >= 500 };
    // As good as a failure: what could not be read is there again in a moment, a kept page would lack it for minutes.
    if (told[INCOMPLETE_HEADER] !== undefined) return { once: withPolicy(answer, policy), isFailure: true };
    if (clean?.hasForeignNonce) {
      log.warn({ page: page.rule.pattern }, "page carries a nonce and was not kept");
      return { once: withPolicy(answer, policy), isFailure: false };
    }
    const headers = [
      ...this.#baseHeaders,
      "Content-Type",
      contentType,
      "Content-Security-Policy",
      policy,
      "Vary",
      VARY,
    ];
    // Any proxy may keep a page, but asks back: prices change at any moment.
    headers.push("Cache-Control", status === 200 ? "public, max-age=0, must-revalidate" : "no-store");
    // The nonce of a fill is nobody's: a kept page has hashes.
    if (told.link) headers.push("Link", String(told.link).replaceAll(`; nonce="${nonce}"`, ""));
    return {
      keep: await keepAnswer(answer.body, contentType, headers, status),
      tags: tagsOf(page.rule.tags ?? [], told[TAGS_HEADER]),
      begunAtMs,
    };
  }

  /** Files named by their content: kept as long as the process lives. */
  async #serveAsset(visit: Request, folder: string): Promise<PageOutcome> {
    const outcome: PageOutcome = { route: `${folder}*`, cache: null };
    const extra = ["X-Request-Id", visit.requestId];
    const lifetime = { freshMs: 365 * DAY_MS, staleMs: 0 };
    const found = this.#assets.peek(visit.path);
    if (found) {
      sendKept(visit.request, visit.response, found, extra);
      return outcome;
    }
    if (!(await this.#isKnown(visit))) return this.#serveUnknown(visit);
    const looked = await this.#assets.look({ address: visit.path, lifetime }, async () => {
      const begunAtMs = monotonicMs();
      const answer = await this.#options.upstream.fetchBuffered(visit.path, {
        "accept-encoding": "identity",
      });
      const isLasting =
        answer.status === 200 && String(answer.headers["cache-control"]).includes("immutable");
      if (!isLasting) return { once: answer, isFailure: answer.status >= 500 };
      const contentType = String(answer.headers["content-type"] ?? "application/octet-stream");
      const headers = [...this.#baseHeaders, "Content-Type", contentType, "Vary", "Accept-Encoding"];
      headers.push("Content-Security-Policy", keptPagePolicy([], this.#options.foreign));
      headers.push("Cache-Control", "public, max-age=31536000, immutable");
      return { keep: await keepAnswer(answer.body, contentType, headers), tags: [], begunAtMs };
    });
    if ("answer" in looked) sendKept(visit.request, visit.response, looked.answer, extra);
    else this.#sendOnce(visit, looked.once);
    return outcome;
  }

  #sendOnce(visit: Request, answer: BufferedAnswer): void {
    this.#prepare(visit);
    const {
      "set-cookie": _cookies,
      [TAGS_HEADER]: _tags,
      [INCOMPLETE_HEADER]: _incomplete,
      ...headers
    } = answer.headers;
    visit.response.writeHead(answer.status, {
      ...headers,
      "cache-control": "private, no-store",
      "content-length": answer.body.length,
    });
    visit.response.end(visit.request.method === "HEAD" ? undefined : answer.body);
  }

  /** Holds its turn until the renderer has said all, the visitor has gone, or the visitor reads too slowly to be waited for. */
  async #forwardInTurn(visit: Request, lane: string): Promise<PageOutcome> {
    const turn = this.#options.turns.ask(lane);
    const end = () => turn.end();
    visit.response.once("close", end);
    if (visit.response.destroyed) end();
    try {
      await turn.begun;
      const outcome = await this.#forward(visit, end);
      setTimeout(end, ANSWER_READ_WITHIN_MS).unref();
      return outcome;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #forward(visit: Request, onEnd?: () => void): Promise<PageOutcome> {
    this.#prepare(visit);
    const isFlight = visit.request.headers.rsc !== undefined;
    await this.#options.upstream.forward(visit.request, visit.response, {
      target: visit.query === "" ? visit.path : `${visit.path}?${visit.query}`,
      headers: {
        "x-request-id": visit.requestId,
        "x-forwarded-for": visit.ip,
        "x-forwarded-proto": this.#options.isHttps ? "https" : "http",
        "accept-encoding": accepts(visit.request.headers["accept-encoding"], "gzip") ? "gzip" : "identity",
      },
      bodyLimitBytes: this.#options.bodyLimitBytes,
      ...(onEnd ? { onEnd } : {}),
    });
    return {
      route: visit.path.startsWith("/_next/") ? "/_next/*" : isFlight ? "page (flight)" : "page",
      cache: "bypass",
    };
  }

  /** Headers for answers that the renderer writes; its own win (the policy with this answer's nonce). */
  #prepare({ response, requestId }: Request): void {
    for (const [name, value] of this.#options.securityHeaders) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    response.setHeader("Content-Security-Policy", keptPagePolicy([], this.#options.foreign));
    response.setHeader("Cache-Control", "private, no-store");
  }
}

const placeOfNetwork: PlaceOf = (_request, ip, lanes) => {
  const lane = networkOf(ip);
  return { lane, waitSeconds: lanes.isFull(lane) ? FULL_WAIT_SECONDS : 0 };
};

/** A page that is shown once runs its scripts by their hashes too, unless the renderer has said by what. */
function withPolicy(answer: BufferedAnswer, policy: string): BufferedAnswer {
  return { ...answer, headers: { "content-security-policy": policy, ...answer.headers } };
}

/**
 * Flight requests of the router share a page's address, previews show drafts, and a referral link sets a cookie:
 * none of them touches the cache.
 */
function bypassesCache({ request, query }: Request): boolean {
  const { headers } = request;
  return (
    headers.rsc !== undefined ||
    headers["next-router-state-tree"] !== undefined ||
    headers["next-router-prefetch"] !== undefined ||
    headers["next-router-segment-prefetch"] !== undefined ||
    headers.range !== undefined ||
    (query !== "" && /(?:^|&)(?:r|_rsc)=/.test(query)) ||
    headers.cookie?.includes("__prerender_bypass") === true
  );
}

/**
 * The tags of a copy. A page that names its own (`offers:52,catalogue`) is dropped by those alone instead of by the
 * wildcards of its rule, which stand for pages that say nothing.
 */
function tagsOf(ruleTags: readonly string[], header: string | string[] | undefined): string[] {
  const named = String(header ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return named.length === 0 ? [...ruleTags] : [...named, ...ruleTags.filter((tag) => !tag.endsWith("*"))];
}
