import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

const everything = { icon: <svg />, title: "No numbers yet", action: <button type="button">Choose</button> };
const classesOf = (element: Element | null | undefined) => element?.className.split(" ");

test("an empty list on a card is one row, its picture beside its words and the step beside both", () => {
  const { container } = render(<EmptyState {...everything}>What you buy stands here.</EmptyState>);
  const row = container.firstElementChild;
  expect(classesOf(row)).toEqual(expect.arrayContaining(["flex", "items-center", "p-4"]));
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "No numbers yetWhat you buy stands here.",
    "Choose",
  ]);
  const words = row?.firstElementChild;
  expect(classesOf(words)).toEqual(expect.arrayContaining(["flex", "items-center"]));
  expect(words?.firstElementChild?.querySelector("svg")).not.toBeNull();
});

test("an empty list on a card with padding adds none of its own", () => {
  const { container } = render(<EmptyState isFlush {...everything} />);
  expect(classesOf(container.firstElementChild)?.filter((name) => /^p[xy]?-/.test(name))).toEqual([]);
});

test("an empty page stands in the middle with air around it", () => {
  const { container } = render(<EmptyPage {...everything} />);
  expect(classesOf(container.firstElementChild)).toEqual(expect.arrayContaining(["text-center", "py-7"]));
});
