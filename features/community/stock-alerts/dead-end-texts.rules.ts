/** What the offer of help says where a list of countries or a search leads nowhere. */
export const deadEndTexts = [
  "community.request",
  "community.stockAlert",
  "identity.captcha",
  "identity.validation",
] as const;
