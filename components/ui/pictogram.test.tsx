import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Pictogram } from "#components/ui/pictogram.tsx";
import { firstMarks, sheets } from "#components/ui/pictogram-sheets.gen.ts";

const size = { width: 20, height: 20 };
const hrefOf = (src: string) =>
  render(<Pictogram src={src} {...size} />)
    .container.querySelector("svg[aria-hidden] use")
    ?.getAttribute("href");

test("flags, first marks, other marks and payment marks come out of their sheets", () => {
  expect(firstMarks.includes(" telegram ") && !firstMarks.includes(" starbucks ")).toBe(true);
  expect(hrefOf("/icons/countries/de.svg")).toBe(`${sheets.flags}#countries-de`);
  expect(hrefOf("/icons/services/telegram.svg")).toBe(`${sheets.first}#services-telegram`);
  expect(hrefOf("/icons/services/starbucks.svg")).toBe(`${sheets.rest}#services-starbucks`);
  expect(hrefOf("/icons/payments/visa.svg")).toBe(`${sheets.first}#payments-visa`);
});

test.each([
  "/api/storage/image/17",
  "https://pictures.example/icons/countries/de.svg",
  "/icons/countries/../x.svg",
])("a picture of another place stays an image of its own: %s", (src) => {
  const { container } = render(<Pictogram src={src} {...size} />);
  expect(container.querySelector("img")?.getAttribute("src")).toBe(src);
  expect(container.querySelector("img")?.getAttribute("alt")).toBe("");
  expect(container.querySelector("svg")).toBeNull();
});

test("a picture without a name beside it says its own, and keeps its place before it is there", () => {
  render(<Pictogram src="/icons/payments/visa.svg" label="Visa" width={36} height={24} />);
  const picture = screen.getByRole("img", { name: "Visa" });
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["36", "24"]);
});
