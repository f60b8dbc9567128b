import { readId } from "#lib/api/id-text.ts";
/** A question that bots ask all day, in its plain spelling: `?api_key=<key>&action=getStatus&id=<order>`. */
export type Poll = { readonly key: string } & (
  | { readonly action: "getBalance" }
  | { readonly action: "getStatus"; readonly orderId: number }
);

/** Nothing encoded, nothing empty, no name without a value: nearly every bot's spelling. */
const PLAIN = /^(?:\w+=[\w.-]+)(?:&\w+=[\w.-]+)*$/;
/** What stands for a missing value in old clients (request/rules.ts) is read there, not here. */
const ABSENT = /^(?:undefined|null|None|NaN)$/;

/**
 * The poll in a query, or null for everything that needs a closer look: another action, another spelling, a name that
 * stands twice. What it answers is what the full reading (request/rules.ts) would answer.
 */
export function readPoll(query: string): Poll | null {
  if (!PLAIN.test(query)) return null;
  let action = "";
  let key = "";
  let order = "";
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    switch (pair.slice(0, at)) {
      case "action":
        if (action !== "") return null;
        action = value;
        break;
      case "api_key":
        if (key !== "") return null;
        key = value;
        break;
      case "id":
        if (order !== "") return null;
        order = value;
        break;
      case "activationId":
        return null;
    }
  }
  if (key === "" || ABSENT.test(key)) return null;
  if (action === "getBalance") return { action, key };
  if (action !== "getStatus") return null;
  const orderId = readId(order);
  return orderId === null ? null : { action, key, orderId };
}
