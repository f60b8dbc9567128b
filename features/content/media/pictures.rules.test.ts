import { expect, test } from "vitest";
import { filesOf, isPictureName, lightestName, sourceSet } from "#features/content/media/pictures.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";

const hash = "0123456789abcdef".repeat(4);
const name = `${hash}.webp`;

test("a browser is offered the widths that a picture has, its own the last", () => {
  expect(sourceSet({ name, width: 1600 })).toBe(
    `/api/storage/image/${hash}-480.webp 480w, /api/storage/image/${hash}-960.webp 960w, /api/storage/image/${name} 1600w`,
  );
  expect(sourceSet({ name, width: 480 })).toBe(`/api/storage/image/${name} 480w`);
});

test("a small place is given the narrowest file that a picture has", () => {
  expect(lightestName({ name, width: 481 })).toBe(`${hash}-480.webp`);
  expect(lightestName({ name, width: 480 })).toBe(name);
});

test("every file that is offered is one of the store", () => {
  for (const width of [1, 480, 481, 960, 961, 1920]) {
    const offered = sourceSet({ name, width })
      .split(", ")
      .map((one) => one.split(" ")[0]);
    expect(offered).toEqual(filesOf({ name, width }).map(pictureHref));
    expect(filesOf({ name, width }).every(isPictureName)).toBe(true);
  }
});

test.each([
  "",
  ".",
  "..",
  "../secrets.json",
  `../media/${name}`,
  `..\\${name}`,
  `/${name}`,
  `./${name}`,
  `%2e%2e%2f${name}`,
  `${name}/..`,
  `${name}\n`,
  `${name}\0.webp`,
  `${hash.toUpperCase()}.webp`,
  `${hash}-481.webp`,
  `${hash}.svg`,
  `${hash}.webp.html`,
  "17",
])("nothing of the store is called %j", (given) => {
  expect(isPictureName(given)).toBe(false);
});
