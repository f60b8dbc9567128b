import { expect, test } from "#lib/testing/journey.ts";
import { watchRequests } from "#lib/tooling/pages/quiet.ts";

const isPicture = (address: string) => new URL(address).pathname.startsWith("/icons/");

for (const [path, least] of [
  ["/", 9],
  ["/services", 40],
  ["/countries", 100],
] as const)
  test(`a first visit of ${path} asks for at most two files of pictures and shows all its flags and marks`, async ({
    page,
  }) => {
    const asked = new Set<string>();
    page.on("request", (request) => {
      if (isPicture(request.url())) asked.add(new URL(request.url()).pathname);
    });
    const untilQuiet = watchRequests(page);
    await page.goto(path);
    await untilQuiet();
    await expect.poll(() => page.locator("main svg use").count()).toBeGreaterThanOrEqual(least);
    // What a sheet does not hold has no extent.
    await expect
      .poll(() =>
        page.locator("svg use").evaluateAll((uses) =>
          uses.flatMap((use) => {
            const { width, height } = (use as SVGUseElement).getBBox();
            return width > 0 && height > 0 ? [] : [use.getAttribute("href")];
          }),
        ),
      )
      .toEqual([]);
    expect(asked.size, [...asked].join(", ")).toBeLessThanOrEqual(2);
  });

test("a sheet of pictures is kept for ever, and favicon.ico is a picture", async ({ page, request }) => {
  await page.goto("/countries");
  const place = (await page.locator("main svg use").first().getAttribute("href")) ?? "";
  const sheet = await request.get(place.replace(/#.*$/, ""));
  expect(sheet.headers()["content-type"]).toContain("image/svg+xml");
  expect(sheet.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
});
