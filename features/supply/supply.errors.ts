/**
 * Refusals on the partners' endpoints: `{"status":"ERROR","error":<code>,"message":<why>}`. A partner repeats an SMS on
 * anything but SUCCESS, so a refusal never loses one. The names are those of the trade's protocols.
 */
export const partnerErrors = {
  ERROR_NO_USER_AGENT: { status: 400, message: "The header User-Agent is mandatory." },
  ERROR_NO_KEY: { status: 401, message: "The member key is missing; in a long list it comes first." },
  ERROR_WRONG_KEY: { status: 401, message: "This key is not known." },
  ACCOUNT_BLOCKED: { status: 403, message: "This account is switched off." },
  API_ACCESS_DISABLED: { status: 403, message: "This account has another way of delivery." },
  REQUEST_NOT_FOUND: { status: 405, message: "This action does not exist here." },
  BAD_REQUEST: { status: 400, message: "The body is not what this action takes." },
  TOO_LARGE: { status: 413, message: "The body is too large." },
  BAD_ENCODING: { status: 415, message: "Only JSON in UTF-8, plain or gzip." },
  SERVER_ERROR: { status: 503, message: "Not now; repeat the request." },
} as const;

export type PartnerErrorCode = keyof typeof partnerErrors;

/** Refuses a partner's call. */
export class PartnerRefusal extends Error {
  override name = "PartnerRefusal";
  readonly code: PartnerErrorCode;
  /** Which member is wrong, when one is. */
  readonly detail: string | undefined;
  constructor(code: PartnerErrorCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
