import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { Webhooks } from "#features/notifications/webhooks/components/webhooks.island.tsx";
// Loaded beforehand, since a busy machine takes its time for what is loaded lazily.
import "#features/notifications/webhooks/components/ask-first.island.tsx";
import "#features/notifications/webhooks/components/webhook-form.island.tsx";
import {
  changeWebhookEndpoint,
  type DeliveryView,
  type WebhookView,
} from "#features/notifications/webhooks/webhooks.contract.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

const webhook = (change: Partial<WebhookView> = {}): WebhookView => ({
  id: 7,
  name: "bot",
  url: "https://bot.example.com/hook",
  events: ["activation.sms_received"],
  format: "standard",
  isEnabled: true,
  disabledReason: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  ...change,
});

const delivery = (id: number, change: Partial<DeliveryView> = {}): DeliveryView => ({
  id,
  messageId: `msg_${id}`,
  type: "activation.sms_received",
  state: "delivered",
  attempts: 1,
  happenedAt: "2026-11-21T10:00:00.000Z",
  createdAt: "2026-11-21T10:00:00.000Z",
  nextAttemptAt: null,
  lastAttempt: { beganAt: "2026-11-21T10:00:00.000Z", durationMs: 31, status: 200, fault: null, answer: "" },
  ...change,
});

const click = (name: string) => user.click(screen.getByRole("button", { name }));
const sent = (requests: FakeRequest[], method: string) =>
  requests.filter((request) => request.method === method).map(({ path, body }) => [path, body]);

beforeEach(() => useToasts.setState({ list: [] }));

test("a first webhook: events are chosen, a refused address is told under it, the secret is shown this once", async () => {
  let list: WebhookView[] = [];
  let isRefused = true;
  const requests = fakeApi(({ method }) => {
    if (method === "GET") return { status: 200, body: list };
    if (isRefused) return refusal(400, "WEBHOOK_URL_FORBIDDEN", "This address cannot be used.");
    list = [webhook()];
    return { status: 201, body: { id: 7, secret: "whsec_abc" } };
  });
  renderIsland(<Webhooks />);
  await screen.findByText("No webhooks yet");
  await click("Add a webhook");
  const form = await screen.findByRole("dialog");
  const url = within(form).getByLabelText("Address");
  await user.type(within(form).getByLabelText("Name"), "bot");
  await user.clear(url);
  await user.type(url, "https://10.0.0.1/");
  await user.click(within(form).getByRole("checkbox", { name: "Choose all" }));
  await user.click(within(form).getByRole("checkbox", { name: "Choose all" }));
  await click("Create");
  await within(form).findByText("Choose at least one");
  await user.click(within(form).getByRole("checkbox", { name: /SMS received/ }));
  await click("Create");
  await within(form).findByText("This address cannot be used.");
  isRefused = false;
  await click("Create");
  expect((await screen.findByTestId("fresh-secret")).textContent).toBe("whsec_abc");
  await screen.findByRole("heading", { name: /bot/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  const wish = {
    name: "bot",
    url: "https://10.0.0.1/",
    events: ["activation.sms_received"],
    format: "standard",
  };
  expect(sent(requests, "POST")).toEqual([
    ["/webhooks", wish],
    ["/webhooks", wish],
  ]);
});

test("a classic webhook is told of SMS alone; what else was chosen comes back with the standard format", async () => {
  const old = webhook({ events: ["activation.issued", "rental.sms_received"] });
  const requests = fakeApi(({ method }) => ({
    status: 200,
    body: method === "GET" ? [old] : { status: "changed" },
  }));
  renderIsland(<Webhooks />);
  const edit = async () => {
    await user.click(await screen.findByRole("button", { name: "Change: bot" }));
    return within(await screen.findByRole("dialog"));
  };
  const form = await edit();
  const boxes = () => form.getAllByRole("checkbox").length;
  const all = boxes();
  await user.click(form.getByRole("radio", { name: "Classic" }));
  expect(boxes()).toBe(3);
  form.getByRole("radio", { name: "Classic", description: /SMS-Activate/ });
  await user.click(form.getByRole("radio", { name: "Standard" }));
  expect(boxes()).toBe(all);
  form.getByRole("checkbox", { name: /Number issued/, checked: true });
  await user.click(form.getByRole("radio", { name: "Classic" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const put = {
    name: "bot",
    url: old.url,
    events: ["rental.sms_received"],
    format: "classic",
    isEnabled: true,
  };
  expect(sent(requests, "PUT")).toEqual([["/webhooks/7", put]]);
  // Exactly what the endpoint takes: it refuses members that it does not know.
  expect(changeWebhookEndpoint.body?.parse(put)).toEqual(put);
});

test("an event that was chosen by a former name keeps it, and takes the name of today when it is chosen anew", async () => {
  const old = webhook({ events: ["number.issued", "rental.canceled"] });
  const requests = fakeApi(({ method }) => ({
    status: 200,
    body: method === "GET" ? [old] : { status: "changed" },
  }));
  renderIsland(<Webhooks />);
  await screen.findByText("Number issued, Rental cancelled");
  await user.click(await screen.findByRole("button", { name: "Change: bot" }));
  const form = within(await screen.findByRole("dialog"));
  const box = form.getByRole("checkbox", { name: /rental\.canceled/, checked: true });
  form.getByRole("checkbox", { name: /number\.issued/, checked: true });
  await user.click(box);
  await user.click(form.getByRole("checkbox", { name: /rental\.cancelled/ }));
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "PUT")).toMatchObject([
    ["/webhooks/7", { events: ["number.issued", "rental.cancelled"] }],
  ]);
});

test("the log tells states, reasons and answers in words, and sends again", async () => {
  const requests = fakeApi(({ path, method }) => {
    if (method === "POST") return { status: 202, body: { status: "queued" } };
    if (!path.endsWith("/deliveries")) return { status: 200, body: [webhook()] };
    const late = { ...delivery(2).lastAttempt!, status: null, fault: "timeout" as const };
    const wrong = { ...delivery(3).lastAttempt!, status: 500, answer: "<b>boom</b>" };
    const deliveries = [
      delivery(3, { state: "failed", attempts: 12, lastAttempt: wrong }),
      delivery(2, {
        state: "pending",
        attempts: 4,
        nextAttemptAt: "2026-11-21T11:00:00.000Z",
        lastAttempt: late,
      }),
      delivery(1, { type: "webhook.test" }),
    ];
    return { status: 200, body: { deliveries, isMore: false } };
  });
  renderIsland(<Webhooks />);
  await user.click(await screen.findByRole("button", { name: "Log: bot" }));
  const log = await screen.findByRole("region", { name: "Log of bot" });
  await within(log).findByText("Not delivered");
  within(log).getByText(/12 attempts/);
  within(log).getByText("No answer within 5 seconds");
  within(log).getByText(/4 attempts · next at/);
  within(log).getByText("Answer 200 in 31 ms");
  within(log).getByText("<b>boom</b>");
  within(log).getByText("Test");
  await user.click(within(log).getByRole("button", { name: "Send again: SMS received, 3" }));
  await waitFor(() => expect(sent(requests, "POST")).toEqual([["/webhook-deliveries/3/resend", {}]]));
});

test("why it is off and what it does are told; steps that programs feel ask first", async () => {
  const off = webhook({ isEnabled: false, disabledReason: "failures" });
  let list = [off];
  const requests = fakeApi(({ method }) => {
    if (method === "DELETE") list = [];
    return { status: 200, body: method === "GET" ? list : { status: "changed" } };
  });
  renderIsland(<Webhooks />);
  await screen.findByText("Turned off after three days of failed deliveries");
  expect(screen.queryByRole("button", { name: "Send a test: bot" })).toBeNull();
  await click("Turn on: bot");
  await waitFor(() => expect(sent(requests, "PUT")).toHaveLength(1));
  expect(sent(requests, "PUT")[0]?.[1]).toMatchObject({ isEnabled: true, url: off.url });
  await click("Delete: bot");
  const question = await screen.findByRole("dialog");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "DELETE")).toEqual([]);
  await click("Delete: bot");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText("No webhooks yet");
});

test("a list that cannot be read says so and can be asked for again", async () => {
  let isDown = true;
  fakeApi(() =>
    isDown ? refusal(503, "SERVICE_UNAVAILABLE", "Come back later.") : { status: 200, body: [webhook()] },
  );
  renderIsland(<Webhooks />);
  await screen.findByText("Come back later.");
  isDown = false;
  await click("Retry");
  await screen.findByRole("heading", { name: /bot/ });
});
