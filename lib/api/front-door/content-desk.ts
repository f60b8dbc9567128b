import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import { contentDeskPolicy, DATA_POLICY } from "#lib/api/front-door/policies.ts";
import { isBelow } from "#lib/api/front-door/request-guard.ts";
import { Upstream } from "#lib/api/front-door/upstream.ts";
import { nowMs } from "#lib/clock.ts";
import { foreignCookies, isNamed } from "#lib/foreign-cookies.ts";
import { EDITOR_HEADER, signEditor } from "#lib/http/editor-header.ts";

export type ContentDeskOptions = {
  /** Its private address. */
  readonly url: string;
  /** What requests are signed with; the desk has the same. */
  readonly key: string;
  /** The editor that a Cookie header proves, with everything that takes; null for all others. */
  readonly findEditor: (cookieHeader: string | null) => Promise<number | null>;
};

/** What is to be done with a request for the desk: `stranger`, as if there were no desk; `refused`, nothing; `forwarded`, done. */
type Outcome = "stranger" | "refused" | "forwarded";

type Serving = {
  readonly below: ContentDeskPath;
  /** Puts the door's headers, with a policy, on the answer. */
  readonly prepare: (policy: string) => void;
  readonly bodyLimitBytes: number;
};

const PATHS = ["/admin", "/cms-api"] as const;
export type ContentDeskPath = (typeof PATHS)[number];
const READS = new Set(["GET", "HEAD"]);

/** Below which of its paths an address lies, or null. */
export function contentDeskPath(path: string): ContentDeskPath | null {
  return PATHS.find((one) => isBelow(path, one)) ?? null;
}

/** The content desk behind the front door, which proves who comes: the desk itself believes what the door has signed. */
export class ContentDesk {
  readonly #options: ContentDeskOptions;
  readonly #publicUrl: URL;
  readonly #upstream: Upstream;

  constructor(options: ContentDeskOptions, publicUrl: string) {
    this.#options = options;
    this.#publicUrl = new URL(publicUrl);
    this.#upstream = new Upstream(options.url, publicUrl);
  }

  /** Serves an editor. Throws `UpstreamError`. */
  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    facts: DoorFacts,
    { below, prepare, bodyLimitBytes }: Serving,
  ): Promise<Outcome> {
    const userId = await this.#options.findEditor(request.headers.cookie ?? null);
    const isRead = READS.has(request.method ?? "");
    if (userId === null) return isRead ? "stranger" : "refused";
    facts.actorId = userId;
    if (!isRead && !this.#isFromOwnPage(request)) return "refused";
    const policy = below === "/admin" ? contentDeskPolicy(randomBytes(16).toString("base64")) : DATA_POLICY;
    prepare(policy);
    await this.#upstream.forward(request, response, {
      target: request.url ?? "/",
      headers: {
        "x-request-id": facts.requestId,
        [EDITOR_HEADER]: signEditor(userId, this.#options.key, nowMs()),
        // Its pages take the nonce out of the request.
        "content-security-policy": policy,
        "x-forwarded-for": facts.ip,
        "x-forwarded-host": this.#publicUrl.host,
        "x-forwarded-proto": this.#publicUrl.protocol.slice(0, -1),
        "accept-encoding": "identity",
        // The session stays at the door, which has judged it.
        cookie: ownCookies(request.headers.cookie ?? ""),
      },
      bodyLimitBytes,
    });
    return "forwarded";
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  /** Every browser names the origin of what changes something. */
  #isFromOwnPage({ headers }: IncomingMessage): boolean {
    const { origin, "sec-fetch-site": site } = headers;
    return origin === this.#publicUrl.origin && (site === undefined || site === "same-origin");
  }
}

/** Of the cookies only the desk's own: the language and the colours that an editor has chosen there. */
function ownCookies(header: string): string {
  return header
    .split(/; */)
    .filter((pair) => isNamed(pair.split("=", 1)[0] ?? "", foreignCookies.contentDesk.names))
    .join("; ");
}
