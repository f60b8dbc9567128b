/**
 * Runs once when the page renderer starts. NEXT_RUNTIME is put in by the bundler, not a setting: it keeps
 * Node's modules out of the copy of this file made for the edge runtime, which nothing here uses.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { rememberResponses } = await import("#lib/http/page-response.ts");
    rememberResponses();
  }
}
