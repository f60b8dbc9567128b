import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, demoFile } from "#lib/tooling/start/announce.ts";
import { demoLogins, type StartFacts } from "#lib/tooling/start/default-start.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";

let stateFolder = "";
beforeEach(() => {
  stateFolder = mkdtempSync(path.join(tmpdir(), "announce-"));
  vi.stubEnv("DEMO_PAGES_FOR_EVERYBODY", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(stateFolder, { recursive: true });
});

/** Announces a start with or without a content desk; answers what the person at the terminal and `demo.json` are told. */
function tell(hasContentDesk: boolean, host = "127.0.0.1") {
  const secrets = getSecrets(stateFolder);
  const facts: StartFacts = {
    ...{ hasContentDesk, stateFolder, host, port: 3000, publicUrl: "http://localhost:3000", secrets },
    ...{ databaseUrl: "postgres://app:one@localhost/x", cmsDatabaseUrl: "postgres://cms:two@localhost/x" },
    ports: {} as StartFacts["ports"],
  };
  const writing = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    announce(facts, 12_345);
    const said = writing.mock.calls.map(([text]) => String(text)).join("");
    return { said, demo: JSON.parse(readFileSync(demoFile(stateFolder), "utf8")), secrets };
  } finally {
    writing.mockRestore();
  }
}

test("who starts the product is told where it is, every demo login, the key, the mailbox and the logs", () => {
  const { said, demo, secrets } = tell(false);
  expect(said).toContain("SMS Den is ready at http://localhost:3000 (12.3 s)");
  for (const { email, password } of demoLogins(secrets, process.env))
    expect(said).toMatch(new RegExp(`${email} +password ${password}`));
  expect(said).toContain(`http://localhost:3000/stubs/handler_api.php   key ${secrets.demoApiKey}`);
  expect(said).toContain("http://localhost:3000/mailbox");
  expect(said).toContain(path.join(stateFolder, "logs"));
  expect(demo).toEqual({
    url: "http://localhost:3000",
    api: { url: "http://localhost:3000/stubs/handler_api.php", key: secrets.demoApiKey },
    logins: demoLogins(secrets, process.env),
    mailbox: "http://localhost:3000/mailbox",
  });
  for (const secret of [secrets.dataKey, secrets.authSecret, "postgres://"])
    expect(said + JSON.stringify(demo)).not.toContain(secret);
});

test("a start with a content desk says where its texts are written, in the terminal and in demo.json", () => {
  const { said, demo } = tell(true);
  expect(said).toContain("Texts  http://localhost:3000/admin   (after a login as editor@smsden.test");
  expect(demo).toMatchObject({ contentDesk: "http://localhost:3000/admin" });
  const editor = { role: "staff", email: "editor@smsden.test", totpSeed: expect.any(String) };
  expect(demo.logins).toContainEqual(expect.objectContaining(editor));
  expect(tell(false).said).not.toContain("/admin");
});

test("a start that others can reach says at its end who may read its mailbox", () => {
  expect(tell(false, "0.0.0.0").said).toContain(
    "Note   Mailbox and test gateway are shown on this machine alone",
  );
  expect(tell(false).said).not.toContain("Note");
});
