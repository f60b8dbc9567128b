import http from "node:http";
import https from "node:https";
import { answerChallenge } from "#app/_partner-agent/inputs/digest-auth.ts";
import { Problem } from "#app/_partner-agent/problem.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 1024 * 1024;

export type DinstarLogin = {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Gateways come with a certificate that nobody signed. */
  readonly trustsAnyCertificate: boolean;
};

type Fields = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly text: string; readonly challenge: string };

/** A Dinstar gateway's HTTP API ("new version API", from firmware 1102 on). */
export class DinstarGateway {
  readonly #login: DinstarLogin;

  constructor(login: DinstarLogin) {
    this.#login = login;
  }

  /** Throws a Problem when the gateway does not answer, refuses the login, or says that the call failed. */
  async call(method: "GET" | "POST", path: string, body?: Fields): Promise<Fields> {
    const first = await this.#send(method, path, body);
    const answer =
      first.status === 401 ? await this.#sendWithLogin(method, path, body, first.challenge) : first;
    const { url } = this.#login;
    if (answer.status === 401) throw new Problem(`${url} refuses user and password.`);
    if (answer.status !== 200)
      throw new Problem(`${url} answers ${answer.status}: is its HTTP API (the new version) switched on?`);
    const fields = parse(answer.text);
    if (!fields) throw new Problem(`${url} answers no JSON: is its HTTP API (the new version) switched on?`);
    const code = fields.error_code;
    if (code !== 200 && code !== 202)
      throw new Problem(`${url}${path.split("?")[0]} answers error ${String(code)}.`);
    return fields;
  }

  async #sendWithLogin(
    method: string,
    path: string,
    body: Fields | undefined,
    challenge: string,
  ): Promise<Answer> {
    const { user, password, url } = this.#login;
    const authorization = answerChallenge(challenge, { user, password }, { method, path });
    if (authorization === null)
      throw new Problem(`${url} asks for a login that is neither Digest nor Basic.`);
    return this.#send(method, path, body, authorization);
  }

  #send(method: string, path: string, body?: Fields, authorization?: string): Promise<Answer> {
    const { url, trustsAnyCertificate } = this.#login;
    const isTls = url.startsWith("https:");
    return new Promise((resolve, reject) => {
      const request = (isTls ? https : http).request(`${url}${path}`, {
        method,
        headers: {
          ...(body ? { "content-type": "application/json" } : {}),
          ...(authorization === undefined ? {} : { authorization }),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isTls ? { rejectUnauthorized: !trustsAnyCertificate } : {}),
      });
      const fail = (error: Error) => reject(new Problem(`${url} does not answer: ${error.message}`));
      request.on("error", fail);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES) request.destroy(new Error(`more than ${ANSWER_BYTES} bytes`));
          chunks.push(chunk);
        });
        response.on("error", fail);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString("utf8"),
            challenge: response.headers["www-authenticate"] ?? "",
          }),
        );
      });
      request.end(body ? JSON.stringify(body) : undefined);
    });
  }
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
