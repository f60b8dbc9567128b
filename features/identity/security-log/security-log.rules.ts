/** What an owner may read of the account; texts at `identity.securityLog.kinds` in messages/. */
export const securityEventKinds = [
  "signedInByPassword",
  "signedInByMailCode",
  "signedInBySocial",
  "signedInByPasskey",
  "signedInBySecondFactor",
  "signedInByRegistration",
  "sessionEnded",
  "otherSessionsEnded",
  "passwordChanged",
  "passwordReset",
  "secondFactorOn",
  "secondFactorOff",
  "backupCodeUsed",
  "backupCodesRenewed",
  "passkeyAdded",
  "passkeyRemoved",
  "socialLinked",
  "socialUnlinked",
  "keyMade",
  "keyUsed",
  "keyChanged",
  "keyEnded",
  "allKeysEnded",
  "webhookMade",
  "telegramLinked",
  "telegramUnlinked",
  "settingsChanged",
  "emailChanged",
  "emailTakenBack",
  "payoutDestinationConfirmed",
  "withdrawalAsked",
  "withdrawalCancelled",
  "withdrawalPaid",
  "archiveAsked",
  "archiveReady",
  "archiveDownloaded",
  "closingAsked",
  "closingSoon",
  "accountKept",
  "recoveryAsked",
  "recoveryCancelled",
  "recoveryDone",
  "partnerRoleGranted",
  "partnerRoleRemoved",
  "agentRoleGranted",
  "agentRoleRemoved",
  "softReferralGranted",
  "softReferralRemoved",
  "storeRoleGranted",
  "storeRoleRemoved",
  "notMe",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * Of these an owner is told where it cannot be overlooked, by mail and in the linked chat. A request to turn the second factor off is
 * not among them: it is told several times, with its end (`recoveryNoticeSent`).
 */
export const toldEventKinds = [
  "passwordChanged",
  "passwordReset",
  "secondFactorOn",
  "secondFactorOff",
  "backupCodeUsed",
  "passkeyAdded",
  "passkeyRemoved",
  "socialLinked",
  "socialUnlinked",
  "keyMade",
  "webhookMade",
  "emailChanged",
  "emailTakenBack",
  "payoutDestinationConfirmed",
  "archiveReady",
  "closingAsked",
  "closingSoon",
  "accountKept",
  "recoveryCancelled",
  "recoveryDone",
] as const satisfies readonly SecurityEventKind[];

/** How somebody came in. */
export type SignInWay = "Password" | "MailCode" | "Social" | "Passkey" | "SecondFactor" | "Registration";

/** Events are kept for so long. */
export const SECURITY_EVENT_DAYS = 180;
/** Events that are listed at a time. */
export const EVENTS_PER_PAGE = 20;
