/**
 * Path and query of the page that was asked for, without a language. proxy.ts writes it over whatever a client says.
 */
export const PAGE_ADDRESS_HEADER = "x-page-address";
