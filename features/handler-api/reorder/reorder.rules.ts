import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import { answerToken, type TokenAnswer } from "#features/handler-api/handler-api.rules.ts";

/** Why the number of a finished order cannot be had for its service again, in the bots' words. */
export function refuseExtra(refusal: ReorderRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return answerToken("WRONG_ACTIVATION_ID");
    case "offline":
      return answerToken("SIM_OFFLINE");
    case "no_balance":
    // What a key may pay is its balance.
    case "price":
      return answerToken("NO_BALANCE");
    case "open":
    case "taken":
    // At the price that was listed there is none to be had.
    case "risen":
      return answerToken("NEW_ACTIVATION_IMPOSSIBLE");
    case "mismatch":
      return answerToken("ORDER_ALREADY_EXISTS");
    default:
      return answerToken("RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

/** Why another service cannot be had on the number of a running order, in the bots' words. */
export function refuseAdditional(refusal: ReorderRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return answerToken("WRONG_ACTIVATION_ID");
    case "inactive":
      return answerToken("WRONG_SECURITY");
    case "repeat":
      return answerToken("REPEAT_ADDITIONAL_SERVICE");
    case "no_balance":
    case "price":
      return answerToken("NO_BALANCE");
    case "mismatch":
      return answerToken("ORDER_ALREADY_EXISTS");
    default:
      return answerToken("WRONG_ADDITIONAL_SERVICE");
  }
}
