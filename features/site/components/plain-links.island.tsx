"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { pressedAddress } from "#features/site/link-press.client.ts";

/** Long lists say so by this attribute: their links are plain. */
const PLAIN = "[data-plain-links]";

/**
 * Plain links of long lists lead to pages of the site without loading the site anew: one listener does for all of them what each
 * LocaleLink does for itself, which a phone would have to take hold of one by one.
 */
export function PlainLinks() {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = event.target instanceof Element && event.target.closest(PLAIN) !== null;
      const to = isPlain && !event.defaultPrevented ? pressedAddress(event) : null;
      if (!to) return;
      event.preventDefault();
      router.push(to.pathname + to.search + to.hash);
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);
  return null;
}
