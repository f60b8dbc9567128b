/** A piece of code. The caption is a name that needs no translation, or none. */
export type Sample = { readonly caption?: string; readonly code: string };

/** How a receiver checks the signature of a webhook. */
export const verifying: readonly Sample[] = [
  {
    caption: "JavaScript · npm install standardwebhooks",
    code: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook("whsec_YOUR_SECRET");

// body: the bytes as they came, before any JSON parser
export function receive(body, headers) {
  const event = webhook.verify(body, headers); // throws when it is not ours
  if (event.type === "activation.sms_received") takeCode(event.data.number, event.data.code);
}`,
  },
  {
    caption: "Python",
    code: `import base64, hashlib, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> bool:
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(expected, one) for one in given)`,
  },
  {
    caption: "PHP",
    code: `function verify(string $secret, array $headers, string $body): bool {
    if (abs(time() - (int) $headers["webhook-timestamp"]) > 300) return false;
    $key = base64_decode(substr($secret, strlen("whsec_")));
    $signed = $headers["webhook-id"] . "." . $headers["webhook-timestamp"] . "." . $body;
    $expected = "v1," . base64_encode(hash_hmac("sha256", $signed, $key, true));
    foreach (explode(" ", $headers["webhook-signature"]) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`,
  },
];
