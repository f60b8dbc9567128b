import { createRequire } from "node:module";

/** What we use of `sms-activate` 1.0.1 from npm: written by nobody here, unmodified, and without types. */
export type SmsActivateClient = {
  /** Its axios instance; the only thing set here is where it calls. */
  session: { defaults: { baseURL: string } };
  getBalance(withCashBack?: boolean): Promise<number | null>;
  getNumber(service: string, country?: number): Promise<{ id: number; number: number } | null>;
  setStatus(id: number, status: number): Promise<string>;
  getCode(id: number): Promise<string | null>;
  getStatus(id: number): Promise<string>;
};

const SmsActivate = createRequire(import.meta.url)("sms-activate") as new (key: string) => SmsActivateClient;

/** The package's client, calling `url` (the whole address of handler_api.php). */
export function smsActivateClient(url: string, key: string): SmsActivateClient {
  const client = new SmsActivate(key);
  client.session.defaults.baseURL = url;
  return client;
}
