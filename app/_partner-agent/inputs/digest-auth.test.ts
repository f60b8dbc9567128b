import { expect, it } from "vitest";
import { answerChallenge } from "#app/_partner-agent/inputs/digest-auth.ts";

const login = { user: "Mufasa", password: "Circle of Life" };
const asked = { method: "GET", path: "/dir/index.html" };

it("a Digest challenge without qop is answered as RFC 2617 calculates it", () => {
  const challenge =
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
  // By hand: md5(md5("Mufasa:testrealm@host.com:Circle of Life"):nonce:md5("GET:/dir/index.html")).
  expect(answerChallenge(challenge, { ...login, password: "Circle Of Life" }, asked)).toContain(
    'response="670fd8c2df070c60b045671b8b24ff02"',
  );
});

it("a Basic challenge is answered, and one of another kind is not", () => {
  expect(answerChallenge('Basic realm="gw"', login, asked)).toBe("Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl");
  expect(answerChallenge('Digest realm="gw", nonce="1", algorithm=SHA-256', login, asked)).toBeNull();
  expect(answerChallenge("Negotiate", login, asked)).toBeNull();
  expect(answerChallenge("", login, asked)).toBeNull();
});
