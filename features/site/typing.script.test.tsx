import { act } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { beforeEach, expect, test } from "vitest";
import { servedPages } from "#features/site/served-page.factory.tsx";
import { typingScript } from "#features/site/typing.script.ts";

const { runScript, serve } = servedPages();
beforeEach(() => runScript(typingScript));

type Field = HTMLInputElement | HTMLSelectElement;

/** What a person's key or choice does: the browser's text, then its events. */
function type(field: Field, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** A page with what React knows in its `output`; its button draws everything anew. */
function open(draw: (known: string, set: (known: string) => void, draws: number) => ReactElement) {
  function Known() {
    const [known, set] = useState("");
    const [draws, setDraws] = useState(0);
    return (
      <>
        {draw(known, set, draws)}
        <output>{known}</output>
        <button type="button" onClick={() => setDraws(draws + 1)} />
      </>
    );
  }
  const { place, hydrate } = serve(<Known />);
  const field = place.querySelector("input, textarea, select") as HTMLInputElement;
  return {
    ...{ hydrate, field },
    known: () => place.querySelector("output")?.textContent,
    drawAnew: () => act(() => place.querySelector("button")?.click()),
  };
}

test.each([
  ["a field", "i", "indo"],
  ["a field of several lines", "i", "indo"],
  ["a list to choose from", "two", "three"],
])("what is entered into %s before the page listens is kept and known", async (kind, early, later) => {
  const { hydrate, field, known, drawAnew } = open((value, set, draws) => {
    const props = {
      value,
      title: String(draws),
      onChange: ({ target }: { target: { value: string } }) => set(target.value),
    };
    if (kind === "a field") return <input {...props} />;
    if (kind === "a field of several lines") return <textarea {...props} />;
    return (
      <select {...props}>
        {["", "two", "three"].map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  });
  type(field, early);
  expect(known()).toBe("");
  await hydrate();
  expect([field.value, known()]).toEqual([early, early]);
  drawAnew();
  expect(field.value).toBe(early);
  act(() => type(field, later));
  expect([field.value, known()]).toEqual([later, later]);
});

test.each([
  ["ticked", false],
  ["unticked", true],
])("a box that is %s before the page listens stays so and is known", async (_, begins) => {
  const { hydrate, field, known, drawAnew } = open((value, set, draws) => (
    <input
      type="checkbox"
      title={String(draws)}
      checked={value === "" ? begins : value === "yes"}
      onChange={({ target }) => set(target.checked ? "yes" : "no")}
    />
  ));
  field.click();
  await hydrate();
  expect([field.checked, known()]).toEqual([!begins, begins ? "no" : "yes"]);
  drawAnew();
  expect(field.checked).toBe(!begins);
});

test("an address that is typed before the page listens is in the form when it is sent", async () => {
  const sent: unknown[] = [];
  function Form() {
    const form = useForm({ defaultValues: { email: "" } });
    return (
      <form onSubmit={form.handleSubmit((values) => void sent.push(values))}>
        <input {...form.register("email")} />
      </form>
    );
  }
  const { place, hydrate } = serve(<Form />);
  const field = place.querySelector("input") as HTMLInputElement;
  type(field, "ann@example.com");
  await hydrate();
  expect(field.value).toBe("ann@example.com");
  await act(async () => place.querySelector("form")?.requestSubmit());
  expect(sent).toEqual([{ email: "ann@example.com" }]);
});

test("fields that nobody touched before the page listens hear of no change", async () => {
  const { hydrate, field, known } = open((_, set) => (
    <input defaultValue="asked" onChange={({ target }) => set(target.value)} />
  ));
  await hydrate();
  expect([field.value, known()]).toEqual(["asked", ""]);
});
