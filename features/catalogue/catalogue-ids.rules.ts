/** A service's code, as every protocol has it: `tg`. */
export const serviceCodePattern = /^[a-z0-9_]{1,10}$/;

/** A country's id in an address. */
export const countryIdPattern = /^\d{1,6}$/;
