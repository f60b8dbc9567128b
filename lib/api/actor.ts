declare const brand: unique symbol;

/** Id of a proven user: minted by the session and key gate (and by factories in tests), nowhere else. */
export type UserId = number & { readonly [brand]: "UserId" };

export type Role = "user" | "staff";

/** Who makes a request. */
export type Actor =
  | { readonly kind: "guest" }
  | {
      readonly kind: "user";
      readonly userId: UserId;
      readonly role: Role;
      /** How the identity was proven; only a cookie session is exposed to cross-site requests. */
      readonly via: "session" | "bearer" | "api-key";
    };

export type UserActor = Extract<Actor, { kind: "user" }>;

export const guest: Actor = Object.freeze({ kind: "guest" });
