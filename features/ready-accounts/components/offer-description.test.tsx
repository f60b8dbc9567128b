import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OfferDescription } from "#features/ready-accounts/components/offer-description.tsx";
import { harmlessHtml } from "#features/ready-accounts/stock/description.gateway.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const BARE = ["p", "b", "strong", "i", "em", "u", "ul", "ol", "li", "h3", "h4", "code", "br"];

test.each([
  { kind: "by itself", around: (payload: string) => payload },
  { kind: "in a paragraph", around: (payload: string) => `<p>${payload}</p>` },
  { kind: "in a tag that may not be", around: (payload: string) => `<a title="${payload}">x</a>` },
  { kind: "twice, one in the other", around: (payload: string) => payload.replace(">", `>${payload}`) },
])(
  "of two hundred texts that would run a script nothing but bare tags is left in a seller's description, $kind",
  async ({ around }) => {
    for (const payload of xssPayloads) {
      const html = await harmlessHtml(around(payload));
      const page = new DOMParser().parseFromString(
        renderToStaticMarkup(<OfferDescription html={html} />),
        "text/html",
      );
      const inside = [...page.querySelectorAll("body > div *")];
      expect(page.body.children, payload).toHaveLength(1);
      expect(page.head.children, payload).toHaveLength(0);
      for (const element of inside) {
        expect(BARE, payload).toContain(element.localName);
        expect(element.attributes, payload).toHaveLength(0);
      }
    }
  },
);
