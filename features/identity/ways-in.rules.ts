/** What opens an account beside its password: names of passkeys, and of the providers whose accounts are linked. */
export type WaysIn = { readonly passkeys: readonly string[]; readonly accounts: readonly string[] };
