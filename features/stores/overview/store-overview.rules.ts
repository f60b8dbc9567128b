/** Sales of one page. */
export const storeSalePage = { pageDefault: 20, pageMax: 100 } as const;
