import { expect, test } from "vitest";
import { harmlessHtml } from "#features/ready-accounts/stock/description.gateway.ts";

test("plain text and the allowed tags stay, and making it harmless twice changes nothing", async () => {
  const text = "<p>Two <b>steps</b> &amp; a code</p><ul><li>one</li></ul>";
  expect(await harmlessHtml(text)).toBe(text);
  const made = await harmlessHtml("a < b & <x>");
  expect(await harmlessHtml(made)).toBe(made);
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ['<p onclick="alert(1)">x</p>', "<p>x</p>"],
  ["<b style=x>y", "<b>y</b>"],
  ['<a href="javascript:x">y</a>', "&lt;a&gt;y&lt;/a&gt;"],
  ["<img src=x onerror=alert(1)>", "&lt;img /&gt;"],
  ["<svg><p>x</p></svg>", "&lt;svg&gt;<p>x</p>&lt;/svg&gt;"],
  ["<textarea><b>x</textarea>", "&lt;textarea&gt;&lt;b&gt;x&lt;/textarea&gt;"],
  ["</div>text", "text"],
  ["<b><i>x</b>y", "<b><i>x</i></b>y"],
  ["<BR/>", "<br />"],
  ["<!-- x -->y", "y"],
  ["&#60;script&#62;", "&lt;script&gt;"],
])("a description that says %j is shown as the harmless %j", async (text, made) => {
  expect(await harmlessHtml(text)).toBe(made);
});
