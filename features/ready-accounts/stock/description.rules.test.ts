import { expect, test } from "vitest";
import { harmlessHtml } from "#features/ready-accounts/stock/description.rules.ts";

test("plain text and the allowed tags stay, and making it harmless twice changes nothing", () => {
  const text = "<p>Two <b>steps</b> &amp; a code</p><ul><li>one</li></ul>";
  expect(harmlessHtml(text)).toBe(text);
  expect(harmlessHtml(harmlessHtml("a < b & <x>"))).toBe(harmlessHtml("a < b & <x>"));
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ['<p onclick="alert(1)">x</p>', "<p>x</p>"],
  ["<b style=x>y", "<b>y</b>"],
  ['<a href="javascript:x">y</a>', "&lt;a href=&quot;javascript:x&quot;&gt;y&lt;/a&gt;"],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
  ["</div></p>text", "&lt;/div&gt;text"],
  ["<b><i>x</b>y", "<b><i>x</i></b>y"],
  ["<BR/>", "<br>"],
  ["<p<b>x", "&lt;p<b>x</b>"],
  ["&copy; &notanentityname; &#60;", "&copy; &amp;notanentityname; &#60;"],
])("a description that says %j is shown as the harmless %j", (text, made) => {
  expect(harmlessHtml(text)).toBe(made);
});
