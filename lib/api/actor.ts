declare const brand: unique symbol;

/** Id of a proven user: minted by the session and key gate (and by factories in tests), nowhere else. */
export type UserId = number & { readonly [brand]: "UserId" };

export type Role = "user" | "staff";

/** What an account may be besides a buyer; the staff give a role and take it back. */
export const accountRoles = ["partner", "agent", "referralSoft", "store"] as const;
export type AccountRole = (typeof accountRoles)[number];

/** What a member of the staff may do, in rising order: each includes those before it. */
export const staffPermissions = ["support", "money", "money-lead"] as const;
export type StaffPermission = (typeof staffPermissions)[number];

/** How a session of the staff stands. */
export type StaffStanding = {
  /** Null: nothing beyond what every member of the staff may. */
  readonly permission: StaffPermission | null;
  /** Seconds since this session last showed its second factor; null = never. */
  readonly secondFactorAgeSeconds: number | null;
};

/** A code entered so long ago still counts for what moves money or rights. */
export const STEP_UP_SECONDS = 600;

/** Whether somebody with `held` may do what needs `needed`. */
export function isPermitted(held: StaffPermission | null, needed: StaffPermission): boolean {
  return held !== null && staffPermissions.indexOf(held) >= staffPermissions.indexOf(needed);
}

/** What a key of a program may be allowed: reading, buying numbers, renting, buying accounts. */
export const keyScopes = ["read", "buy", "rent", "accounts"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What the key that proves a request may do. */
export type KeyRights = {
  readonly keyId: number;
  /** Never touches money: answers by script. */
  readonly isSandbox: boolean;
  readonly scopes: readonly KeyScope[];
  /** Sum of the orders of one day (UTC); null = no limit. */
  readonly dailyLimitKopecks: number | null;
  /** Highest price of one order; null = no limit. */
  readonly priceCapKopecks: number | null;
  /** Null: all. */
  readonly serviceIds: readonly number[] | null;
  readonly countryIds: readonly number[] | null;
  /** Highest prices that the program has set, in kopecks by `goodsName`; each stands in for one that a purchase does not name. */
  readonly maxPrices: Readonly<Record<string, number>>;
};

/** Who makes a request. */
export type Actor =
  | { readonly kind: "guest" }
  | {
      readonly kind: "user";
      readonly userId: UserId;
      readonly role: Role;
      /** How the identity was proven; only a cookie session is exposed to cross-site requests. */
      readonly via: "session" | "bearer" | "api-key";
      /** Of sessions only. */
      readonly sessionId?: number;
      /** Of sessions of the staff only. */
      readonly staff?: StaffStanding | null;
      /** Of sessions only: the person is a partner (`is_p`). */
      readonly isPartner?: boolean;
      /** Of sessions whose person has a second factor on that this session has not shown within `STEP_UP_SECONDS`. */
      readonly isFactorStale?: boolean;
      /** Milliseconds until the session or key that proves it ends by its date; null = by none. */
      readonly endsInMs?: number | null;
      /** Of API keys only. */
      readonly key?: KeyRights;
    };

export type UserActor = Extract<Actor, { kind: "user" }>;

export const guest: Actor = Object.freeze({ kind: "guest" });
