import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { enterWithPasskey, offerInField, stopOffering } from "#features/identity/passkeys/webauthn.client.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

type Asked = { isInField: boolean; answer: () => void; signal: AbortSignal };

/** The browser's side: each request waits until the test answers it, or its signal ends it. */
let asked: Asked[];

beforeEach(() => {
  asked = [];
  document.body.innerHTML = '<input autocomplete="username webauthn">';
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(class {}, { isConditionalMediationAvailable: async () => true }),
  );
  const bytes = new ArrayBuffer(8);
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes };
  const credential = {
    ...{ id: "AAAA", rawId: bytes, type: "public-key", response },
    getClientExtensionResults: () => ({}),
  };
  const get = ({ mediation, signal }: { mediation?: string; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      asked.push({ isInField: mediation === "conditional", answer: () => resolve(credential), signal });
    });
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
});

afterEach(() => {
  stopOffering();
  vi.unstubAllGlobals();
});

const options = { status: 200, body: { options: { challenge: "AAAA", rpId: "localhost" } } };
const entered = { status: 200, body: { status: "entered" } };
const entrances = (requests: { path: string }[]) =>
  requests.filter(({ path }) => path === "/auth/login/passkey").length;
const untilAsked = (count: number) => eventually(() => expect(asked.length).toBe(count));

test("a press while a passkey waits in the field withdraws the offer and asks once", async () => {
  const requests = fakeApi(({ path }) => (path.endsWith("/options") ? options : entered));
  const offered = expect(offerInField()).rejects.toThrow();
  await untilAsked(1);
  const pressed = enterWithPasskey();
  await offered;
  await untilAsked(2);
  expect(asked.map(({ isInField }) => isInField)).toEqual([true, false]);
  asked[1]?.answer();
  await pressed;
  expect(entrances(requests)).toBe(1);
});

test("a press after the field's passkey was chosen joins that sign-in and asks for nothing more", async () => {
  let judge = () => {};
  const judged = new Promise<void>((resolve) => {
    judge = resolve;
  });
  const requests = fakeApi(async ({ path }) => {
    if (path.endsWith("/options")) return options;
    await judged;
    return entered;
  });
  const offered = offerInField();
  await untilAsked(1);
  asked[0]?.answer();
  await eventually(() => expect(entrances(requests)).toBe(1));
  const pressed = enterWithPasskey();
  judge();
  await Promise.all([offered, pressed]);
  expect(asked.length).toBe(1);
  expect(entrances(requests)).toBe(1);
});

test("a press after the field's passkey was refused asks for one anew", async () => {
  let isFirst = true;
  const requests = fakeApi(({ path }) => {
    if (path.endsWith("/options")) return options;
    if (!isFirst) return entered;
    isFirst = false;
    return refusal(401, "PASSKEY_REFUSED", "No");
  });
  const offered = expect(offerInField()).rejects.toThrow();
  await untilAsked(1);
  asked[0]?.answer();
  await offered;
  const pressed = enterWithPasskey();
  await untilAsked(2);
  asked[1]?.answer();
  await pressed;
  expect(entrances(requests)).toBe(2);
});

test("an offer that comes later than the press does not end what the press has begun", async () => {
  let bringLate = () => {};
  const late = new Promise<void>((resolve) => {
    bringLate = resolve;
  });
  let isFirst = true;
  fakeApi(async ({ path }) => {
    if (!path.endsWith("/options")) return entered;
    const mustWait = isFirst;
    isFirst = false;
    if (mustWait) await late;
    return options;
  });
  const offered = expect(offerInField()).rejects.toThrow();
  const pressed = enterWithPasskey();
  await untilAsked(1);
  bringLate();
  await offered;
  expect(asked.map(({ signal, isInField }) => [signal.aborted, isInField])).toEqual([[false, false]]);
  asked[0]?.answer();
  await pressed;
});
