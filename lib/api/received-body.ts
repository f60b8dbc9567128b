const strangersBytes = new WeakMap<Request, number>();
const known = new WeakSet<Request>();

/** A request's body as it comes; what came of it is counted. */
export async function* receivedChunks(request: Request): AsyncGenerator<Uint8Array, void> {
  if (!request.body) return;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    strangersBytes.set(request, (strangersBytes.get(request) ?? 0) + chunk.byteLength);
    yield chunk;
  }
}

/** Bytes of the body that were read, from nobody known: not what its headers announce, nor what nobody looked at. */
export function strangersBytesOf(request: Request): number {
  return known.has(request) ? 0 : (strangersBytes.get(request) ?? 0);
}

/** The body has shown who sent it, for senders that the gate of the API does not know (partners). */
export function markKnown(request: Request): void {
  known.add(request);
}

/** Whether the body has shown who sent it. */
export function isKnown(request: Request): boolean {
  return known.has(request);
}
