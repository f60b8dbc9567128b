import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from "@paypal/paypal-server-sdk";
import { GatewayFault } from "#features/payments/gateway/provider.gateway.ts";
import { toGatewayFault } from "#features/payments/gateway/provider-http.gateway.ts";

const TIMEOUT_MS = 8_000;
const ANSWER_BYTES = 512 * 1024;
const PRODUCTION_URL = "https://api-m.paypal.com";

export type PayPalAccess = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Another address than PayPal's own: the sandbox's, or a test's. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
};

/** PayPal's library knows two addresses; this one takes any. */
class LocatedClient extends Client {
  readonly #url: string;

  constructor({ clientId, clientSecret, apiUrl, timeoutMs }: PayPalAccess) {
    super({
      environment: Environment.Production,
      timeout: timeoutMs ?? TIMEOUT_MS,
      clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
      unstable_httpClientOptions: { maxContentLength: ANSWER_BYTES, maxRedirects: 0, proxy: false },
    });
    this.#url = apiUrl ?? PRODUCTION_URL;
  }

  override getRequestBuilderFactory() {
    const make = super.getRequestBuilderFactory();
    return (...args: Parameters<typeof make>): ReturnType<typeof make> => {
      const builder = make(...args);
      builder.interceptRequest((request) => ({
        ...request,
        url: request.url.replace(PRODUCTION_URL, this.#url),
      }));
      return builder;
    };
  }
}

export type PayPalClient = {
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  /** What the library has no call for: a GET that answers JSON as text. */
  readonly get: (path: string, query: Readonly<Record<string, string>>) => Promise<unknown>;
};

export function connectPayPal(access: PayPalAccess): PayPalClient {
  const client = new LocatedClient(access);
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    async get(path, query) {
      const call = client.getRequestBuilderFactory()("GET", path);
      for (const [name, value] of Object.entries(query)) call.query(name, value);
      call.authenticate([{ oauth2: true }]);
      const { body } = await call.callAsText();
      return JSON.parse(String(body));
    },
  };
}

/** The answer of a call, or null for the statuses that mean "no". Throws GatewayFault on everything else. */
export async function answerOf<T>(
  call: () => Promise<{ readonly result: T }>,
  noes: readonly number[] = [],
): Promise<T | null> {
  try {
    const { result } = await call();
    if (typeof result !== "object" || result === null) throw new GatewayFault("an answer that is no object");
    return result;
  } catch (error) {
    if (error instanceof ApiError) {
      if (noes.includes(error.statusCode)) return null;
      throw new GatewayFault(`HTTP ${error.statusCode}`, { cause: error });
    }
    throw toGatewayFault(error);
  }
}
