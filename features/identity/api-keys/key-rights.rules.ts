import { type Goods, type Holder, limitedGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type { KeyRights, KeyScope } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

/**
 * Why a key is not let in, at whatever door; each door has its own words for them.
 * - `unknown`: there is no such key, or it has ended
 * - `address`: it may not be used from the caller's network
 * - `closed`: the call is for people, whatever the key may do
 * - `scope`: the key was not given the right
 * - `goods`: the order is of a service or a country that the key is not for, or of somebody else
 * - `sandbox`: a sandbox key, and the call has no script
 */
export type KeyRefusal = "unknown" | "address" | "closed" | "scope" | "goods" | "sandbox";

/** The two ports behind a call: what is real, and the script of a sandbox. */
export type Ports<Port> = {
  readonly live: Port;
  /** Null: there is no script for it. */
  readonly sandbox: Port | null;
  /** It tells everybody the same of the market: a sandbox key gets the real answer. */
  readonly isShared: boolean;
};

/** What a call asks of the key that makes it. */
export type KeyCall<Port> = {
  /** The right that it needs; null = none; undefined = no key is let in. */
  readonly scope: KeyScope | null | undefined;
  readonly ports: Ports<Port>;
};

export type Judged<Port> =
  | { readonly refusal: null; readonly port: Port }
  | { readonly refusal: Exclude<KeyRefusal, "unknown" | "address" | "goods"> };

/**
 * The gate of keys behind the proof (`authenticateKey` judges key and network): may a key make this call, and which port answers it.
 * A sandbox key reaches its own answers and what everybody may read; nothing else.
 */
export function judgeKey<Port>(
  key: Pick<KeyRights, "scopes" | "isSandbox">,
  { scope, ports }: KeyCall<Port>,
): Judged<Port> {
  if (scope === undefined) return { refusal: "closed" };
  if (scope !== null && !key.scopes.includes(scope)) return { refusal: "scope" };
  if (!key.isSandbox || ports.isShared) return { refusal: null, port: ports.live };
  return ports.sandbox === null ? { refusal: "sandbox" } : { refusal: null, port: ports.sandbox };
}

/** The ports of an endpoint; `sandbox` is null where there is no script for it. */
export function portsOf<Port>(
  { access, method }: Pick<Endpoint, "access" | "method">,
  { live, sandbox }: Omit<Ports<Port>, "isShared">,
): Ports<Port> {
  return { live, sandbox, isShared: access === "public" && method === "GET" && sandbox === null };
}

/** The goods that decide which orders a key sees; null: all of its user's. Orders of a sandbox are its key's own. */
export function goodsOfOrders(
  holder: Holder & { readonly key?: KeyRights | null | undefined },
): Goods | null {
  return holder.key?.isSandbox ? null : limitedGoods(holder);
}
