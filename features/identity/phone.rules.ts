import { parsePhoneNumberFromString } from "libphonenumber-js/min";

// Apart from the other rules: the numbering plans are 30 KB that are wanted when somebody saves a number.

/** A phone number as E.164 ("+14155552671") from what a person typed with its country code; null for what is none. */
export function parsePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text.normalize("NFKC").trim());
  return parsed?.isValid() ? parsed.number : null;
}
