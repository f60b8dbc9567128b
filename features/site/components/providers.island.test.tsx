import { useMutation } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { Providers } from "#features/site/components/providers.island.tsx";
import { api } from "#lib/api/browser-client.ts";
import { saidBeside } from "#lib/api/said-beside.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const reason = "The number is gone.";

beforeEach(() => useToasts.setState({ list: [] }));

/** A step that the API refuses; its words stand beside it where it says so. */
function Step({ isSaidBeside }: { isSaidBeside: boolean }) {
  const step = useMutation({
    ...(isSaidBeside ? { meta: saidBeside } : {}),
    mutationFn: () => api.post("steps"),
  });
  return (
    <>
      <button type="button" onClick={() => step.mutate()}>
        Take it
      </button>
      {isSaidBeside && step.error ? <p role="alert">{step.error.message}</p> : null}
    </>
  );
}

async function takeStep(isSaidBeside: boolean): Promise<void> {
  fakeApi(() => refusal(409, "GONE", reason));
  renderIsland(
    <Providers rubPerUsd={null}>
      <Step isSaidBeside={isSaidBeside} />
    </Providers>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Take it" }));
}

const notified = () => useToasts.getState().list.map(({ text }) => text);

test("a step that says nothing itself is told in a notification when it fails", async () => {
  await takeStep(false);
  await waitFor(() => expect(notified()).toEqual([reason]));
});

test("a step whose refusal stands beside it is not told in a notification as well", async () => {
  await takeStep(true);
  expect((await screen.findByRole("alert")).textContent).toBe(reason);
  expect(notified()).toEqual([]);
});
