import { X509Certificate } from "node:crypto";
import path from "node:path";
import { gunzipSync } from "node:zlib";

/** Something in a file that a clock can spoil. `expires` is null when it cannot be read or has no end of its own. */
export type StoredDate = {
  readonly file: string;
  readonly kind: "certificate" | "token" | "cookie" | "dump" | "key store";
  readonly expires: Date | null;
};

const PEM =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
/** Two parts of base64url, the first of which is an object: `{"` is `eyJ` there. */
const JWT = /\beyJ[\w-]{8,}\.(eyJ[\w-]{4,})/g;
const COOKIE = /\bExpires=(\w{3}, \d\d[ -]\w{3}[ -]\d{4} [\d:]{8} GMT)/gi;
const DUMP = /\.(?:dump|sql\.(?:gz|zst|bz2|xz)|bak)$|^(?:.*\/)?dump[^/]*\.sql$/;
const DUMP_TEXT = /^-- PostgreSQL database dump$|^COPY .+ FROM stdin;$/im;
const KEY_STORE = /\.(?:p12|pfx|jks|kdbx|gpg|pgp)$/;
const DER = /\.(?:der|cer|crt)$/;

/** Finds certificates, signed tokens, cookies with an end, key stores and database dumps in one file of the tree. */
export function findStoredDates(file: string, content: Buffer): StoredDate[] {
  const found: StoredDate[] = [];
  const add = (kind: StoredDate["kind"], expires: Date | null) => found.push({ file, kind, expires });
  const text = textOf(file, content);
  if (DUMP.test(file) || DUMP_TEXT.test(text)) add("dump", null);
  if (KEY_STORE.test(path.basename(file))) add("key store", null);
  // In a string of a program or of JSON the lines of a certificate end in \n.
  const certificates = text.replaceAll(/\\r?\\n|\\n/g, "\n").match(PEM) ?? [];
  for (const pem of certificates) add("certificate", endOfCertificate(pem));
  if (DER.test(file) && certificates.length === 0) add("certificate", endOfCertificate(content));
  for (const [, payload = ""] of text.matchAll(JWT)) add("token", endOfToken(payload));
  for (const [, end = ""] of text.matchAll(COOKIE)) add("cookie", new Date(end.replaceAll("-", " ")));
  return found;
}

function textOf(file: string, content: Buffer): string {
  return (file.endsWith(".gz") ? gunzipSync(content) : content).toString("latin1");
}

function endOfCertificate(certificate: string | Buffer): Date | null {
  try {
    return new Date(new X509Certificate(certificate).validTo);
  } catch {
    return null;
  }
}

function endOfToken(payload: string): Date | null {
  try {
    const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { exp?: unknown };
    return typeof exp === "number" ? new Date(exp * 1000) : null;
  } catch {
    return null;
  }
}
