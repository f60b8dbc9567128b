import { keyShapes } from "#features/identity/api-keys/api-keys.rules.ts";

/** What a field of the form is for, and with that how it is asked. */
export type FieldKind =
  | "text"
  | "number"
  | "flag"
  | "choice"
  | "list"
  | "time"
  | "json"
  | "service"
  | "country";

/** One parameter of a call, drawn from its contract. All values of the form are texts, as people type them. */
export type TesterField = {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** What may be chosen (`choice`, `list`). */
  readonly choices?: readonly string[];
  /** Bounds of a number; of a text, how many characters. */
  readonly min?: number;
  readonly max?: number;
  /** What the API takes when the field is left out. */
  readonly fallback?: string;
  /** Filled in when the form opens. */
  readonly initial?: string;
  /** A service or country by its number instead of the protocol's code. */
  readonly isNumeric?: boolean;
  /** English words of the contract; the page may give better ones. */
  readonly hint?: string;
};

/** Who may call: nobody needs a key; a key; only a signed-in person. */
export type TesterAccess = "none" | "key" | "session";

/** A call that can be tried: plain data, so that a server component can hand it to the island. */
export type TesterMethod = {
  /** Unique on a page: names the form's fields. */
  readonly id: string;
  readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `/stubs/handler_api.php` or `/api/v1/activations/{id}`. */
  readonly path: string;
  readonly access: TesterAccess;
  /** Takes money from the balance of a live key: the form asks before it sends. */
  readonly spends: boolean;
  /** The call wants an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  readonly hasBody: boolean;
  /** Sent with every call: `action=getBalance`. */
  readonly fixedQuery: readonly (readonly [string, string])[];
  readonly fields: readonly TesterField[];
};

/** A method with what its page knows. */
export type MethodTesterProps = {
  readonly method: TesterMethod;
  /** Where the API lives, for the examples: no trailing slash. */
  readonly origin: string;
  /** What the page says about a parameter, by its name; instead of the contract's English. */
  readonly hints?: Readonly<Record<string, string>>;
};

/** What the form holds: texts by `place.name`. */
export type TesterValues = Readonly<Record<string, string>>;

/** A call as it will be sent, but for the key. */
export type TesterRequest = {
  readonly verb: TesterMethod["verb"];
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: unknown;
};

/** Where a field's text is kept; equal names in path and body stay apart. */
export function slotOf(field: Pick<TesterField, "place" | "name">): string {
  return `${field.place}.${field.name}`;
}

/** Fields that must be filled in and are not. */
export function missingFields(method: TesterMethod, values: TesterValues): TesterField[] {
  return method.fields.filter((field) => field.isRequired && textOf(field, values) === "");
}

/** Half a character cannot go over the wire: no two programs would spell it alike. */
function textOf(field: TesterField, values: TesterValues): string {
  return (values[slotOf(field)] ?? "").toWellFormed();
}

/** The request that a filled-in form means. Empty fields are left out; what was typed is sent as it is. */
export function requestOf(
  method: TesterMethod,
  values: TesterValues,
  idempotencyKey: string | null,
): TesterRequest {
  const given = method.fields.filter((field) => textOf(field, values) !== "");
  const at = (place: TesterField["place"]) => given.filter((field) => field.place === place);
  const path = at("path").reduce(
    (text, field) => text.replace(`{${field.name}}`, () => encodeURIComponent(textOf(field, values))),
    method.path,
  );
  const body = Object.fromEntries(
    at("body").map((field) => [field.name, memberOf(field, textOf(field, values))]),
  );
  return {
    verb: method.verb,
    path,
    query: [
      ...method.fixedQuery,
      ...at("query").map((field) => [field.name, textOf(field, values)] as const),
    ],
    headers: method.isKeyed && idempotencyKey !== null ? [["Idempotency-Key", idempotencyKey]] : [],
    ...(method.hasBody ? { body } : {}),
  };
}

/** A text as the member of a JSON body that it stands for; what is no such thing stays text, for the API to refuse. */
function memberOf(field: TesterField, text: string): unknown {
  if (field.kind === "flag") return text === "true" ? true : text === "false" ? false : text;
  if (field.kind === "number" || field.isNumeric)
    return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : text;
  if (field.kind === "list") {
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }
  return field.kind === "json" ? jsonOf(text) : text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The whole address of a request: `origin` is where the API lives, without a trailing slash. */
export function addressOf(request: TesterRequest, origin: string): string {
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value])).toString();
  return `${origin}${request.path}${query === "" ? "" : `?${query}`}`;
}

const { mark, hexCharacters } = keyShapes.sandbox;
const SANDBOX_KEY = new RegExp(`^${mark}[0-9a-f]{${hexCharacters}}$`);

/** Does the key never touch money? */
export function isSandboxKey(key: string): boolean {
  return SANDBOX_KEY.test(key);
}

/** What can be a key at all, or a session token: printable, without a space, so that it fits a header. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]{1,400}$/.test(key);
}
