"use client";

import { Eye, EyeOff, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useTester } from "#features/api-docs/tester/tester.client.ts";
import { isSandboxKey, type TesterAccess } from "#features/api-docs/tester/tester.rules.ts";
import { testKeyDays, useSandboxKey } from "#features/api-docs/tester/tester-keys.client.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { type GobackPage, gobackPath, pathHere } from "#lib/http/goback.ts";

type KeyBarProps = { access: TesterAccess; error: "missing" | "unsendable" | null };

/** With whose key a call is tried: typed, or a sandbox key made by one press. All forms of the tab share it. */
export function KeyBar({ access, error }: KeyBarProps) {
  const t = useTranslations("buyerApi.tester.key");
  if (access === "none") return <p className="text-muted text-sm">{t("none")}</p>;
  return access === "session" ? <SessionLine /> : <KeyField error={error} />;
}

function SessionLine() {
  const t = useTranslations("buyerApi.tester.key");
  const { visitor, isKnown } = useVisitor();
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">{t("session")}</p>
      {isKnown && !visitor ? <SignInLink>{t("signIn")}</SignInLink> : null}
    </div>
  );
}

/** Leads back here after signing in. Drawn by the browser alone, which knows who is looking. */
function SignInLink({ children, page = "/authorization" }: { children: string; page?: GobackPage }) {
  return (
    <LocaleLink href={gobackPath(page, pathHere())} className={buttonClasses("plain", "md", "w-fit")}>
      {children}
    </LocaleLink>
  );
}

function KeyField({ error }: { error: KeyBarProps["error"] }) {
  const t = useTranslations("buyerApi.tester.key");
  const { key, putKey } = useTester();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isSandbox = isSandboxKey(key.trim());
  const Icon = isShown ? EyeOff : Eye;
  const message = error === null || (error === "missing" && key !== "") ? undefined : t(error);
  return (
    <div className="grid gap-3">
      <Field
        id={id}
        label={t("label")}
        hint={t("hint")}
        error={message}
        aside={key.trim() === "" ? null : <KindBadge isSandbox={isSandbox} />}
      >
        <div className="relative">
          <Input
            {...describedBy(id, { hint: true, error: message })}
            data-slot="key"
            type={isShown || isSandbox ? "text" : "password"}
            value={key}
            onChange={(event) => putKey(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className={isSandbox ? "font-mono" : "pr-12 font-mono"}
          />
          {isSandbox ? null : (
            <div className="absolute inset-y-0 right-0 flex items-center pr-1">
              <IconButton label={t(isShown ? "hide" : "show")} onClick={() => setShown(!isShown)}>
                <Icon aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
          )}
        </div>
      </Field>
      {isSandbox ? null : <MakeKey />}
    </div>
  );
}

function KindBadge({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations("buyerApi.tester.key");
  return <Badge tone={isSandbox ? "good" : "warn"}>{t(isSandbox ? "sandbox" : "live")}</Badge>;
}

/** One press for who is signed in; everybody else is led to where keys come from. */
function MakeKey() {
  const t = useTranslations("buyerApi.tester.key");
  const { visitor, isKnown } = useVisitor();
  const { make, isPending, problem } = useSandboxKey();
  const id = useId();
  if (isKnown && !visitor) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p className="text-muted">{t("guest")}</p>
        <SignInLink page="/registration">{t("register")}</SignInLink>
        <SignInLink>{t("signIn")}</SignInLink>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          busy={isPending}
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          aria-describedby={`${id}-hint`}
          onClick={make}
        >
          {t("make")}
        </Button>
        <p id={`${id}-hint`} className="text-muted text-sm">
          {t("makeHint", { days: testKeyDays })}
        </p>
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-bad text-sm">
          {problem}{" "}
          <LocaleLink href="/profile/settings/api" className="text-link underline">
            {t("manage")}
          </LocaleLink>
        </p>
      )}
    </div>
  );
}
