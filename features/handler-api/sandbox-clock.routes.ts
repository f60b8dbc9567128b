import { type Answer, answerJson, answerToken } from "#features/handler-api/handler-api.rules.ts";
import type { Asked } from "#features/handler-api/worlds.gate.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { type Sandbox, sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { isAppError } from "#lib/errors/app-error.ts";

/** `sandboxAdvance`: moves a sandbox's clock ahead by `seconds`. */
export async function advanceClock({ world, caller, parameters }: Asked): Promise<Answer> {
  if (world.clock === null) return answerToken("NOT_AVAILABLE");
  const text = parameters.get("seconds") ?? "";
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > sandboxLimits.advanceSecondsMax) return answerToken("WRONG_DATE");
  try {
    return clockOf(await world.clock.advance(caller, seconds));
  } catch (error) {
    if (isAppError(error) && error.row === sandboxErrors.SANDBOX_CLOCK_TOO_FAR)
      return answerToken("WRONG_DATE");
    throw error;
  }
}

/** `sandboxReset`: begins a sandbox anew. */
export async function resetClock({ world, caller }: Asked): Promise<Answer> {
  return world.clock === null ? answerToken("NOT_AVAILABLE") : clockOf(await world.clock.reset(caller));
}

function clockOf({ now, aheadSeconds }: Sandbox): Answer {
  return answerJson({ status: "success", now: now.toISOString(), aheadSeconds });
}
