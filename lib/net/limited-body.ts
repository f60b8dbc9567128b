import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";

const gunzipAsync = promisify(gunzip);

/** A body that is larger than agreed, packed or unpacked, or not what its encoding says. */
export class BodyFault extends Error {
  override name = "BodyFault";
  readonly reason: "too-large" | "bad-encoding" | "unknown-encoding";
  constructor(reason: BodyFault["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

export type BodyLimits = {
  /** Bytes on the wire. */
  readonly packedBytes: number;
  /** Bytes after gunzip: a small body that unpacks to gigabytes stops here. */
  readonly unpackedBytes: number;
};

/**
 * Reads a body of HTTP to the end, unpacking gzip, within both limits. Throws BodyFault.
 * @param encoding the Content-Encoding header; only gzip (and none) is spoken
 */
export async function readLimitedBytes(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null | undefined,
  limits: BodyLimits,
): Promise<Buffer> {
  const body = await receiveBody(chunks, encoding, limits.packedBytes);
  return unpackBody(body, limits.unpackedBytes);
}

/** The same as UTF-8 text. */
export async function readLimitedBody(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null | undefined,
  limits: BodyLimits,
): Promise<string> {
  return bodyText(await readLimitedBytes(chunks, encoding, limits));
}

/** The UTF-8 text of a body. Throws BodyFault. */
export function bodyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BodyFault("bad-encoding", { cause: error });
  }
}

/** A body as it came over the wire. */
export type ReceivedBody = { readonly bytes: Buffer; readonly isPacked: boolean };

/** Takes a body off the wire without unpacking it. Throws BodyFault for one that is too long or speaks another encoding. */
export async function receiveBody(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null | undefined,
  limitBytes: number,
): Promise<ReceivedBody> {
  const given = (encoding ?? "").trim().toLowerCase();
  const isPacked = given === "gzip" || given === "x-gzip";
  if (!isPacked && given !== "" && given !== "identity") throw new BodyFault("unknown-encoding");
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new BodyFault("too-large");
    parts.push(chunk);
  }
  return { bytes: Buffer.concat(parts), isPacked };
}

/** The whole of a body, when that is no more than `limitBytes`. Throws BodyFault. */
export async function unpackBody({ bytes, isPacked }: ReceivedBody, limitBytes: number): Promise<Buffer> {
  if (!isPacked) {
    if (bytes.length > limitBytes) throw new BodyFault("too-large");
    return bytes;
  }
  try {
    return await gunzipAsync(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    throw bodyFaultOf(error);
  }
}

/** The first `count` bytes of a body (or somewhat more): no more than these is unpacked. Throws BodyFault. */
export async function unpackHead({ bytes, isPacked }: ReceivedBody, count: number): Promise<Buffer> {
  if (!isPacked) return bytes.subarray(0, count);
  const unpacking = createGunzip({ chunkSize: count });
  unpacking.end(bytes);
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) return chunk;
    return Buffer.alloc(0);
  } catch (error) {
    throw bodyFaultOf(error);
  }
}

function bodyFaultOf(error: unknown): BodyFault {
  const tooLarge = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
  return new BodyFault(tooLarge ? "too-large" : "bad-encoding", { cause: error });
}
