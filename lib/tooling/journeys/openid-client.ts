/** How the product is known to the OpenID provider of tests and journeys. */
export const openIdClient = { clientId: "sms-den", secret: "a-secret-of-the-tests-and-no-other" };

/** The settings with which the product takes that provider, which listens on this port, for one to sign in with. */
export function openIdSettings(port: number): Record<string, string> {
  return {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: openIdClient.clientId,
    OIDC_CLIENT_SECRET: openIdClient.secret,
    OIDC_NAME: "Example",
  };
}
