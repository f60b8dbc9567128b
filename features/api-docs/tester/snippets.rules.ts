import { addressOf, type TesterRequest } from "#features/api-docs/tester/tester.rules.ts";

/** The languages in which a call is shown. */
export const snippetLanguages = ["curl", "javascript", "python", "php"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export type SnippetInput = {
  readonly request: TesterRequest;
  /** Where the API lives, without a trailing slash. */
  readonly origin: string;
  /** What stands behind `Bearer`; null leaves the header out. */
  readonly key: string | null;
};

/** Seconds after which an example gives up; longer than the longest poll. */
const TIMEOUT_SECONDS = 60;

/** A call as a program that can be run as it is. Whatever the values hold, the program sends exactly them. */
export function snippetOf(language: SnippetLanguage, input: SnippetInput): string {
  return writers[language](input);
}

const writers: Readonly<Record<SnippetLanguage, (input: SnippetInput) => string>> = {
  curl: curlOf,
  javascript: javascriptOf,
  python: pythonOf,
  php: phpOf,
};

function headersOf({ request, key }: SnippetInput): [string, string][] {
  return [
    ...(key === null ? [] : [["Authorization", `Bearer ${key}`] as [string, string]]),
    ...request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
  ];
}

function curlOf(input: SnippetInput): string {
  const { request, origin } = input;
  const parts = [
    `curl ${shellText(addressOf(request, origin))}`,
    ...(request.verb === "GET" ? [] : [`-X ${request.verb}`]),
    ...headersOf(input).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${shellText(JSON.stringify(request.body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Single quotes keep everything as it is in a POSIX shell, but for themselves. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function javascriptOf(input: SnippetInput): string {
  const { request, origin } = input;
  const address = JSON.stringify(`${origin}${request.path}`);
  const hasQuery = request.query.length > 0;
  const headers = headersOf(input);
  const options = [
    ...(request.verb === "GET" ? [] : [`  method: "${request.verb}",`]),
    ...(headers.length === 0 ? [] : [`  headers: ${literal(Object.fromEntries(headers), javascript, 1)},`]),
    ...(request.body === undefined
      ? []
      : [`  body: JSON.stringify(${literal(request.body, javascript, 1)}),`]),
  ];
  const target = hasQuery ? `${JSON.stringify(`${origin}${request.path}?`)} + query` : address;
  const lines = [
    ...(hasQuery
      ? [`const query = new URLSearchParams(${literal(Object.fromEntries(request.query), javascript, 0)});`]
      : []),
    options.length === 0
      ? `const response = await fetch(${target});`
      : [`const response = await fetch(${target}, {`, ...options, "});"].join("\n"),
    "console.log(response.status, await response.text());",
  ];
  return lines.join("\n");
}

function pythonOf(input: SnippetInput): string {
  const { request, origin } = input;
  const headers = headersOf({ ...input, request: withoutBody(request) });
  const lines = [
    "import requests",
    "",
    `response = requests.${request.verb.toLowerCase()}(`,
    `    ${JSON.stringify(`${origin}${request.path}`)},`,
    ...(request.query.length === 0
      ? []
      : [`    params=${literal(Object.fromEntries(request.query), python, 1)},`]),
    ...(headers.length === 0 ? [] : [`    headers=${literal(Object.fromEntries(headers), python, 1)},`]),
    ...(request.body === undefined ? [] : [`    json=${literal(request.body, python, 1)},`]),
    `    timeout=${TIMEOUT_SECONDS},`,
    ")",
    "print(response.status_code, response.text)",
  ];
  return lines.join("\n");
}

/** `requests` names the type of a JSON body by itself. */
function withoutBody({ body: _body, ...request }: TesterRequest): TesterRequest {
  return request;
}

function phpOf(input: SnippetInput): string {
  const { request, origin } = input;
  const headers = headersOf(input).map(([name, value]) => `${name}: ${value}`);
  const address = phpText(`${origin}${request.path}${request.query.length === 0 ? "" : "?"}`);
  const query =
    request.query.length === 0
      ? ""
      : ` . http_build_query(${literal(Object.fromEntries(request.query), php, 0)})`;
  const lines = [
    "<?php",
    `$curl = curl_init(${address}${query});`,
    "curl_setopt_array($curl, [",
    ...(request.verb === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => '${request.verb}',`]),
    ...(headers.length === 0 ? [] : [`    CURLOPT_HTTPHEADER => ${literal(headers, php, 1)},`]),
    ...(request.body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${literal(request.body, php, 1)}),`]),
    "    CURLOPT_RETURNTRANSFER => true,",
    `    CURLOPT_TIMEOUT => ${TIMEOUT_SECONDS},`,
    "]);",
    "$answer = curl_exec($curl);",
    "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ];
  return lines.join("\n");
}

/** How a language writes the values of JSON. */
type Syntax = {
  readonly indent: string;
  readonly text: (text: string) => string;
  readonly word: (value: boolean | null) => string;
  readonly list: readonly [string, string];
  readonly entry: (name: string, value: string) => string;
  readonly object: (names: readonly string[]) => readonly [string, string];
  readonly emptyObject: string;
};

const javascript: Syntax = {
  indent: "  ",
  text: (text) => JSON.stringify(text),
  word: String,
  list: ["[", "]"],
  entry: (name, value) => `${scriptName(name)}: ${value}`,
  object: () => ["{", "}"],
  emptyObject: "{}",
};

/** Names that need no quotes stand without them; `__proto__` in brackets is a member like others. */
function scriptName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

const python: Syntax = {
  indent: "    ",
  text: (text) => JSON.stringify(text),
  word: (value) => (value === null ? "None" : value ? "True" : "False"),
  list: ["[", "]"],
  entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
  object: () => ["{", "}"],
  emptyObject: "{}",
};

const php: Syntax = {
  indent: "    ",
  text: phpText,
  word: String,
  list: ["[", "]"],
  entry: (name, value) => `${phpText(name)} => ${value}`,
  // PHP makes numbers of such names, and a list of what has only them.
  object: (names) => [names.some((name) => /^(?:0|-?[1-9]\d*)$/.test(name)) ? "(object) [" : "[", "]"],
  emptyObject: "new stdClass()",
};

/** Single quotes as people write them; double ones where a control character must be spelt. */
function phpText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\x00-\x1f\x7f]/.test(text)) return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  const escaped = text.replaceAll(/["\\$]/g, "\\$&");
  return `"${escaped.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\x00-\x1f\x7f]/g,
    (character) => PHP_NAMES[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  )}"`;
}

const PHP_NAMES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value of JSON in a language, with `depth` steps of indentation behind its first line. */
function literal(value: unknown, syntax: Syntax, depth: number): string {
  if (typeof value === "string") return syntax.text(value);
  if (value === null || typeof value === "boolean") return syntax.word(value);
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    return block(
      syntax.list,
      value.map((item) => literal(item, syntax, depth + 1)),
      syntax,
      depth,
    );
  }
  const entries = Object.entries(value as object);
  if (entries.length === 0) return syntax.emptyObject;
  return block(
    syntax.object(entries.map(([name]) => name)),
    entries.map(([name, item]) => syntax.entry(name, literal(item, syntax, depth + 1))),
    syntax,
    depth,
  );
}

function block(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { indent }: Syntax,
  depth: number,
): string {
  if (parts.length === 0) return `${open}${close}`;
  const inner = indent.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent.repeat(depth)}${close}`;
}
