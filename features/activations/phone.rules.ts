import { parsePhoneNumberFromString } from "libphonenumber-js/min";

// Apart from the other rules: the numbering plans are 30 KB that only the screen of active numbers needs.

/** A phone number as people read it and as forms want it. */
export type PhoneTexts = {
  /** "+62 812 3456 7890" */
  readonly shown: string;
  /** "+6281234567890" */
  readonly e164: string;
  /** As dialled within the country: "081234567890". */
  readonly local: string;
  /** Without the country's code: "81234567890". */
  readonly withoutPrefix: string;
};

/** Readable groups and copy variants of international digits; unknown numbering plans keep the digits as they are. */
export function phoneTexts(digits: string): PhoneTexts {
  const e164 = `+${digits}`;
  const parsed = parsePhoneNumberFromString(e164);
  if (!parsed) return { shown: e164, e164, local: digits, withoutPrefix: digits };
  return {
    shown: parsed.formatInternational(),
    e164,
    local: parsed.formatNational().replaceAll(/\D/g, ""),
    withoutPrefix: String(parsed.nationalNumber),
  };
}
