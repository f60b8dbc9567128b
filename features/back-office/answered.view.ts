import { replayHeader, reply } from "#lib/api/route.ts";

/** What a step of the staff answers, marked where it is the answer to an earlier call with the same key. */
export function answered<Answer>({ answer, replayed }: { answer: Answer; replayed: boolean }) {
  return reply(answer, { headers: replayHeader(replayed) });
}
