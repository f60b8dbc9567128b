export const storeOfferLimits = {
  /** Below it nothing would be left of a price beside the commission. */
  priceKopecksMin: 100,
  /** Buyers have a day at least to find that an account does not work; what was earned waits as long. */
  warrantyHoursMin: 24,
  provenanceCharactersMin: 20,
  provenanceCharacters: 1_000,
  pageSize: 50,
} as const;
