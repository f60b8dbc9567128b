import type { ReactElement } from "react";
import { beforeAll, beforeEach } from "vitest";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import type { Locale } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

beforeEach(() => sessionStorage.clear());
// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#components/ui/dialog.island.tsx"), 60_000);

/** Renders an island of the desk within the desk's frame, with its texts in a language. */
export function renderAtDesk(island: ReactElement, locale: Locale = "en") {
  return renderIsland(<StepUpFrame>{island}</StepUpFrame>, locale, messagesOf(locale));
}
