import { hasOwnPassword, hasSocialCard, requireViewer } from "#features/identity/identity.loaders.ts";
import { PasskeyList } from "#features/identity/passkeys/components/passkey-list.island.tsx";
import { SecondFactor } from "#features/identity/second-factor/components/second-factor.island.tsx";
import { SecurityLog } from "#features/identity/security-page/components/security-log.island.tsx";
import { NoPassword } from "#features/identity/settings/components/no-password.tsx";
import { PasswordForm } from "#features/identity/settings/components/password-form.island.tsx";
import { SessionList } from "#features/identity/settings/components/session-list.island.tsx";
import { SettingsFrame } from "#features/identity/settings/components/settings-frame.tsx";
import { SocialAccounts } from "#features/identity/social/components/social-accounts.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/settings/security");

/** How the signed-in user gets in: password, second factor, passkeys, linked accounts, sessions; and what happened to the account. */
export default async function SecuritySettingsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const { userId } = await requireViewer(locale);
    // Where nothing can be linked and nothing is, there is nothing to show.
    const [isSocialShown, hasPassword] = await Promise.all([hasSocialCard(userId), hasOwnPassword(userId)]);
    return (
      <SettingsFrame here="security">
        {hasPassword ? <PasswordForm /> : <NoPassword />}
        <SecondFactor />
        <PasskeyList />
        {isSocialShown ? <SocialAccounts /> : null}
        <SessionList />
        <SecurityLog />
      </SettingsFrame>
    );
  });
}
