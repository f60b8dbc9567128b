import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ShownComment } from "#features/community/comments/comments.reads.ts";
import { type Thread, threadsOf } from "#features/community/comments/comments.rules.ts";
import { CommentsBlock } from "#features/community/comments/components/comments-block.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

function comment(part: Partial<ShownComment> & { id: number }): ShownComment {
  return {
    ...{ parentId: null, name: "Anna", text: "It helped.", locale: "en" },
    createdAt: new Date("2026-11-20T23:30:00Z"),
    ...part,
  };
}

function block(threads: readonly Thread<ShownComment>[], locale: Locale = "en") {
  return <CommentsBlock locale={locale} article="news" threads={threads} />;
}
const show = (threads: readonly Thread<ShownComment>[], locale: Locale = "en") =>
  renderIsland(block(threads, locale), locale, messagesOf(locale));

test("the block tells each comment's words, author and day, in which language it was written, and its replies", () => {
  show(
    threadsOf([
      comment({ id: 1 }),
      comment({ id: 2, parentId: 1, name: "Борис", text: "И мне", locale: "ru" }),
    ]),
  );
  const [first, reply] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(first.contains(reply)).toBe(true);
  expect(first.querySelector("time")?.getAttribute("datetime")).toBe("2026-11-20");
  expect(within(reply).getByText("И мне").lang).toBe("ru");
  expect(within(first).getByText("It helped.").lang).toBe("");
});

test("what is no reply can be replied to by name, a reply cannot, and each can be reported", () => {
  show(threadsOf([comment({ id: 1 }), comment({ id: 2, parentId: 1, name: "Boris" })]));
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual(["Report: Anna", "Report: Boris", "Reply: Anna", "Write a comment"]);
});

test("without a comment the block says so and can be written to", () => {
  show([]);
  screen.getByText("Nobody has written a comment yet.");
  screen.getByRole("button", { name: "Write a comment" });
});

test("two hundred texts that would run a script stay texts under an article", async () => {
  const hostile = await expectInertRows((texts) => {
    const comments = texts.map((words, at) =>
      comment({ ...{ id: at + 1, parentId: at % 2 ? at : null }, ...{ name: words, text: words } }),
    );
    const markup = sentMarkup(block(threadsOf(comments)));
    return new DOMParser().parseFromString(markup, "text/html").body;
  });
  expect(hostile.querySelectorAll("time")).toHaveLength(200);
});

test.each(locales)("the block of comments has all its words in %s", (locale) => {
  const { container } = show(threadsOf([comment({ id: 1 }), comment({ id: 2, parentId: 1 })]), locale);
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
