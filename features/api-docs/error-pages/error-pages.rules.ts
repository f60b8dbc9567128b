import { actionGroups, ownWordsOf } from "#features/api-docs/actions/actions.rules.ts";
import { siteEndpoints } from "#features/api-docs/endpoints.rules.ts";
import {
  type ActionName,
  type AnswerToken,
  actionNames,
  answerTokens,
  tokensOf,
} from "#features/handler-api/handler-api.rules.ts";
import { type RentWord, rentWords } from "#features/handler-api/rent/rent.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";

/** A code that a program can meet as a refusal, in whichever dialect. */
export type CatalogueEntry = {
  readonly code: string;
  /** Status on the JSON APIs; null for what only handler_api.php says. */
  readonly status: number | null;
  /** The same call may succeed later without change. */
  readonly retryable: boolean;
  /** Any call of the JSON APIs may answer it. */
  readonly isCommonCode: boolean;
  /** Calls of the JSON APIs whose contracts name it. */
  readonly endpoints: readonly Endpoint[];
  /** Actions of handler_api.php that may answer it as a word or as `message` of the rent family. */
  readonly actions: readonly ActionName[];
  /** Any action may answer it. */
  readonly isCommonWord: boolean;
};

/** Words of handler_api.php that tell of success or of how things stand: no refusals. */
const ANSWERS: ReadonlySet<string> = new Set<AnswerToken>([
  "ACCESS_BALANCE",
  "ACCESS_NUMBER",
  "ACCESS_READY",
  "ACCESS_RETRY_GET",
  "ACCESS_ACTIVATION",
  "ACCESS_CANCEL",
  "ADDITIONAL",
  "FULL_SMS",
  "STATUS_OK",
]);

/** Every word of handler_api.php, with those of the rent family. */
const handlerWords: readonly string[] = [
  ...new Set<string>([...(Object.keys(answerTokens) as AnswerToken[]), ...rentWords]),
];
/** The words that are no refusals. */
export const answerWords: readonly string[] = handlerWords.filter((word) => ANSWERS.has(word));

const allEndpoints = [...restEndpoints, ...siteEndpoints];
/** What the gate before every call may say. */
const gateRows: readonly ErrorRow[] = [
  apiErrors.NOT_FOUND,
  apiErrors.METHOD_NOT_ALLOWED,
  apiErrors.UNAUTHORIZED,
  apiErrors.FORBIDDEN,
  apiErrors.SCOPE_MISSING,
  apiErrors.ADDRESS_NOT_ALLOWED,
  identityErrors.SANDBOX_KEY,
  apiErrors.TOO_MANY_REQUESTS,
  apiErrors.SERVER_ERROR,
  apiErrors.UNAVAILABLE,
];
const commonWords = actionNames
  .map((action): readonly string[] => tokensOf(action))
  .reduce((common, words) => common.filter((word) => words.includes(word)));

function actionsSaying(word: string): ActionName[] {
  return Object.values(actionGroups)
    .flat()
    .filter((action) => ownWordsOf(action).includes(word));
}

function entryOf(code: string): CatalogueEntry {
  const saying = allEndpoints.filter((endpoint) => errorRowsOf(endpoint).some((row) => row.code === code));
  const rows: ErrorRow[] = saying.flatMap((endpoint) =>
    errorRowsOf(endpoint).filter((row) => row.code === code),
  );
  const anywhere = gateRows.find((row) => row.code === code);
  const isWord = handlerWords.includes(code);
  return {
    code,
    status: (rows[0] ?? anywhere)?.status ?? null,
    retryable: (rows[0] ?? anywhere)?.retryable ?? retryableWords.has(code as RentWord),
    endpoints: saying,
    isCommonCode: anywhere !== undefined,
    actions: isWord ? actionsSaying(code) : [],
    isCommonWord: commonWords.includes(code),
  };
}

/** Of the words that only handler_api.php says, those that may change by themselves. */
const retryableWords: ReadonlySet<string> = new Set([
  "ERROR_SQL",
  "OUT_OF_STOCK",
  "STATUS_WAIT_CODE",
  "STATUS_WAIT_RETRY",
  "SIM_OFFLINE",
]);

/** Every refusal there is, by its code. */
export const errorCatalogue: readonly CatalogueEntry[] = [
  ...new Set<string>([
    ...gateRows.map(({ code }) => code),
    ...allEndpoints.flatMap((endpoint) => errorRowsOf(endpoint).map((row) => row.code)),
    ...handlerWords.filter((word) => !ANSWERS.has(word)),
  ]),
]
  .toSorted()
  .map(entryOf);

const known = new Set(errorCatalogue.map(({ code }) => code));

/** Has the code a page? */
export function isInCatalogue(code: string): boolean {
  return known.has(code);
}
