import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { expect, test } from "vitest";
import { RequestForm } from "#features/community/service-requests/request-form.island.tsx";
import { answering, sent, type } from "#features/identity/captcha/open-form-suites.factory.ts";
import { DeadEndFrame } from "#features/pricing/dead-end.island.tsx";
import { refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Send the request" }));

test("a user stuck in a search sends the wanted service and country, and reads that it was accepted", async () => {
  cookie.set("signed-in", "1");
  const requests = answering(() => ({ status: 202, body: { status: "accepted" } }));
  renderIsland(
    <DeadEndFrame serviceId={52} serviceName="Telegram" search="chil">
      <RequestForm />
    </DeadEndFrame>,
  );
  await waitFor(() =>
    expect((screen.getByLabelText(/Desired country/) as HTMLSelectElement).value).toBe("151"),
  );
  expect(screen.queryByLabelText(/Email/)).toBeNull();
  type(/Website address/, "example.com");
  type(/SMS text/, "code 1");
  type(/Price/, "49,90");
  submit();
  await screen.findByText("Your application has been accepted");
  expect(sent(requests)[0]).toMatchObject({
    path: "/service-requests",
    body: {
      website: "example.com",
      smsText: "code 1",
      serviceId: 52,
      countryId: 151,
      priceKopecks: 4_990,
    },
  });
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a sent request leaves the focus on what becomes of it, and another one begins at its first field", async () => {
  cookie.set("signed-in", "1");
  answering(() => ({ status: 202, body: { status: "accepted" } }));
  renderIsland(<RequestForm />);
  await waitFor(() => expect(screen.getByLabelText(/Desired country/).children.length).toBe(3));
  expect(document.activeElement).toBe(document.body);
  type(/Website address/, "example.com");
  type(/SMS text/, "code 1");
  submit();
  const words = await screen.findByText("Your application has been accepted");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
  const another = screen.getByRole("button", { name: "Request another one" });
  another.focus();
  fireEvent.click(another);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Website address/)));
});

test("what is missing is said at its field, nothing is sent, and a guest is asked for an address", async () => {
  const requests = answering(() => ({ status: 202, body: {} }));
  renderIsland(<RequestForm />);
  await screen.findByLabelText(/Email/);
  type(/Website address/, "nothing");
  type(/Price/, "a lot");
  submit();
  await screen.findByText("Write the address of a website, such as example.com.");
  expect(screen.getByText("Write an amount such as 50 or 49,90.")).toBeTruthy();
  expect(screen.getAllByText("Required to fill in")).toHaveLength(2);
  expect(sent(requests)).toEqual([]);
});

test("a refusal keeps what was typed and says that it was not sent", async () => {
  cookie.set("signed-in", "1");
  answering(() => refusal(429, "TOO_MANY_ATTEMPTS", "Too many attempts"));
  renderIsland(<RequestForm />);
  await waitFor(() => expect(screen.getByLabelText(/Desired country/).children.length).toBe(3));
  type(/Website address/, "example.com");
  type(/SMS text/, "code 1");
  submit();
  expect((await screen.findByRole("alert")).textContent).toContain("Sending error");
  expect(screen.getByRole("alert").textContent).toContain("Too many attempts");
  expect((screen.getByLabelText(/Website address/) as HTMLInputElement).value).toBe("example.com");
});
