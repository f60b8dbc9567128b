import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  decideFeedbackEndpoint,
  listFeedbackEndpoint,
} from "#features/back-office/feedback/desk-feedback.contract.ts";
import { listFeedbackViews } from "#features/back-office/feedback/desk-feedback.reads.ts";
import { decideDeskFeedback } from "#features/back-office/feedback/desk-feedback.writes.ts";
import { route } from "#lib/api/route.ts";

/** What people write to support, at the desk. */
export const deskFeedbackRoutes = [
  route(listFeedbackEndpoint, ({ db, query }) => listFeedbackViews(db, query)),
  route(decideFeedbackEndpoint, async (asked) =>
    answered(await decideDeskFeedback(asked.db, asked.params.id, asked.body, callOf(asked))),
  ),
];
