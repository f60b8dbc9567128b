import { promisify } from "node:util";
import { gzip } from "node:zlib";

const toGzip = promisify(gzip);
/** Less is sent as it is: a header of gzip and the work would cost more than they save. */
const WORTH_BYTES = 2_000;

const packed = new WeakMap<Uint8Array, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * The gzip of bytes that many are sent, made when the first of them takes it and kept as long as these bytes are; null when
 * they are too few to be worth it. Who changes the bytes afterwards sends wrong ones.
 */
export function gzipOnce(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> | null {
  if (bytes.length < WORTH_BYTES) return null;
  const known = packed.get(bytes);
  if (known) return known;
  const made = toGzip(bytes, { level: 5 }).then(
    (made) => new Uint8Array(made.buffer as ArrayBuffer, made.byteOffset, made.length),
  );
  packed.set(bytes, made);
  return made;
}
