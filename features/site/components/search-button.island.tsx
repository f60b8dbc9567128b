"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";

const Overlay = dynamic(
  () => import("#features/site/components/search-overlay.island.tsx").then((module) => module.SearchOverlay),
  { ssr: false },
);

/** Opens the search over the page; its code comes with the first click. */
export function SearchButton() {
  const t = useTranslations("site.search");
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <IconButton
        label={t("open")}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
      {wanted ? <Overlay open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
