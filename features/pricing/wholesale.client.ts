import cookie from "js-cookie";
import { useEffect, useState } from "react";
import { cookies } from "#lib/cookies.ts";

/**
 * Whether wholesale prices are shown: as it was chosen last, at this visit or an earlier one; `asked` (a choice that the
 * address names) counts more than that.
 */
export function useWholesale(asked: boolean | undefined): [boolean, (wholesale: boolean) => void] {
  const [wholesale, setWholesale] = useState(false);
  useEffect(() => setWholesale(asked ?? cookie.get(cookies.wholesale.name) === "1"), [asked]);
  const choose = (next: boolean) => {
    setWholesale(next);
    const { name, maxAgeSeconds } = cookies.wholesale;
    cookie.set(name, next ? "1" : "0", { path: "/", sameSite: "lax", expires: maxAgeSeconds / 86_400 });
  };
  return [wholesale, choose];
}
