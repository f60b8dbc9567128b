"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { CodeBox } from "#features/api-docs/tester/components/code-box.tsx";
import {
  type SnippetLanguage,
  snippetLanguages,
  snippetOf,
} from "#features/api-docs/tester/snippets.rules.ts";
import { useTester } from "#features/api-docs/tester/tester.client.ts";
import {
  isSandboxKey,
  type TesterAccess,
  type TesterRequest,
} from "#features/api-docs/tester/tester.rules.ts";

const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: "curl",
  javascript: "JavaScript",
  python: "Python",
  php: "PHP",
};

/** Stand where the key or the session's token belongs. */
const PLACEHOLDERS: Readonly<Record<TesterAccess, string | null>> = {
  none: null,
  key: "YOUR_API_KEY",
  session: "YOUR_SESSION_TOKEN",
};

type ExampleCodeProps = { request: TesterRequest; origin: string; access: TesterAccess };

/** The filled-in call as a program. A live key stands in it only when its owner asks for that. */
export function ExampleCode({ request, origin, access }: ExampleCodeProps) {
  const t = useTranslations("buyerApi.tester.examples");
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const [wish, setInput] = useState<boolean | null>(null);
  const ownKey = useTester(({ key }) => key.trim());
  const canShow = access === "key" && ownKey !== "";
  const isShown = canShow && (wish ?? isSandboxKey(ownKey));
  const code = snippetOf(language, { request, origin, key: isShown ? ownKey : PLACEHOLDERS[access] });
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="font-semibold text-sm">{t("title")}</h4>
      <CodeBox
        label={t("title")}
        code={code}
        copyLabel={t("copy")}
        className="max-h-96"
        head={
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fields
          <div role="group" aria-label={t("language")} className={`${segmentedClasses} max-w-full flex-wrap`}>
            {snippetLanguages.map((one) => (
              <Segment
                key={one}
                chosen={one === language}
                className="px-2 text-xs sm:px-3 sm:text-sm"
                onClick={() => setLanguage(one)}
              >
                {languageNames[one]}
              </Segment>
            ))}
          </div>
        }
      />
      {canShow ? (
        <Checkbox checked={isShown} onChange={(event) => setInput(event.target.checked)}>
          {t("withKey")}
        </Checkbox>
      ) : null}
    </div>
  );
}
