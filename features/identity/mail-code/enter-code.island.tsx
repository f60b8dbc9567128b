"use client";

import { useTranslations } from "next-intl";
import type { LoginAnswer } from "#features/identity/entering/entering.contract.ts";
import { MailedCode } from "#features/identity/mailed-code/mailed-code.island.tsx";
import { api } from "#lib/api/browser-client.ts";

type EnterCodeProps = { request: string; onAnswer: (answer: LoginAnswer) => Promise<void> };

/** Takes the code of a mail, of a login or of a registration, and hands on what it opens. */
export function EnterCode({ request, onAnswer }: EnterCodeProps) {
  const t = useTranslations("identity");
  const send = async (code: string) =>
    onAnswer((await api.post<LoginAnswer>("auth/login/mail-code", { request, code })).data);
  return <MailedCode id="mail-code" submit={t("login.submit")} onCode={send} />;
}
