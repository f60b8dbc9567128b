import type { UserActor } from "#lib/api/actor.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { log } from "#lib/log.ts";

/** Users who download something from this process. It only keeps the process from being busy. */
const users = new Set<number>();

/** A user's one place for a download; answers what gives it back, any number of times. Throws TOO_MANY_REQUESTS. */
export function takeDownloadPlace(userId: number): () => void {
  if (users.has(userId)) throw tooManyDownloads();
  users.add(userId);
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    users.delete(userId);
  };
}

/** The refusal of a download that has to wait for others. */
export function tooManyDownloads(): AppError {
  return new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "10" } });
}

/** A page of another site must not make a browser fetch somebody's file. HEAD would begin a file that nobody reads. */
export function refuseStrangers(request: Request, actor: UserActor): void {
  if (request.method !== "GET") throw new AppError(apiErrors.METHOD_NOT_ALLOWED);
  if (actor.via === "session" && request.headers.get("sec-fetch-site") === "cross-site") {
    throw new AppError(apiErrors.FOREIGN_ORIGIN);
  }
}

type Download = {
  readonly contentType: string;
  /** Plain letters, digits, `-` and `.`. */
  readonly fileName: string;
  /** Made one at a time, when the client has taken the one before; may be empty. A fault breaks the download off. */
  readonly pieces: AsyncGenerator<Uint8Array>;
  /** Called at the end, however it comes, perhaps more than once. */
  readonly onEnd: () => void;
};

/** The answer that streams a file as it is made. */
export function downloadResponse({ contentType, fileName, pieces, onEnd }: Download): Response {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          let next = await pieces.next();
          while (!next.done && next.value.byteLength === 0) next = await pieces.next();
          if (!next.done) return controller.enqueue(next.value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          log.error({ error: String(error), fileName }, "a file could not be written");
          controller.error(error);
        }
      },
      async cancel() {
        onEnd();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
