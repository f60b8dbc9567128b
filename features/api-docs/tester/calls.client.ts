import { useEffect, useRef, useState } from "react";
import { sendTest, useTester } from "#features/api-docs/tester/tester.client.ts";
import {
  isSandboxKey,
  isSendableKey,
  missingFields,
  requestOf,
  slotOf,
  type TesterField,
  type TesterMethod,
  type TesterValues,
} from "#features/api-docs/tester/tester.rules.ts";
import {
  familyOf,
  type MadeThing,
  madeThingOf,
  refusalCodeOf,
  type TesterAnswer,
} from "#features/api-docs/tester/tester-answers.rules.ts";

/** How far a call is. */
export type CallState =
  | { readonly kind: "idle" | "sending" | "stopped" | "failed" }
  | { readonly kind: "answered"; readonly answer: TesterAnswer; readonly refusal: string | null };

type KeyError = "missing" | "unsendable" | null;

/** A method's form: what is filled in, what it would send, and what has come back. */
export function useTestCall(method: TesterMethod) {
  const { key, made, recordMade } = useTester();
  const [typed, setTyped] = useState<TesterValues>(() => initialValues(method.fields));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [keyError, setKeyError] = useState<KeyError>(null);
  const [isAsking, setAsking] = useState(false);
  const [state, setState] = useState<CallState>({ kind: "idle" });
  const [idempotencyKey, renew] = useIdempotencyKey();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const values = { ...suggestedValues(method, made), ...typed };
  const request = requestOf(method, values, idempotencyKey.value);
  const usedKey = method.access === "key" ? key.trim() : "";

  const send = async () => {
    setAsking(false);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: "sending" });
    idempotencyKey.isUsed.current = true;
    try {
      const answer = await sendTest(request, {
        key: usedKey === "" ? null : usedKey,
        asPerson: method.access === "session",
        signal: controller.signal,
      });
      const thing = makesNew(method) ? madeThingOf(method.id, answer.text) : null;
      if (thing) recordMade(thing);
      setState({ kind: "answered", answer, refusal: refusalCodeOf(answer.status, answer.text) });
    } catch {
      // What was stopped by hand says so; what another call overtook says nothing.
      if (running.current === controller)
        setState({ kind: controller.signal.aborted ? "stopped" : "failed" });
    }
  };

  return {
    values,
    missing,
    keyError,
    isAsking,
    state,
    request,
    idempotencyKey: idempotencyKey.value,
    renewKey: renew,
    send: () => void send(),
    stop: () => running.current?.abort(),
    forgetQuestion: () => setAsking(false),
    change: (field: TesterField, text: string) => {
      setTyped({ ...typed, [slotOf(field)]: text });
      setMissing(missing.filter((slot) => slot !== slotOf(field)));
      // Another request under a key that has been used would be refused.
      if (idempotencyKey.isUsed.current) renew();
    },
    /** Sends what is filled in, or says what is missing; asks first where a live key would pay. */
    ask: (form: HTMLFormElement) => {
      const lacking = missingFields(method, values).map(slotOf);
      const wrongKey = keyErrorOf(method, usedKey);
      setMissing(lacking);
      setKeyError(wrongKey);
      if (wrongKey !== null) return focusKey(form);
      if (lacking.length > 0) return focusSlot(form, lacking[0]!);
      if (method.spends && !isSandboxKey(usedKey)) return setAsking(true);
      void send();
    },
  };
}

/** Makes something of its own: what is done to a thing that is there names it in its path. */
function makesNew({ spends, verb, path }: TesterMethod): boolean {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return (spends || verb === "POST") && !names.some((name) => OWN_ID.test(name));
}

/** Names of parameters that stand for a thing of the caller's. */
const OWN_ID = /^(?:id|activationId|rentalId|webhookId)$/;

function keyErrorOf(method: TesterMethod, key: string): KeyError {
  if (method.access !== "key") return null;
  if (key === "") return "missing";
  return isSendableKey(key) ? null : "unsendable";
}

function initialValues(fields: readonly TesterField[]): TesterValues {
  return Object.fromEntries(
    fields.flatMap((field) => (field.initial === undefined ? [] : [[slotOf(field), field.initial]])),
  );
}

/** The id of what was made last stands where a call asks for one. */
function suggestedValues(
  method: TesterMethod,
  made: Readonly<Partial<Record<MadeThing["family"], string>>>,
): TesterValues {
  const family = familyOf(method.id);
  const id = family && made[family];
  const field = method.fields.find(({ name }) => OWN_ID.test(name));
  return id && field ? { [slotOf(field)]: id } : {};
}

/** A key for a write; a new one on demand. */
function useIdempotencyKey() {
  const isUsed = useRef(false);
  const [value, setValue] = useState(() => crypto.randomUUID());
  const renew = () => {
    isUsed.current = false;
    setValue(crypto.randomUUID());
  };
  return [{ value, isUsed }, renew] as const;
}

/** The first field that was not filled in, also when it lies folded. */
function focusSlot(form: HTMLFormElement, slot: string): void {
  const control = form.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
  control?.closest("details")?.setAttribute("open", "");
  control?.focus();
}

function focusKey(form: HTMLFormElement): void {
  form.parentElement?.querySelector<HTMLElement>('[data-slot="key"]')?.focus();
}
