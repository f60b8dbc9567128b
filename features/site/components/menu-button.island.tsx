"use client";

import { Menu } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";

const Drawer = dynamic(
  () => import("#features/site/components/mobile-drawer.island.tsx").then((module) => module.MobileDrawer),
  { ssr: false },
);

/** Opens the drawer of the mobile template; the drawer's code comes with the first tap. */
export function MenuButton(facts: Omit<ComponentProps<typeof Drawer>, "open" | "onOpenChange">) {
  const t = useTranslations("site.nav");
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <IconButton
        label={t("open")}
        aria-expanded={open}
        aria-haspopup="dialog"
        className="-ml-2 lg:hidden"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Menu aria-hidden="true" className="size-6" />
      </IconButton>
      {wanted ? <Drawer {...facts} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
