import { createHash, randomBytes } from "node:crypto";

type Login = { readonly user: string; readonly password: string };
type Asked = { readonly method: string; readonly path: string };

const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex");

/**
 * The header Authorization that answers a challenge: Digest with MD5 (RFC 7616, what gateways ask for), else Basic. Null where the challenge
 * asks for neither.
 */
export function answerChallenge(challenge: string, login: Login, asked: Asked): string | null {
  const [, scheme, rest = ""] = /^\s*(Basic|Digest)\s+(.*)$/is.exec(challenge) ?? [];
  if (!scheme) return null;
  if (scheme.toLowerCase() === "basic")
    return `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`;
  const fields = fieldsOf(rest);
  if (/^(md5)?$/i.test(fields.algorithm ?? "") === false) return null;
  return digest(fields, login, asked);
}

function digest(fields: Readonly<Record<string, string>>, { user, password }: Login, asked: Asked): string {
  const { realm = "", nonce = "", opaque } = fields;
  const { method, path } = asked;
  const hasQop = (fields.qop ?? "").split(",").some((word) => word.trim() === "auth");
  const [count, cnonce] = ["00000001", randomBytes(8).toString("hex")];
  const secret = md5(`${user}:${realm}:${password}`);
  const what = md5(`${method}:${path}`);
  const response = hasQop
    ? md5(`${secret}:${nonce}:${count}:${cnonce}:auth:${what}`)
    : md5(`${secret}:${nonce}:${what}`);
  const told = {
    ...{ username: user, realm, nonce, uri: path, response },
    ...(hasQop ? { cnonce } : {}),
    ...(opaque === undefined ? {} : { opaque }),
  };
  const quoted = Object.entries(told).map(([name, value]) => `${name}="${value}"`);
  return `Digest ${[...quoted, ...(hasQop ? ["qop=auth", `nc=${count}`] : [])].join(", ")}`;
}

function fieldsOf(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi);
  return Object.fromEntries(
    [...found].map(([, name = "", quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? ""]),
  );
}
