/** Where every answer about the own rentals is kept; a file of its own for those who only have them read again. */
export const rentalsKey = ["rentals"] as const;
