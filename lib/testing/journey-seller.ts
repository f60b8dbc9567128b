/** Where somebody's numbers are from. */
export type SellerCountry = {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly dialCode: string;
};

let lastId = Date.now();

/** A supplier of Telegram's numbers without modems: it speaks the partner protocol as the program of a partner does. */
export class JourneySeller {
  /** Numbers that no other journey has. */
  readonly numbers: readonly number[];
  readonly #country: SellerCountry;
  readonly #url: string;
  readonly #key: string;

  constructor(country: SellerCountry, seller: { count: number; url: string; key: string }) {
    this.#country = country;
    this.#url = seller.url;
    this.#key = seller.key;
    this.numbers = Array.from({ length: seller.count }, () => {
      lastId += 1;
      return Number(`${country.dialCode}9${String(lastId % 10_000_000).padStart(7, "0")}`);
    });
  }

  /** All its numbers are on line. What is for sale of them is so at once, and shown within seconds. */
  async putOnSale(): Promise<void> {
    const { slug } = this.#country;
    const numbers = this.numbers.map((number) => ({ number, country: slug, services: ["tg"] }));
    await this.#say("numbers", { action: "NUMBERS_ONLINE", numbers });
  }

  /** None of its numbers is on line any more. Those that were bought stay their buyers'. */
  async takeOffSale(): Promise<void> {
    await this.#say("numbers", { action: "NUMBERS_ONLINE", numbers: [] });
  }

  /** One of its numbers has received an SMS. */
  async receive(phone: number, text: string): Promise<void> {
    lastId += 1;
    await this.#say("sms", { action: "PUSH_SMS", smsId: lastId, phone, phoneFrom: "Telegram", text });
  }

  async #say(path: "numbers" | "sms", body: object): Promise<void> {
    const answer = await fetch(`${this.#url}/api/partner/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "journey" },
      body: JSON.stringify({ ...body, key: this.#key }),
    });
    const {
      status,
      error,
      refused = [],
    } = (await answer.json()) as {
      status: string;
      error?: string;
      refused?: readonly unknown[];
    };
    if (status !== "SUCCESS" || refused.length > 0)
      throw new Error(`The product answers a seller ${error ?? JSON.stringify(refused)}`);
  }
}
