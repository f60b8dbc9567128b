/** Reason of policy's block while a service is taken down. */
export const takedownReason = "TAKEDOWN";
