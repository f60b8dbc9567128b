import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import { SOCIAL_RETURN_PATH } from "#features/identity/social/social.rules.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

const ISSUER = "https://oauth.telegram.org";
/** An answer that Telegram dated before the way to it began is of another one; clocks may differ by so much. */
const CLOCKS_DIFFER_SECONDS = 30;
/** Nobody takes longer to press a button over there. */
const OLDEST_SECONDS = 900;

/** A line break in a value would let one value be read as several: what is signed are lines of `member=value`. */
const OneLine = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);

/**
 * The members that https://core.telegram.org/widgets/login names. All received ones are signed there, so an answer with another
 * one is refused whole: left out, it could not be checked; signed along, its name and value could stand for other lines.
 */
const Said = z.strictObject({
  id: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,19}$/)]),
  auth_date: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,11}$/)]),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  first_name: OneLine.max(300).optional(),
  last_name: OneLine.max(300).optional(),
  username: OneLine.max(64).optional(),
  photo_url: OneLine.max(2_000).optional(),
});

/** Telegram's login, of the bot with this token: signed with it, and dated. It tells no address. */
export function telegram(botToken: string): SocialGateway {
  return {
    id: "telegram",
    name: "Telegram",
    async begin({ state }) {
      const url = new URL("/auth", ISSUER);
      url.searchParams.set("bot_id", botToken.split(":")[0] ?? "");
      url.searchParams.set("origin", new URL(env.PUBLIC_URL).origin);
      url.searchParams.set("request_access", "write");
      url.searchParams.set("return_to", `${env.PUBLIC_URL}${SOCIAL_RETURN_PATH}?state=${state}`);
      return url;
    },
    async read({ fragment }, { beganAt }) {
      const said = readSaid(fragment);
      if (!said || !isSigned(said, botToken)) return null;
      const age = Number(said.auth_date) - beganAt.getTime() / 1_000;
      if (age < -CLOCKS_DIFFER_SECONDS || age > OLDEST_SECONDS) return null;
      const name = [said.first_name, said.last_name].filter(Boolean).join(" ");
      const label = said.username ? `@${said.username}` : name;
      return { issuer: ISSUER, subject: String(said.id), email: null, name, label: label.slice(0, 320) };
    },
  };
}

function readSaid(fragment: string): z.output<typeof Said> | null {
  const encoded = /^#?tgAuthResult=([A-Za-z0-9_=+/-]+)$/.exec(fragment)?.[1];
  if (!encoded) return null;
  const read = Said.safeParse(parsed(encoded));
  if (read.success) return read.data;
  // Names of members and what was wrong with them, never their values: those are about a person.
  const problems = read.error.issues.map(({ code, path }) => [...path, code].join(" "));
  log.info({ problems }, "an answer of Telegram's login does not have the documented members");
  return null;
}

function parsed(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/** HMAC-SHA256 of all members but `hash`, sorted, with the SHA-256 of the bot's token as its key. */
function isSigned({ hash, ...said }: z.output<typeof Said>, botToken: string): boolean {
  const lines = Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("\n");
  const key = createHash("sha256").update(botToken).digest();
  return timingSafeEqual(createHmac("sha256", key).update(lines).digest(), Buffer.from(hash, "hex"));
}
