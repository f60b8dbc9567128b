import { actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { publishAgreement, setAgentShare } from "#features/licences/agents/agents.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Makes an account an agent, and sets its share of sales from now on. Throws DESK_NOTHING_THERE, OWN_ACCOUNT. */
export function approveDeskAgent(
  db: Db,
  userId: number,
  shareBasisPoints: number,
  call: StaffCall,
): Promise<Answered<{ id: number }>> {
  const { staffId } = call.staff;
  if (userId === staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  return actOnce(db, call, {
    action: "licence-agent.approve",
    input: [userId, shareBasisPoints],
    work: async (tx) => {
      const person = await lockPerson(tx, userId);
      if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
      await setAccountRole(tx, person.id, "agent", true);
      await setAgentShare(tx, { userId, shareBasisPoints, staffId });
      return { id: userId };
    },
    recordOf: () => ({ subject: `user:${userId}`, details: { shareBasisPoints } }),
  });
}

/** Publishes the next version of the agreement with agents. */
export function publishDeskAgreement(
  db: Db,
  text: string,
  call: StaffCall,
): Promise<Answered<{ version: number }>> {
  return actOnce(db, call, {
    action: "licence-agreement.publish",
    input: [text],
    work: (tx) => publishAgreement(tx, { text, staffId: call.staff.staffId }),
    recordOf: ({ version }) => ({
      subject: `licence-agreement:${version}`,
      details: { characters: text.length },
    }),
  });
}
