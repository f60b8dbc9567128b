import type { z } from "zod";
import type { KeyScope, StaffPermission } from "#lib/api/actor.ts";
import type { RatePolicy } from "#lib/api/rate-limits.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: `public` anyone; `user` a session or an API key with the endpoint's scope; `bearer` the same but never a
 * cookie alone (for safe methods that change something); `session` a person who is signed in, by cookie or session token,
 * and never a key; `partner` a session of a partner; `staff` a session with the staff role that has shown its second factor. Of calls for
 * partners and the staff strangers learn nothing.
 */
export type Access = "public" | "user" | "bearer" | "session" | "partner" | "staff";

/**
 * What a declaration must say beside who may call. A key gets in where a scope is named and nowhere else; whatever the staff
 * change wants a permission and a fresh second factor.
 */
export type Terms<Gate extends Access, Verb extends Method> = Gate extends "user" | "bearer"
  ? { readonly scope: KeyScope; readonly stepUp?: never; readonly permission?: never }
  : Gate extends "public"
    ? { readonly stepUp?: never; readonly permission?: never }
    : Gate extends "session" | "partner"
      ? { readonly scope?: never; readonly permission?: never }
      : Verb extends "GET"
        ? { readonly scope?: never }
        : { readonly scope?: never; readonly permission: StaffPermission; readonly stepUp: true };

/**
 * What a write does with the header `Idempotency-Key`. `true`: it is refused without one, and the same key answers the first
 * answer again. `"optional"`: the same, but whoever leaves the key out takes the risk of a lost answer. `"once"`: it is refused
 * without one, and so is the same key again, since the answer holds what is told only once.
 */
export type Keyed = true | "optional" | "once";

/** What the parameter `id` of an endpoint names: which kind of thing, and what is answered where it is not there. */
export type NamedThing = { readonly of: string; readonly notFound: ErrorRow };

type Schema = z.ZodType;
type ObjectSchema = z.ZodObject;

/** A call with its answer as they go over the wire. */
export type EndpointExample = {
  /** What it shows, when its name does not say it. */
  readonly summary?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer: unknown;
};

export type Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Gate extends Access = Access,
  Verb extends Method = Method,
  Key extends Keyed | undefined = Keyed | undefined,
> = {
  /** Unique name, also the OpenAPI operation id: `buyActivation`. */
  readonly id: string;
  readonly method: Verb;
  /** Path below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Gate;
  /** Which of the staff; every one of them when left out. */
  readonly permission?: StaffPermission;
  /** What an API key needs for it. Closed to keys when left out, whoever else may call. */
  readonly scope?: KeyScope;
  /** Moves money out, or rights: whoever has a second factor must have shown it within the last minutes. */
  readonly stepUp?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Bytes of its body at most, where somebody known has to send more than others may. */
  readonly bodyBytes?: number;
  /** The body of an endpoint that reads it itself (exact numbers, packed bodies): for the document only. */
  readonly documentedBody?: Schema;
  /** Its parameter `id` names something that the gate of keys may refuse, as one that is not there. */
  readonly names?: NamedThing;
  readonly response: Response;
  /** Content type of the answer when it is not JSON. */
  readonly produces?:
    | "application/json"
    | "application/octet-stream"
    | "text/event-stream"
    | "text/plain"
    | "text/csv"
    | "image/webp";
  /** Further content types of the answer, for the document. */
  readonly alsoProduces?: readonly string[];
  /** Content types of the request beside JSON. */
  readonly consumes?: readonly ("application/json" | "application/x-www-form-urlencoded")[];
  readonly status?: 200 | 201 | 202 | 204;
  /** Rows of error tables that this endpoint may answer beside the common ones. */
  readonly errors: readonly ErrorRow[];
  /** Public answers that may be kept by caches; they get an ETag. */
  readonly cacheSeconds?: number;
  /** A partner's server calls it with a key of its own in the body: no origin check. */
  readonly serverToServer?: boolean;
  /** Refusals as version 1 for programs writes them: nothing beside `error`, which links to the code's page. */
  readonly dialect?: "v1";
  /**
   * How often one caller may call; every answer tells what is left. When left out: as often as the site's calls may be made,
   * and calls of servers as often as they like once their bodies have shown whose they are.
   */
  readonly rates?: readonly RatePolicy[];
  /**
   * Hashes one password for whoever calls, the dearest thing that a stranger is given: a network gets so many (`perNetwork`) before it
   * must do work for each further one, or wait. Every other public endpoint costs no more than what is sent to it.
   */
  readonly hashesPassword?: { readonly perNetwork: number };
  /** A write that takes the header `Idempotency-Key`; no other endpoint is handed one. */
  readonly keyed?: Key;
  /** For the document, by a name such as `waiting`; a test holds them against the schemas. */
  readonly examples?: Readonly<Record<string, EndpointExample>>;
};

/** Declares an endpoint as plain data: the server, the OpenAPI document, the client and the tests read it. */
export function defineEndpoint<
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema = Schema,
  const Gate extends Access = Access,
  const Verb extends Method = Method,
  const Key extends Keyed | undefined = undefined,
>(
  endpoint: Endpoint<Params, Query, Body, Response, Gate, Verb, Key> & Terms<Gate, Verb>,
): Endpoint<Params, Query, Body, Response, Gate, Verb, Key> {
  return endpoint;
}

/** What a schema gives, or `Missing` for an endpoint without one. */
type Parsed<S, Missing> = [NonNullable<S>] extends [never] ? Missing : z.output<NonNullable<S> & Schema>;

export type ParamsOf<E extends Endpoint> = Parsed<E["params"], Record<never, never>>;
export type QueryOf<E extends Endpoint> = Parsed<E["query"], Record<never, never>>;
export type BodyOf<E extends Endpoint> = Parsed<E["body"], undefined>;
/** The idempotency key as a handler gets it: there where the endpoint needs one, null where it takes none. */
export type KeyOf<E extends Endpoint> = [NonNullable<E["keyed"]>] extends [never]
  ? null
  : [NonNullable<E["keyed"]>] extends [true | "once"]
    ? string
    : string | null;
export type ResponseOf<E extends Endpoint> = z.input<E["response"]>;
