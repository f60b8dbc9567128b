import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { NewPasskey, ShownPasskey } from "#features/identity/passkeys/passkeys.contract.ts";
import { env } from "#lib/env.ts";

/** CBOR of what an authenticator writes: integers, texts, bytes and maps of those. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const base64Url = (bytes: Buffer) => bytes.toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** How an answer may differ from an honest one. */
export type Bent = {
  origin?: string;
  domain?: string;
  challenge?: string;
  type?: string;
  /** Without a finger, a face or a PIN. */
  isUnverified?: boolean;
  userHandle?: string | null;
};

const ORIGIN = new URL(env.PUBLIC_URL);

/** An authenticator in software: makes passkeys and signs with them as a device does, or as an attacker would. */
export class SoftAuthenticator {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(32);
  /** What it has counted; 0 for ever where it syncs. */
  counter = 0;
  userHandle = "";

  /** The answer to what `POST /auth/passkeys/options` hands out. */
  make(options: { challenge: string; user: { id: string } }, bent: Bent = {}): NewPasskey {
    this.userHandle = options.user.id;
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const credentialData = Buffer.concat([Buffer.alloc(16), idLength, this.id, cbor(cose)]);
    const authData = Buffer.concat([this.#facts(bent, 0x40), credentialData]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const { clientDataJSON } = this.#clientData("webauthn.create", options.challenge, bent);
    return {
      ...this.#frame(),
      response: { clientDataJSON, attestationObject: base64Url(cbor(attestation)), transports: ["internal"] },
    };
  }

  /** The answer to options for showing a passkey. */
  show(options: { challenge: string }, bent: Bent = {}): ShownPasskey {
    const { clientDataJSON, hash } = this.#clientData("webauthn.get", options.challenge, bent);
    const authData = this.#facts(bent, 0);
    const signature = createSign("SHA256")
      .update(Buffer.concat([authData, hash]))
      .sign(this.#key.privateKey);
    const userHandle = bent.userHandle === undefined ? this.userHandle : bent.userHandle;
    return {
      ...this.#frame(),
      response: {
        clientDataJSON,
        authenticatorData: base64Url(authData),
        signature: base64Url(signature),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #frame() {
    const id = base64Url(this.id);
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #facts({ domain = ORIGIN.hostname, isUnverified = false }: Bent, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(domain), Buffer.from([0x01 | (isUnverified ? 0 : 0x04) | more]), counter]);
  }

  #clientData(
    usual: string,
    asked: string,
    { type = usual, challenge = asked, origin = ORIGIN.origin }: Bent,
  ) {
    const json = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
    return { clientDataJSON: base64Url(json), hash: sha256(json) };
  }
}
