import { expect, test } from "vitest";
import {
  codeAt,
  newSeed,
  setupPicture,
  stepOfCode,
} from "#features/identity/second-factor/second-factor.gateway.ts";
import {
  backupCodeOf,
  groupedBackupCode,
  parseCode,
} from "#features/identity/second-factor/second-factor.rules.ts";

test("codes are those of RFC 6238", () => {
  // The SHA-1 test key of the RFC, "12345678901234567890"; its eight digits end in these six.
  const seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(
    [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((second) => codeAt(seed, second * 1000)),
  ).toEqual(["287082", "081804", "005924", "353130"]);
});

test("a code of the step before, of this one and of the next is taken, none two steps away", () => {
  const seed = newSeed();
  const nowMs = 1_800_000_015_000;
  const step = Math.floor(nowMs / 30_000);
  const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(seed, codeAt(seed, nowMs + away * 30_000), nowMs));
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
});

test("the picture is an image that needs no other site, the address names house and person", () => {
  const { uri, picture } = setupPicture(newSeed(), { issuer: "SMS Den", label: "a@b.test" });
  expect(uri).toMatch(/^otpauth:\/\/totp\/SMS%20Den:a%40b\.test\?.*secret=[A-Z2-7]{32}/);
  expect(picture).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
});

test.each([
  ["123456", { kind: "code", code: "123456" }],
  [" 123 456 ", { kind: "code", code: "123456" }],
  ["１２３４５６", { kind: "code", code: "123456" }],
  ["ABCD-efgh-jkmn-pq23", { kind: "backup-code", code: "abcdefghjkmnpq23" }],
  ["12345", null],
  ["1234567", null],
  ["abcdefghjkmnpq2", null],
  ["' or 1=1 --", null],
  ["", null],
])("%j is read as it was meant", (text, parsed) => {
  expect(parseCode(text)).toEqual(parsed);
});

test("a backup code has no character that looks like another, and reads back from its groups", () => {
  const code = backupCodeOf(Uint8Array.from({ length: 16 }, (_, index) => index * 16 + 7));
  expect(code).toMatch(/^[a-km-np-z2-9]{16}$/);
  expect(groupedBackupCode(code)).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  expect(parseCode(groupedBackupCode(code).toUpperCase())).toEqual({ kind: "backup-code", code });
});
