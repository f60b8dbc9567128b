import { createRequire } from "node:module";

/** What we use of `sms-activate` 1.0.1 from npm: written by nobody here, unmodified, and without types. */
export type SmsActivateClient = {
  token: string;
  /** Its axios instance; the only thing set here is where it calls. */
  session: {
    defaults: { baseURL: string };
    (request: { method: "POST"; params: Record<string, string | number> }): Promise<{ data: unknown }>;
  };
  getBalance(withCashBack?: boolean): Promise<number | null>;
  getNumber(service: string, country?: number): Promise<{ id: number; number: number } | null>;
  setStatus(id: number, status: number): Promise<string>;
  getCode(id: number): Promise<string | null>;
  getStatus(id: number): Promise<string>;
};

/** What the rent family answers, as clients read it. */
export type RentAnswer = {
  status: "success" | "error";
  message?: string;
  phone?: { id: number; endDate: string; number: string };
  price?: number;
  values?: Record<string, { id?: string; phone?: string; phoneFrom?: string; text?: string }>;
  countries?: Record<string, number>;
  services?: Record<string, { cost: number; quant: number }>;
};

/**
 * An action that the package has no method for, sent as it sends its own: by its axios instance, with a POST that has the key and all
 * parameters in the address and no body. Its reader of answers knows no JSON, so what came is handed on.
 */
export async function askByClient(
  client: SmsActivateClient,
  action: string,
  parameters: Record<string, string | number> = {},
): Promise<RentAnswer> {
  const { data } = await client.session({
    method: "POST",
    params: { action, api_key: client.token, ...parameters },
  });
  return data as RentAnswer;
}

const SmsActivate = createRequire(import.meta.url)("sms-activate") as new (key: string) => SmsActivateClient;

/** The package's client, calling `url` (the whole address of handler_api.php). */
export function smsActivateClient(url: string, key: string): SmsActivateClient {
  const client = new SmsActivate(key);
  client.session.defaults.baseURL = url;
  return client;
}
