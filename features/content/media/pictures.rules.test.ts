import { expect, test } from "vitest";
import {
  filesOf,
  isPictureName,
  markName,
  sourceSet,
  standIns,
  thumbnailName,
} from "#features/content/media/pictures.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";

const hash = "0123456789abcdef".repeat(4);
const name = `${hash}.webp`;

test("a browser is offered the widths that a picture has, its own the last", () => {
  expect(sourceSet({ name, width: 1600 })).toBe(
    `/api/storage/image/${hash}-480.webp 480w, /api/storage/image/${hash}-960.webp 960w, /api/storage/image/${name} 1600w`,
  );
  expect(sourceSet({ name, width: 480 })).toBe(`/api/storage/image/${name} 480w`);
});

test("the place of a mark is given a file of 96 dots, never the width that a text is given", () => {
  expect(markName({ name, width: 97 })).toBe(`${hash}-96.webp`);
  expect(markName({ name, width: 96 })).toBe(name);
});

test("the library's list is given the narrowest file in which a picture can be looked at", () => {
  expect(thumbnailName({ name, width: 481 })).toBe(`${hash}-480.webp`);
  expect(thumbnailName({ name, width: 480 })).toBe(name);
});

test("a wider file stands in for a mark alone, and for no other name", () => {
  expect(standIns(`${hash}-96.webp`)).toEqual([`${hash}-480.webp`, name]);
  for (const other of [name, `${hash}-480.webp`, `../${hash}-96.webp`]) expect(standIns(other)).toEqual([]);
});

test("every file that is offered is one of the store", () => {
  for (const width of [1, 96, 97, 480, 481, 960, 961, 1920]) {
    const offered = sourceSet({ name, width })
      .split(", ")
      .map((one) => one.split(" ")[0]);
    const mark = pictureHref(markName({ name, width }));
    const files = filesOf({ name, width }).map(pictureHref);
    expect(offered).toEqual(width > 96 ? files.filter((file) => file !== mark) : files);
    expect(files).toContain(mark);
    expect(files).toContain(pictureHref(thumbnailName({ name, width })));
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
