import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { ProfileMenu } from "#features/site/components/profile-menu.island.tsx";
import { SupportFrame } from "#features/site/components/support.island.tsx";
import { openShops } from "#features/site/site.loaders.ts";
import { env } from "#lib/env.ts";

/** Around the pages of who is signed in: the menu at the side, whom their cards ask for help, and a fresh second factor where one is wanted. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <StepUpFrame>
      <PageFrame className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8">
        <ProfileMenu {...openShops} />
        <div className="min-w-0">
          <SupportFrame email={env.SUPPORT_EMAIL}>{children}</SupportFrame>
        </div>
      </PageFrame>
    </StepUpFrame>
  );
}
