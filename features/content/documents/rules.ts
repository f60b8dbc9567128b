/** The documents people agree to, with their sections in reading order; texts are in messages under `content`. */
export const documents = {
  publicOffer: { path: "/public-offer", sections: ["service", "price", "refund", "rules", "limits"] },
  privacyPolicy: { path: "/privacy-policy", sections: ["data", "purpose", "messages", "cookies", "rights"] },
} as const;

export type DocumentKey = keyof typeof documents;
