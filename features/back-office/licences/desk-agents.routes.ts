import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  approveAgentEndpoint,
  getAgreementEndpoint,
  listAgentsEndpoint,
  publishAgreementEndpoint,
} from "#features/back-office/licences/desk-agents.contract.ts";
import { getAgreementView, listAgentViews } from "#features/back-office/licences/desk-agents.reads.ts";
import { approveDeskAgent, publishDeskAgreement } from "#features/back-office/licences/desk-agents.writes.ts";
import { route } from "#lib/api/route.ts";

/** Agents of licences and the agreement with them, at the desk. */
export const deskAgentRoutes = [
  route(listAgentsEndpoint, ({ db, query: { before = null } }) => listAgentViews(db, before)),
  route(approveAgentEndpoint, async (asked) => {
    const { shareBasisPoints } = asked.body;
    return answered(await approveDeskAgent(asked.db, asked.params.id, shareBasisPoints, callOf(asked)));
  }),
  route(getAgreementEndpoint, ({ db }) => getAgreementView(db)),
  route(publishAgreementEndpoint, async (asked) =>
    answered(await publishDeskAgreement(asked.db, asked.body.text, callOf(asked))),
  ),
];
