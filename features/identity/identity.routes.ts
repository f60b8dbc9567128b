import { forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { keyPrefix } from "#features/identity/api-keys/api-keys.rules.ts";
import { removeApiKey, rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { claimForKeys, proveForMoney } from "#features/identity/api-keys/key-proof.writes.ts";
import { arrivalOf } from "#features/identity/attribution/attribution.rules.ts";
import { getCaptcha } from "#features/identity/captcha/captcha.contract.ts";
import { captchaInUse } from "#features/identity/captcha/captcha.writes.ts";
import { entryCookies, loginCaller, signedInAnswer } from "#features/identity/entering/entering.view.ts";
import {
  createApiKey,
  deleteApiKey,
  getMe,
  type Me,
  saveSettings,
} from "#features/identity/identity.contract.ts";
import { getMe as readUser } from "#features/identity/identity.reads.ts";
import { maskedApiKey, safeReturnPath } from "#features/identity/identity.rules.ts";
import { changeSettings } from "#features/identity/identity.writes.ts";
import { login, logout } from "#features/identity/login/login.contract.ts";
import { signIn } from "#features/identity/login/login.writes.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { askerOf } from "#features/identity/mail-budget.reads.ts";
import {
  changePassword,
  requestPassword,
  resetPassword,
} from "#features/identity/password-reset/password-reset.contract.ts";
import {
  changePassword as changeOwnPassword,
  requestPasswordReset,
  resetPassword as resetByLink,
} from "#features/identity/password-reset/password-reset.writes.ts";
import {
  confirmEmail,
  register,
  resendConfirmation,
} from "#features/identity/registration/registration.contract.ts";
import {
  registrationCookie,
  registrationTokenOf,
} from "#features/identity/registration/registration.rules.ts";
import {
  confirmRegistration,
  resendConfirmation as resendLink,
  startRegistration,
} from "#features/identity/registration/registration.writes.ts";
import { sessionTokenOfRequest, tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { editorHint, hasEditorHint, signOutCookies } from "#features/identity/sessions/sessions.rules.ts";
import { endSessionOf } from "#features/identity/sessions/sessions.writes.ts";
import { mayEditContent } from "#features/identity/staff.reads.ts";
import { readThrottle } from "#features/identity/throttle/throttle.reads.ts";
import { pressures } from "#features/identity/throttle/throttle.rules.ts";
import type { UserActor, UserId } from "#lib/api/actor.ts";
import { reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { isHttps } from "#lib/https.ts";
import { parseRoubles } from "#lib/money/kopecks.ts";

/** What features below this one know of an account. */
type AccountFacts = {
  /** Does it buy at the wholesale tier? */
  readonly isWholesale: (db: Db, userId: UserId) => Promise<boolean>;
};

/** The calls of identity, beside those about sessions. */
export const makeIdentityRoutes = (facts: AccountFacts) => [...plainRoutes, ...makeMeRoutes(facts)];

const plainRoutes = [
  route(getCaptcha, async ({ db, query }) => {
    const { workLevel } = await readThrottle(db, [pressures[query.for]]);
    return captchaInUse().task(Math.max(query.level, workLevel ?? 0));
  }),
  route(register, async ({ db, body, ip, locale, request }) => {
    const made = await startRegistration(
      db,
      {
        email: body.email,
        name: body.name,
        password: body.password,
        returnPath: safeReturnPath(body.returnPath),
      },
      { ip, locale, captcha: body.captcha, arrival: arrivalOf(request.headers.get("cookie")) },
    );
    return reply(
      { status: "confirmation-sent" as const, ...made },
      { headers: { "set-cookie": registrationCookie(made.request, isHttps) } },
    );
  }),
  route(confirmEmail, async ({ db, body, ip, request }) => {
    const caller = loginCaller(request, ip, false);
    const own = registrationTokenOf(request.headers.get("cookie"), isHttps);
    const { returnPath, session } = await confirmRegistration(db, body.token, own, caller);
    const confirmed = { status: "confirmed" as const, returnPath, isSignedIn: session !== null };
    return session ? reply(confirmed, { headers: { "set-cookie": entryCookies(session) } }) : confirmed;
  }),
  route(resendConfirmation, async ({ db, body, ip, locale, request, actor }) => {
    const asker = askerOf(request, actor);
    const own = registrationTokenOf(request.headers.get("cookie"), isHttps);
    const caller = { ip, locale, captcha: body.captcha, asker };
    return {
      status: "confirmation-sent" as const,
      resendSeconds: await resendLink(db, body.email, own, caller),
    };
  }),
  route(login, async ({ db, body, ip, request }) => {
    const signedIn = await signIn(
      db,
      { email: body.email, password: body.password, captcha: body.captcha },
      loginCaller(request, ip, body.bearer),
    );
    return signedInAnswer(signedIn);
  }),
  route(logout, async ({ db, request }) => {
    const token = sessionTokenOfRequest(request);
    if (token) await endSessionOf(db, token);
    return reply({ status: "signed-out" as const }, { headers: { "set-cookie": signOutCookies(isHttps) } });
  }),
  route(requestPassword, async ({ db, body, ip, locale, request, actor }) => {
    const input = { email: body.email, returnPath: safeReturnPath(body.returnPath) };
    const asker = askerOf(request, actor);
    await requestPasswordReset(db, input, { ip, locale, captcha: body.captcha, asker });
    return { status: "link-sent" as const };
  }),
  route(resetPassword, async ({ db, body, ip }) => {
    const returnPath = await resetByLink(db, body, ip);
    return reply(
      { status: "password-changed" as const, returnPath },
      { headers: { "set-cookie": signOutCookies(isHttps) } },
    );
  }),
  route(changePassword, async ({ db, actor, body, request }) => {
    if (body.endPasskeysAndLinks && actor.isFactorStale) throw new AppError(apiErrors.STEP_UP_NEEDED);
    await changeOwnPassword(db, actor.userId, { ...body, keepToken: sessionTokenOfRequest(request) });
    if (body.endKeys) forgetApiKeys(actor.userId);
    return { status: "password-changed" as const };
  }),
  route(createApiKey, async ({ db, actor, body }) => {
    const proven = await proveForMoney(db, actor, body.password);
    const apiKey = await withTransaction(db, async (tx) => {
      await claimForKeys(tx, actor, proven);
      const made = await rotateApiKey(tx, actor.userId);
      const what = maskedApiKey(keyPrefix("legacy", made));
      await mailOwner(tx, actor.userId, { name: "keyMade", what }, tokenHash(made).toString("hex"));
      return made;
    });
    forgetApiKeys(actor.userId);
    return { apiKey };
  }),
  route(deleteApiKey, async ({ db, actor }) => {
    await removeApiKey(db, actor.userId);
    return { status: "removed" as const };
  }),
];

/** Every page of somebody signed in asks who that is: so a right that was given or taken shows with the next page. */
async function editorHintFor(
  db: Db,
  { userId, via, staff }: UserActor,
  cookieHeader: string | null,
): Promise<string | null> {
  if (via !== "session" || !(staff || hasEditorHint(cookieHeader))) return null;
  return editorHint(cookieHeader, staff != null && (await mayEditContent(db, userId)), isHttps);
}

/** The calls that answer the user as the site shows them to themselves. */
function makeMeRoutes({ isWholesale }: AccountFacts) {
  const readMe = async (db: Db, userId: UserId): Promise<Me> => {
    const [me, wholesale] = await Promise.all([readUser(db, userId), isWholesale(db, userId)]);
    return wholesale ? { ...me, dynamicFields: { ...me.dynamicFields, wholesale: true } } : me;
  };
  return [
    route(getMe, async ({ db, actor, request }) => {
      const me = await readMe(db, actor.userId);
      const hint = await editorHintFor(db, actor, request.headers.get("cookie"));
      return hint === null ? me : reply(me, { headers: { "set-cookie": hint } });
    }),
    route(saveSettings, async ({ db, actor, body: { settings } }) => {
      const threshold = settings.lower_balance_threshold;
      await withTransaction(db, (tx) =>
        changeSettings(tx, actor.userId, {
          name: settings.name,
          soundOnCode: settings.sound_on_code,
          infoOnActivePurchases: settings.info_on_active_purchases,
          lowerBalanceKopecks: typeof threshold === "string" ? parseRoubles(threshold) : threshold,
          telegram: settings.telegram,
          phone: settings.phone,
          locale: settings.language,
        }),
      );
      return readMe(db, actor.userId);
    }),
  ];
}
