import { expect, test } from "vitest";
import { app, bearer, keyOf, person, session } from "#app/api/access.factory.ts";
import { env } from "#lib/env.ts";

/** Downloads a file of the API, whole, so that its user's one place is free again. */
async function download(path: string, headers: Record<string, string>) {
  const request = new Request(`${env.PUBLIC_URL}/api${path}`, { headers });
  const answer = await app.fetch(request, { requestId: "test", ip: "192.0.2.1" });
  await answer.text();
  return { status: answer.status, disposition: answer.headers.get("content-disposition") };
}

test.each([
  "/balance/history/export?format=csv&from=2026-11-01&to=2026-11-02",
  "/balance/history/export?format=json&from=2026-11-01&to=2026-11-02",
  "/numbers/export",
  "/statistics/export",
])(
  "the file %s is downloaded by GET with the bearer token of a session or a key, and by nobody without one",
  async (path) => {
    const userId = await person("user");
    for (const token of [await session(userId), await keyOf(userId, "live", ["read"])]) {
      const { status, disposition } = await download(path, bearer(token));
      expect([status, disposition]).toEqual([200, expect.stringMatching(/^attachment; filename="[\w.-]+"$/)]);
    }
    expect(await download(path, {})).toEqual({ status: 401, disposition: null });
  },
);
