"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { RegistrationSent } from "#features/identity/sign-in-pages/registration-sent.island.tsx";
import { findSentMail, type SentMail } from "#features/payments/guests/guests.client.ts";
import { guestPaths } from "#features/payments/guests.rules.ts";

/** After the payment: takes the code of the mail where this browser has begun it, and says what to do anywhere else. */
export function GuestPaid({ mailbox }: { mailbox: string | null }) {
  const t = useTranslations("payments.guest");
  const [sent, setSent] = useState<SentMail | null>(null);
  useEffect(() => setSent(findSentMail()), []);
  if (sent === null) return <p>{t("paidElsewhere")}</p>;
  return <RegistrationSent {...sent} returnPath={guestPaths.claim} mailbox={mailbox} />;
}
