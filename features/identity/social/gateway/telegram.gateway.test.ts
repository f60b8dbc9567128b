import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { telegram } from "#features/identity/social/gateway/telegram.gateway.ts";

const BOT = "12345:a-token-of-the-tests";
const beganAt = new Date("2026-03-01T12:00:00Z");
const auth_date = beganAt.getTime() / 1_000 + 5;

type Said = Record<string, string | number>;

/** As Telegram signs: all members, sorted, one a line. */
function sign(said: Said): string {
  const lines = Object.entries(said).map(([name, value]) => `${name}=${value}`);
  const key = createHash("sha256").update(BOT).digest();
  return createHmac("sha256", key).update(lines.sort().join("\n")).digest("hex");
}

function read(said: Said, hash = sign(said)) {
  const fragment = `#tgAuthResult=${Buffer.from(JSON.stringify({ ...said, hash })).toString("base64url")}`;
  return telegram(BOT).read({ query: "", fragment }, { state: "", nonce: "", verifier: "", beganAt });
}

test("an answer with all documented members names the account and how its owner knows it", async () => {
  const names = { first_name: "Ada 👩‍💻", last_name: "ibn Ali", username: "ada" };
  expect(await read({ id: 1_001, auth_date, ...names, photo_url: "https://t.me/i/1.jpg" })).toMatchObject({
    subject: "1001",
    name: "Ada 👩‍💻 ibn Ali",
    label: "@ada",
  });
});

test("a line break in a signed name cannot be read as the account of somebody else", async () => {
  // What Telegram signs for the attacker, whose account is 999 and whose first name holds a line break.
  const hash = sign({ id: 999, auth_date, first_name: "A\nid=1001", username: "b" });
  expect(await read({ id: 1_001, auth_date, first_name: "A", "id=999\nusername": "b" }, hash)).toBeNull();
});

test("a control character or line separator in any value is refused, also when it is signed", async () => {
  for (const name of ["first_name", "last_name", "username", "photo_url"]) {
    for (const character of ["\n", "\r", "\u0000", "\u007f", "\u0085", "\u2028", "\u2029"]) {
      expect(await read({ id: 1_001, auth_date, [name]: `a${character}b` }), name).toBeNull();
    }
  }
});

test("a member that Telegram does not document is refused, also when it is signed", async () => {
  for (const unknown of ["is_premium", "Id", "id=1", "__proto__x", ""]) {
    expect(await read({ id: 1_001, auth_date, [unknown]: "1" }), unknown).toBeNull();
  }
});

test("an account number or a date in another spelling is refused, also when it is signed", async () => {
  for (const other of [{ id: "01001" }, { id: " 1001" }, { id: 1_001.5 }, { id: -1_001 }]) {
    expect(await read({ auth_date, ...other })).toBeNull();
  }
  for (const other of [`0${auth_date}`, `${auth_date}\n`, `${auth_date}.0`, ""]) {
    expect(await read({ id: 1_001, auth_date: other })).toBeNull();
  }
  expect(await read({ id: "1001", auth_date: String(auth_date) })).toMatchObject({ subject: "1001" });
});
