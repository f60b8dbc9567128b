"use client";

import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { MethodTesterProps } from "#features/api-docs/tester/tester.rules.ts";

const TesterPanel = dynamic(() => import("#features/api-docs/tester/components/tester-panel.island.tsx"), {
  ssr: false,
  loading: () => <div className="h-96" aria-busy="true" />,
});

/** "Test this method": a button that opens the form; its scripts are loaded then. What was typed stays when it is closed. */
export function MethodTester(props: MethodTesterProps) {
  const t = useTranslations("buyerApi.tester");
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-4">
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        className="w-fit"
        icon={<FlaskConical aria-hidden="true" className="size-4" />}
        onClick={() => {
          setOpened(true);
          setOpen(!isOpen);
        }}
      >
        {t(isOpen ? "close" : "open")}
        <span className="sr-only"> {props.method.id}</span>
      </Button>
      <div id={id} hidden={!isOpen}>
        {wasOpened ? <TesterPanel {...props} /> : null}
      </div>
    </div>
  );
}
