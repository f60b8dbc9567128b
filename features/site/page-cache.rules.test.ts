import { describe, expect, it } from "vitest";
import { pageRules } from "#features/site/page-cache.rules.ts";
import { createPageMatcher } from "#lib/api/front-door/page-rules.ts";

const match = createPageMatcher(pageRules);

describe("pages that the front door keeps", () => {
  it.each([
    ["/", "", "/"],
    ["/ru", "", "/"],
    ["/cn/services", "", "/services"],
    ["/countries/indonesia", "", "/countries/{slug}"],
    ["/hi/blog/how-to", "", "/blog/{slug}"],
    ["/privacy-policy", "", "/privacy-policy"],
    ["/hi/public-offer", "", "/public-offer"],
    ["/telegram", "", "/{slug}"],
    ["/tr/whatsapp", "", "/{slug}"],
    ["/guide/refunds", "", "/{path+}"],
    ["/cn/guide/renting/rules", "", "/{path+}"],
    ["/sitemap.xml", "", "/sitemap.xml"],
  ])("the page %s%s is kept by the rule %s", (path, query, pattern) => {
    expect(match(path, query)?.rule.pattern).toBe(pattern);
  });

  it.each([
    "/profile",
    "/ru/profile",
    "/profile/pay",
    "/partner",
    "/es/partner/sim-card",
    "/desk",
    "/ru/desk/payments/7",
    "/authorization",
    "/cn/registration",
    "/request-password",
    "/confirm/abc",
    "/signup/confirm-email",
    "/signup/email-back",
    "/bot-link/x",
    "/success-payment",
    "/gallery",
    "/ru/gallery",
    "/admin",
    "/_next/image",
    "/icons/countries/gb.svg",
    "/A/b/c_d",
  ])("the page %s is never kept", (path) => {
    expect(match(path, "")).toBeNull();
  });

  it.each([
    ["/faq", "content:faq"],
    ["/blog", "content:articles"],
    ["/blog/how-to", "content:articles"],
    ["/blog/feed.xml", "content:articles"],
    ["/guide/refunds", "content:pages"],
    ["/refunds", "content:pages"],
    ["/sitemap.xml", "content:pages"],
    ["/", "reviews"],
    ["/telegram", "catalogue"],
  ])("the page %s is dropped when %s is announced", (path, tag) => {
    expect(match(path, "")?.rule.tags).toContain(tag);
  });

  it("keeps one copy per language", () => {
    expect(match("/", "")?.address).toBe("/");
    expect(match("/ru", "")?.address).toBe("/ru");
    expect(match("/ru", "")?.locale).toBe("ru");
  });

  it("leaves spellings that are redirected away to the renderer", () => {
    expect(match("/en", "")).toBeNull();
    expect(match("/en/services", "")).toBeNull();
    expect(match("/services/", "")).toBeNull();
  });

  it("ignores query parameters that change nothing, so that they cannot fill the cache", () => {
    expect(match("/", "utm_source=x&anything=1")?.address).toBe("/");
    expect(match("/blog", "tag=news&page=2&x=1")?.address).toBe("/blog?page=2&tag=news");
    expect(match("/blog", "page=2&tag=news")?.address).toBe("/blog?page=2&tag=news");
  });

  it("keeps no page by what somebody types", () => {
    expect(match("/prices", "service=telegram&sort=-count&page=2")?.address).toBe(
      "/prices?page=2&service=telegram&sort=-count",
    );
    expect(match("/prices", "q=tele")).toBeNull();
    expect(match("/ru/prices", "q=&service=telegram&q=tele")).toBeNull();
    expect(match("/search", "q=tele&tab=articles")).toBeNull();
    expect(match("/ru/search", "q=%20&tab=articles&shown=40")?.address).toBe("/ru/search");
    expect(match("/prices", "q=&service=telegram")?.address).toBe("/prices?service=telegram");
  });
});
