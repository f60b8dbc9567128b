import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";
import { openIdClient } from "#lib/tooling/journeys/openid-client.ts";

/** Somebody with an account at the provider. */
export type Stranger = {
  readonly subject: string;
  readonly email?: string;
  readonly isConfirmed?: boolean;
  readonly name?: string;
};

export type OpenIdProvider = {
  readonly issuer: string;
  /** Who sits before the provider's page and says yes; null says no. */
  person: Stranger | null;
  stop(): Promise<void>;
};

/**
 * A real OpenID provider on this port of the machine, whose login page is answered by `person` at once and which sends people
 * back to `returnAddress`.
 */
export async function givenOpenIdProvider(port: number, returnAddress: string): Promise<OpenIdProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const strangers = new Map<string, Stranger>();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.secret,
        redirect_uris: [returnAddress],
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), kid: "tests", alg: "RS256", use: "sig" } as never],
    },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 60, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId as string,
        clientId: openIdClient.clientId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    findAccount: async (_context, subject) => {
      const { email, isConfirmed, name } = strangers.get(subject) ?? { subject };
      return {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          ...(email === undefined ? {} : { email, email_verified: isConfirmed ?? true }),
          ...(name === undefined ? {} : { name }),
        }),
      };
    },
  });
  const answer = provider.callback();
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const { person } = own;
    if (person) strangers.set(person.subject, person);
    const result = person
      ? { login: { accountId: person.subject, remember: false } }
      : { error: "access_denied", error_description: "The person said no" };
    await provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const own: OpenIdProvider = {
    issuer,
    person: null,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return own;
}
