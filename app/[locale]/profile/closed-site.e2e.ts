import type { CDPSession, Worker } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** Hands the worker a message as the browser does that got one from its service. */
async function deliver(devtools: CDPSession, origin: string, message: object): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const data = JSON.stringify(message);
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registration,
    data,
  });
}

type Site = { readonly registration: ServiceWorkerRegistration; shown: (readonly [string, string?])[] };

/** Keeps what the worker shows of its own: a browser without windows has no place for notifications, and tells none. */
async function keepShown(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const site = globalThis as unknown as Site;
    const show = site.registration.showNotification.bind(site.registration);
    site.shown = [];
    site.registration.showNotification = (title, options) => {
      site.shown.push([title, options?.lang]);
      return show(title, options);
    };
  });
}

test("a code reaches a person whose site is closed, and without a connection a page says so in their language", async ({
  page,
  context,
  newPerson,
}) => {
  await context.grantPermissions(["notifications"]);
  await logIn(page, await newPerson());
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const { origin } = new URL(page.url());
  const devtools = await context.newCDPSession(page);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await keepShown(worker);
  await page.goto("about:blank");
  await deliver(devtools, origin, {
    ...{ title: "Telegram: 41507", body: "SMS", tag: "sms:1", path: "/ru/profile", lang: "ru" },
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as Site).shown);
  await expect.poll(shown).toEqual([["Telegram: 41507", "ru"]]);

  await context.setOffline(true);
  await page.goto(`${origin}/ru/profile`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Нет связи");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Попробовать снова" }).click();
  await expect(page.getByRole("main")).toBeVisible();
});

test("the site can be installed in every language: its name, its start and pictures of every size", async ({
  request,
}) => {
  const answer = await request.get("/ru/manifest.webmanifest");
  const manifest = (await answer.json()) as {
    start_url: string;
    lang: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ start_url: "/ru/profile", lang: "ru" });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "512x512"]);
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect([src, icon.status(), icon.headers()["content-type"]]).toEqual([src, 200, "image/png"]);
  }
});
