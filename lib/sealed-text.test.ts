import { expect, test } from "vitest";
import { seal, sealWithOwnKey, unseal, unsealWithOwnKey } from "#lib/sealed-text.ts";

const label = Buffer.from("unit 17");

test("a sealed text is read again as it was, and never looks the same twice", () => {
  expect(unseal(seal("пароль:1"))).toBe("пароль:1");
  expect(seal("one")).not.toBe(seal("one"));
});

test("a text under a key of its own is read again under its label", () => {
  const kept = sealWithOwnKey("login:secret", label);
  expect(JSON.stringify(kept)).not.toContain("secret");
  expect(unsealWithOwnKey(kept, label)).toBe("login:secret");
});

test("a text under a key of its own is not read under another label, another text's key or the key of the house", () => {
  const kept = sealWithOwnKey("login:secret", label);
  const other = sealWithOwnKey("login:other", label);
  expect(() => unsealWithOwnKey(kept, Buffer.from("unit 18"))).toThrow();
  expect(() => unsealWithOwnKey({ ...kept, sealedKey: other.sealedKey }, label)).toThrow();
  expect(() => unseal(kept.sealedText)).toThrow();
});
