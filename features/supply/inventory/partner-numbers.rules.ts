/**
 * Where a partner's number stands: `held` the partner took it off sale; `offline` the program does not have it on line; `lent` somebody
 * uses it now; `on-sale` it can be bought; `used-up` every service it is offered for has been sold.
 */
export const partnerNumberStates = ["on-sale", "lent", "held", "offline", "used-up"] as const;
export type PartnerNumberState = (typeof partnerNumberStates)[number];
