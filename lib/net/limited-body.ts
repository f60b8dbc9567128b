import { promisify } from "node:util";
import { gunzip } from "node:zlib";

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
  const packed = await collect(chunks, limits.packedBytes);
  return unpack(packed, (encoding ?? "").trim().toLowerCase(), limits);
}

/** The same as UTF-8 text. */
export async function readLimitedBody(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null | undefined,
  limits: BodyLimits,
): Promise<string> {
  const bytes = await readLimitedBytes(chunks, encoding, limits);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BodyFault("bad-encoding", { cause: error });
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyFault("too-large");
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function unpack(packed: Buffer, encoding: string, limits: BodyLimits): Promise<Buffer> {
  if (encoding === "" || encoding === "identity") return packed;
  if (encoding !== "gzip" && encoding !== "x-gzip") throw new BodyFault("unknown-encoding");
  try {
    return await gunzipAsync(packed, { maxOutputLength: limits.unpackedBytes });
  } catch (error) {
    const tooLarge = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw new BodyFault(tooLarge ? "too-large" : "bad-encoding", { cause: error });
  }
}
