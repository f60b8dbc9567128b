import { act } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { IconInput, Input, Textarea } from "#components/ui/input.island.tsx";

const pages: (() => void)[] = [];
afterEach(() => {
  for (const remove of pages.splice(0)) remove();
});

/** A page as it came from the server; `hydrate` is what its scripts do when they have come. */
function serve(content: ReactElement) {
  const place = document.createElement("div");
  place.innerHTML = renderToString(content);
  document.body.append(place);
  pages.push(() => place.remove());
  const hydrate = () =>
    act(async () => {
      const root = hydrateRoot(place, content);
      pages.unshift(() => act(() => root.unmount()));
    });
  const box = place.querySelector("input, textarea") as HTMLInputElement;
  return { hydrate, box, said: () => place.querySelector("output")?.textContent };
}

/** What a person's key does: the browser's text, then its event. */
function type(box: HTMLInputElement, text: string) {
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set;
  write?.call(box, box.value + text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

type Typed = { value: string; onChange: (event: { target: { value: string } }) => void; title: string };

function Search({ draw }: { draw: (typed: Typed) => ReactElement }) {
  const [text, setText] = useState("");
  const [presses, setPresses] = useState(0);
  return (
    <>
      {draw({
        value: text,
        onChange: ({ target }) => setText(target.value),
        // Drawn anew by something else than its text.
        title: String(presses),
      })}
      <output>{text}</output>
      <button type="button" onClick={() => setPresses(presses + 1)} />
    </>
  );
}

test.each([
  ["a field", (typed: Typed) => <Input {...typed} />],
  ["a field with an icon", (typed: Typed) => <IconInput icon={null} {...typed} />],
  ["a field of several lines", (typed: Typed) => <Textarea {...typed} />],
])("no letter typed into %s is lost when the page's script takes hold of it", async (_, draw) => {
  const { hydrate, box, said } = serve(<Search draw={draw} />);
  type(box, "i");
  await hydrate();
  expect([box.value, said()]).toEqual(["i", "i"]);
  act(() => document.querySelector("button")?.click());
  expect(box.value).toBe("i");
  act(() => type(box, "ndo"));
  expect([box.value, said()]).toEqual(["indo", "indo"]);
});

test("a field that nobody touched before the page's script came says nothing of a change", async () => {
  const changes: string[] = [];
  const { hydrate, box } = serve(
    <Input value="asked" onChange={({ target }) => changes.push(target.value)} />,
  );
  await hydrate();
  expect([box.value, changes]).toEqual(["asked", []]);
});

test("a field's own ref is given beside it", async () => {
  const own: { current: HTMLInputElement | null } = { current: null };
  const { hydrate, box } = serve(<Input ref={own} defaultValue="asked" />);
  await hydrate();
  expect(own.current).toBe(box);
});
