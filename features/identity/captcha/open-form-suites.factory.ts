import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeEach, expect } from "vitest";
import { type FakeRequest, fakeApi } from "#lib/testing/fake-api.ts";

/** Set-up of the suites of forms that guests may send: without the cookie `signed-in` a test is a guest's. */
beforeEach(() => {
  sessionStorage.clear();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

const visitor = { id: 3, email: "a@b.test", name: "Anna" };
const countries = [
  { name: "Indonesia", slug: "indonesia", icon: "", icon_id: null, external_id: 6, popular: true },
  { name: "Chile", slug: "chile", icon: "", icon_id: null, external_id: 151, popular: false },
];

/** The API as a form needs it: it knows the visitor and the countries, and answers the rest by `answer`. */
export function answering(answer: Parameters<typeof fakeApi>[0]): FakeRequest[] {
  return fakeApi((request) => {
    if (request.path === "/users/me") return { status: 200, body: visitor };
    if (request.path === "/country") return { status: 200, body: countries };
    return answer(request);
  });
}

/** The same for somebody who is signed in. */
export function answeringUser(answer: Parameters<typeof fakeApi>[0]): FakeRequest[] {
  cookie.set("signed-in", "1");
  return answering(answer);
}

/** Writes a text into the field with this label. */
export function type(label: RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Presses a button as soon as it can be pressed. */
export async function pressReady(name: string): Promise<void> {
  const button = (await screen.findByRole("button", { name })) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

/** What was written by calls of the API. */
export function sent(requests: readonly FakeRequest[]): FakeRequest[] {
  return requests.filter(({ method }) => method !== "GET");
}
