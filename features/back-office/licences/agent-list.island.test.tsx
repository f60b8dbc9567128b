import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgentList } from "#features/back-office/licences/agent-list.island.tsx";
import type { AgentView } from "#features/back-office/licences/desk-agents.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";

const agent: AgentView = {
  ...{ id: 17, user: { id: 17, name: "Anna", email: "anna@mail.test" }, code: "abcd1234" },
  ...{ shareBasisPoints: 1_250, hasRole: false, acceptedVersion: 2, changedAt: "2026-11-28T00:00:00Z" },
  ...{ salesCount: 3, soldKopecks: 300_000, earnedKopecks: 37_500 },
};

function show({ mayApprove = true, mayPublish = true } = {}) {
  const requests = fakeApi(({ path }) =>
    path === "/desk/licences/agreement"
      ? { status: 200, body: { agreement: null } }
      : { status: 200, body: { items: [agent], hasMore: false } },
  );
  renderAtDesk(<AgentList mayApprove={mayApprove} mayPublish={mayPublish} />);
  return requests;
}
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const type = (dialog: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
const posted = (requests: ReturnType<typeof show>) =>
  requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);

test("an agent is shown with share, accepted agreement and sales, and one without the role is marked", async () => {
  show();
  await screen.findByText("anna@mail.test");
  screen.getByText("version 2");
  screen.getByText(/^3 for /);
  screen.getByText("The role was removed: no sales count");
});

test("an agent is approved by number with a share in percent, and none is sent without a good one", async () => {
  const requests = show();
  await click(await screen.findByRole("button", { name: "Approve an agent" }));
  const dialog = await screen.findByRole("dialog", { name: "Approve an agent" });
  type(dialog, /^User number/, "42");
  type(dialog, /^Share/, "95");
  type(dialog, /^Reason/, "a good seller");
  const send = () => click(within(dialog).getByRole("button", { name: "Approve an agent" }));
  await send();
  expect(posted(requests)).toEqual([]);
  type(dialog, /^Share/, "12,5");
  await send();
  expect(posted(requests)).toEqual([
    ["/desk/licences/agents/42/approve", { shareBasisPoints: 1_250, reason: "a good seller" }],
  ]);
});

test("a lead publishes the agreement, and who only looks on changes nothing", async () => {
  const requests = show({ mayApprove: false });
  await click(await screen.findByRole("button", { name: "Publish a version" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish a version" });
  type(dialog, /^Text of the agreement/, "Sell honestly.");
  type(dialog, /^Reason/, "the first one");
  await click(within(dialog).getByRole("button", { name: "Publish a version" }));
  expect(posted(requests)).toEqual([
    ["/desk/licences/agreement", { text: "Sell honestly.", reason: "the first one" }],
  ]);
  expect(screen.queryByRole("button", { name: /Approve|Set the share/ })).toBeNull();
});
