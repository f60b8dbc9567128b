import type { OfferedProvider } from "#features/identity/social/social.rules.ts";

/** What a way to the provider and back is checked by. */
export type Trip = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** When it began, by the database's clock. */
  readonly beganAt: Date;
};

/** Whom a provider has named. */
export type Named = {
  readonly issuer: string;
  readonly subject: string;
  /** An address, and whether the provider has seen that its owner reads it; null where it tells none. */
  readonly email: { readonly address: string; readonly isConfirmed: boolean } | null;
  readonly name: string;
  /** By which its owner knows the account again. */
  readonly label: string;
};

/** Somebody who says who a person is. Nothing here is called within a transaction. */
export type SocialGateway = OfferedProvider & {
  /** The provider's page. Throws when the provider cannot be reached. */
  begin(trip: Trip): Promise<URL>;
  /** Whom the provider's answer names, or null when it is refused, wrong or about another trip. */
  read(answer: { query: string; fragment: string }, trip: Trip): Promise<Named | null>;
};
