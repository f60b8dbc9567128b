"use client";

import { useEffect } from "react";
import { useVisitor } from "#features/site/visitor.client.ts";

const ASKED = "commerce-orders";

/** Reports purchases once after somebody has signed in, in each tab; shows nothing. Later ones are reported when credited. */
export function PurchaseReports() {
  const { visitor } = useVisitor();
  const userId = visitor?.id;
  useEffect(() => {
    if (userId === undefined || sessionStorage.getItem(ASKED) === String(userId)) return;
    sessionStorage.setItem(ASKED, String(userId));
    void import("#features/payments/commerce/commerce.client.ts")
      .then(({ reportPurchases }) => reportPurchases())
      .catch(() => undefined);
  }, [userId]);
  return null;
}
