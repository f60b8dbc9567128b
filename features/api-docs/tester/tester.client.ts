import { create } from "zustand";
import { addressOf, type TesterRequest } from "#features/api-docs/tester/tester.rules.ts";
import {
  type MadeThing,
  shownHeaders,
  type TesterAnswer,
} from "#features/api-docs/tester/tester-answers.rules.ts";
import { monotonicMs } from "#lib/clock.ts";

/** The key's place: this tab's session, so that it ends with the tab and no other page of the browser has it. */
const STORAGE_NAME = "api-tester";

type Kept = {
  readonly key: string;
  /** The newest of each family that was made here: forms fill themselves in with it. */
  readonly made: Readonly<Partial<Record<MadeThing["family"], string>>>;
};
type TesterState = Kept & {
  readonly putKey: (key: string) => void;
  readonly recordMade: (thing: MadeThing) => void;
};

const NOTHING: Kept = { key: "", made: {} };

/** The key that all forms of the documentation share, and what was made with it. */
export const useTester = create<TesterState>((set, get) => {
  const keep = (kept: Kept) => {
    set(kept);
    store(kept);
  };
  return {
    ...stored(),
    putKey: (key) => keep({ key, made: {} }),
    recordMade: ({ family, id }) => keep({ key: get().key, made: { ...get().made, [family]: id } }),
  };
});

function stored(): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(STORAGE_NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

function store({ key, made }: Kept): void {
  try {
    if (key === "") sessionStorage.removeItem(STORAGE_NAME);
    else sessionStorage.setItem(STORAGE_NAME, JSON.stringify({ key, made }));
  } catch {
    // Storage may be switched off; then the key is forgotten with the page.
  }
}

/**
 * Sends a call as its examples send it: with the key and nothing of the browser's own. Without a key and `asPerson` it
 * goes with the session of who is signed in. Rejects when no answer comes.
 */
export async function sendTest(
  request: TesterRequest,
  options: { key: string | null; asPerson: boolean; signal: AbortSignal },
): Promise<TesterAnswer> {
  const began = monotonicMs();
  const response = await fetch(addressOf(request, ""), {
    method: request.verb,
    headers: [
      ...(options.key === null ? [] : [["Authorization", `Bearer ${options.key}`] as [string, string]]),
      ...request.headers.map(([name, value]): [string, string] => [name, value]),
      ...(request.body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
    ],
    credentials: options.asPerson ? "same-origin" : "omit",
    cache: "no-store",
    redirect: "manual",
    referrerPolicy: "no-referrer",
    signal: options.signal,
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    ms: Math.round(monotonicMs() - began),
    headers: shownHeaders(response.headers),
    text: new TextDecoder().decode(bytes),
    bytes: bytes.byteLength,
  };
}
