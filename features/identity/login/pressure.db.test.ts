import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { WORK_LEVEL_MAX } from "#features/identity/captcha/captcha.rules.ts";
import { solveProofOfWork } from "#features/identity/captcha/proof-of-work.client.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { bucketKey } from "#features/identity/throttle/throttle.reads.ts";
import {
  type Bucket,
  policyOf,
  type ThrottleName,
  throttlePolicies,
} from "#features/identity/throttle/throttle.rules.ts";
import { execute } from "#lib/db/query.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const api = testApi(db, [...identityRoutes, ...sessionRoutes], resolveActor);
const PASSWORD = "correct horse battery";
const WRONG = "wrong words here";
let people = 0;

/** A network of its own for each call, so that only the limit under test is met. */
const freshIp = () => `198.18.${Math.floor(people / 250)}.${(people++ % 250) + 1}`;

async function makeUser(): Promise<string> {
  const email = `owner${++people}@example.com`;
  const passwordHash = await hashPassword(PASSWORD);
  await createUser(db, { email, emailKey: email, name: "Owner", passwordHash, locale: "en" });
  return email;
}

async function work(level: number, purpose = "login"): Promise<{ answer: string; level: number }> {
  const { body } = await api.call("GET", `/api/auth/captcha?for=${purpose}&level=${level}`);
  const answer = (await solveProofOfWork(body.challenge)) ?? "";
  return { answer, level: body.challenge.parameters.data.level };
}

type Attempt = { captcha?: string; ip?: string; device?: string };
const login = (email: string, password: string, { captcha, ip = freshIp(), device }: Attempt = {}) =>
  api.call("POST", "/api/auth/login", {
    body: { email, password, ...(captcha ? { captcha } : {}) },
    ip,
    ...(device ? { headers: { cookie: `known-device=${device}` } } : {}),
  });
const deviceOf = (answer: Answer) =>
  answer.setCookies.flatMap((line) => /^known-device=([\w-]{43});/.exec(line)?.[1] ?? [])[0] ?? "";
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status}`;

/** Solves what each refusal asks for until the call goes through; tells the levels that were done. */
async function persist(attempt: (captcha?: string) => Promise<Answer>, purpose = "login") {
  const levels: number[] = [];
  let answer = await attempt();
  while ([403, 429].includes(answer.status) && levels.length < 4) {
    const { workLevel = 0 } = answer.body.error.details;
    const done = await work(workLevel, purpose);
    levels.push(done.level);
    answer = await attempt(done.answer);
  }
  return { answer, levels };
}

/** So many attempts as strangers would have made in this window, with the wait they leave behind. */
async function fill(bucket: Bucket, attempts: number): Promise<void> {
  const waits = policyOf(bucket).wait !== undefined;
  await execute(
    db,
    sql`insert into identity_throttles (bucket, attempts, window_ends_at, blocked_until)
        values (${bucketKey(bucket)}, ${attempts}, app_now() + interval '15 minutes',
          case when ${waits} then app_now() + interval '10 minutes' end)
        on conflict (bucket) do update set attempts = excluded.attempts, window_ends_at = excluded.window_ends_at,
          blocked_until = excluded.blocked_until`,
  );
}

const empty = () => execute(db, sql`delete from identity_throttles`);

test("right passwords are counted, and after hundreds of one day none is compared any more", async () => {
  const email = await makeUser();
  const right: Bucket = { name: "login-right", subject: email };
  await fill(right, (policyOf(right).wait?.limit ?? 0) - 2);
  await execute(db, sql`update identity_throttles set blocked_until = null`);
  expect((await login(email, "wrong words here")).status).toBe(401);
  for (const expected of ["200 signed-in", "200 signed-in", "429 TOO_MANY_ATTEMPTS"])
    expect(codeOf(await login(email, PASSWORD))).toBe(expected);
  await empty();
});

describe("an account under attack", () => {
  async function attacked(): Promise<string> {
    const email = await makeUser();
    await fill({ name: "login-account", subject: email }, 9);
    return email;
  }

  test("whoever knows the password gets in by work, however many guesses came before", async () => {
    const email = await attacked();
    const { answer, levels } = await persist((captcha) => login(email, PASSWORD, { captcha }));
    expect([codeOf(answer), levels]).toEqual(["200 signed-in", [5]]);
  });

  test("without the work, with too little or with spent work the answer stays 429 and nothing is compared", async () => {
    const email = await attacked();
    expect(codeOf(await login(email, PASSWORD))).toBe("429 TOO_MANY_ATTEMPTS");
    const little = await work(4);
    expect(codeOf(await login(email, PASSWORD, { captcha: little.answer }))).toBe("429 TOO_MANY_ATTEMPTS");
    const spent = await work(5);
    expect(codeOf(await login(email, WRONG, { captcha: spent.answer }))).toBe("401 LOGIN_FAILED");
    expect(codeOf(await login(email, PASSWORD, { captcha: spent.answer }))).toBe("403 CAPTCHA_FAILED");
  });

  test("each guess doubles the work of the next, up to the hardest", async () => {
    const email = await makeUser();
    await fill({ name: "login-account", subject: email }, 5);
    const asked: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const { answer, levels } = await persist((captcha) => login(email, WRONG, { captcha }));
      expect(codeOf(answer)).toBe("401 LOGIN_FAILED");
      asked.push(...levels);
    }
    expect(asked).toEqual([1, 2, 3, 4, 5, WORK_LEVEL_MAX, WORK_LEVEL_MAX]);
  });

  test("of many guesses at the same moment with the same level of work one is compared", async () => {
    const email = await attacked();
    const answers = await Promise.all(Array.from({ length: 8 }, async () => (await work(5)).answer));
    const done = await Promise.all(answers.map((captcha) => login(email, WRONG, { captcha })));
    expect(done.map(codeOf).filter((code) => code === "401 LOGIN_FAILED")).toHaveLength(1);
  });

  test("the work of a challenge cannot be talked up", async () => {
    const email = await attacked();
    const { answer } = await work(0);
    const read = JSON.parse(atob(answer));
    read.challenge.parameters.data.level = WORK_LEVEL_MAX;
    const captcha = btoa(JSON.stringify(read));
    expect(codeOf(await login(email, PASSWORD, { captcha }))).toBe("403 CAPTCHA_FAILED");
  });
});

describe("a browser in which the owner has logged in before", () => {
  async function ownersBrowser(): Promise<{ email: string; device: string }> {
    const email = await makeUser();
    return { email, device: deviceOf(await login(email, PASSWORD)) };
  }

  test("goes first: no work and no wait while account, network and everybody are under attack", async () => {
    const { email, device } = await ownersBrowser();
    const ip = freshIp();
    await fill({ name: "login-account", subject: email }, 40);
    await fill({ name: "login-network", subject: networkOf(ip) }, 900);
    await fill({ name: "login-all", subject: "" }, 40_000);
    const answer = await login(email, PASSWORD, { device, ip });
    expect(codeOf(answer)).toBe("200 signed-in");
    expect(deviceOf(answer)).not.toBe(device);
    expect(codeOf(await login(email, PASSWORD, { device, ip }))).toBe("429 TOO_MANY_ATTEMPTS");
    await empty();
  });

  test("counts for its own accounts only, and planting its cookie gains nothing", async () => {
    const { email: thief, device } = await ownersBrowser();
    const victim = await makeUser();
    await fill({ name: "login-account", subject: victim }, 9);
    expect(codeOf(await login(victim, PASSWORD, { device }))).toBe("429 TOO_MANY_ATTEMPTS");
    const { answer } = await persist((captcha) => login(victim, PASSWORD, { device, captcha }));
    expect(codeOf(answer)).toBe("200 signed-in");
    await fill({ name: "login-account", subject: victim }, 9);
    expect(codeOf(await login(victim, WRONG, { device }))).toBe("429 TOO_MANY_ATTEMPTS");
    expect(codeOf(await login(victim, PASSWORD, { device: deviceOf(answer) }))).toBe("200 signed-in");
    expect(codeOf(await login(thief, PASSWORD, { device: deviceOf(answer) }))).toBe("200 signed-in");
  });

  test("has five wrong passwords, then it is a stranger like any other", async () => {
    const { email, device } = await ownersBrowser();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await login(email, WRONG, { device }))).toBe("401 LOGIN_FAILED");
    }
    await fill({ name: "login-account", subject: email }, 9);
    expect(codeOf(await login(email, PASSWORD, { device }))).toBe("429 TOO_MANY_ATTEMPTS");
  });

  test("is trusted no more once the password is changed", async () => {
    const { email, device } = await ownersBrowser();
    const ip = freshIp();
    await api.call("POST", "/api/auth/request-password", {
      body: { email, captcha: (await work(0, "mail")).answer },
      ip,
    });
    const [mail] = await runDueJobs(db, identityJobs);
    const token = /\/confirm\/([\w-]{43})/.exec(mail?.text ?? "")?.[1];
    const password = "another good phrase";
    expect(
      (await api.call("POST", "/api/auth/reset-password", { body: { token, password }, ip })).status,
    ).toBe(200);
    await runDueJobs(db, identityJobs);
    await fill({ name: "login-account", subject: email }, 9);
    expect(codeOf(await login(email, password, { device }))).toBe("429 TOO_MANY_ATTEMPTS");
  });
});

describe("everybody under attack", () => {
  const asked: Record<string, (captcha?: string, ip?: string) => Promise<Answer>> = {
    "login-all": async (captcha) => login(await makeUser(), PASSWORD, { captcha }),
    "login-network": async (captcha, ip) => login(await makeUser(), PASSWORD, { captcha, ip }),
    "registration-all": (captcha) => register(captcha),
    "registration-network": (captcha, ip) => register(captcha, ip),
    "mail-all": (captcha) => mail("request-password", captcha),
    "mail-network": (captcha, ip) => mail("resend-confirmation", captcha, ip),
  };
  const register = (captcha?: string, ip = freshIp()) =>
    api.call("POST", "/api/auth/registration", {
      ip,
      body: {
        email: `new${++people}@example.com`,
        password: PASSWORD,
        agreePrivacy: true,
        agreeOffer: true,
        ...(captcha ? { captcha } : {}),
      },
    });
  const mail = (path: string, captcha?: string, ip = freshIp()) =>
    api.call("POST", `/api/auth/${path}`, {
      ip,
      body: { email: `new${++people}@example.com`, ...(captcha ? { captcha } : {}) },
    });

  /** What strangers fill: everybody's counters and a network's. Those of a person alone are tested by their own names. */
  const shared = (Object.keys(throttlePolicies) as ThrottleName[]).filter((name) =>
    /^(login|registration|mail)-(all|network)$/.test(name),
  );

  test.each(shared)("%s asks for work that grows and never shuts anybody out", async (name) => {
    const from = policyOf({ name, subject: "" }).workFrom ?? [];
    expect(from).toHaveLength(WORK_LEVEL_MAX);
    for (const level of [1, 3, WORK_LEVEL_MAX]) {
      const ip = freshIp();
      const subject = name.endsWith("-all") ? "" : networkOf(ip);
      await fill({ name, subject }, from[level - 1]! * (level === WORK_LEVEL_MAX ? 50 : 1));
      const purpose = name.split("-")[0]!;
      const { answer, levels } = await persist((captcha) => asked[name]!(captcha, ip), purpose);
      expect([name, answer.status < 300, Math.max(...levels)]).toEqual([name, true, level]);
    }
    await empty();
  });

  test("a form's first challenge is as hard as the pressure asks", async () => {
    await empty();
    await fill({ name: "registration-all", subject: "" }, 4_000);
    expect((await work(0, "registration")).level).toBe(3);
    expect((await work(0, "mail")).level).toBe(0);
    expect((await work(2, "mail")).level).toBe(2);
    await empty();
  });

  test("a thousand accounts tried from one network cost more work with every doubling", {
    timeout: 120_000,
  }, async () => {
    const ip = freshIp();
    const compared: string[] = [];
    let levels = 0;
    for (let index = 0; index < 70; index += 1) {
      const email = `stuffed${index}@example.com`;
      const first = await login(email, WRONG, { ip, captcha: (await work(0)).answer });
      if (first.status === 401) compared.push(email);
      else levels = Math.max(levels, first.body.error.details.workLevel);
    }
    expect([compared.length, levels]).toEqual([30, 1]);
    await empty();
  });

  test("a right link works however many wrong ones came from its network", async () => {
    const ip = freshIp();
    expect((await register((await work(0, "registration")).answer, ip)).status).toBe(202);
    const sent = await runDueJobs(db, identityJobs);
    const token = /token=([\w-]{43})/.exec(sent.at(-1)?.text ?? "")?.[1];
    await fill({ name: "link-network", subject: networkOf(ip) }, 100);
    const confirm = (value?: string) =>
      api.call("POST", "/api/auth/confirm-email", { body: { token: value }, ip });
    expect(codeOf(await confirm("A".repeat(43)))).toBe("429 TOO_MANY_ATTEMPTS");
    expect(codeOf(await confirm(token))).toBe("200 confirmed");
  });
});
