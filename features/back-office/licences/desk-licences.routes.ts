import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  addLicenceProductEndpoint,
  addLicenceVersionEndpoint,
  editLicenceProductEndpoint,
  listLicenceProductsAtDeskEndpoint,
  listLicenceSigningKeysEndpoint,
  listSoldLicencesEndpoint,
  revokeLicenceEndpoint,
  rotateLicenceSigningKeyEndpoint,
  stepLicenceProductEndpoint,
  withdrawLicenceVersionEndpoint,
} from "#features/back-office/licences/desk-licences.contract.ts";
import {
  listLicenceProductViews,
  listSigningKeyViews,
  listSoldLicenceViews,
} from "#features/back-office/licences/desk-licences.reads.ts";
import {
  addDeskProduct,
  addDeskVersion,
  editDeskProduct,
  revokeDeskLicence,
  rotateDeskSigningKey,
  stepDeskProduct,
  withdrawDeskVersion,
} from "#features/back-office/licences/desk-licences.writes.ts";
import { route } from "#lib/api/route.ts";

/** Software and the keys of its licences, at the desk. */
export const deskLicenceRoutes = [
  route(listLicenceProductsAtDeskEndpoint, ({ db, query: { state = null, before = null } }) =>
    listLicenceProductViews(db, { state, before }),
  ),
  route(addLicenceProductEndpoint, async (asked) => {
    const { reason: _, code, ...terms } = asked.body;
    return answered(await addDeskProduct(asked.db, code, terms, callOf(asked)));
  }),
  route(editLicenceProductEndpoint, async (asked) => {
    const { reason: _, ...terms } = asked.body;
    return answered(await editDeskProduct(asked.db, asked.params.id, terms, callOf(asked)));
  }),
  route(stepLicenceProductEndpoint, async (asked) =>
    answered(await stepDeskProduct(asked.db, asked.params.id, asked.body.step, callOf(asked))),
  ),
  route(addLicenceVersionEndpoint, async (asked) => {
    const { reason: _, ...version } = asked.body;
    return answered(await addDeskVersion(asked.db, asked.params.id, version, callOf(asked)));
  }),
  route(withdrawLicenceVersionEndpoint, async (asked) => {
    const { id, versionId } = asked.params;
    return answered(await withdrawDeskVersion(asked.db, id, versionId, callOf(asked)));
  }),
  route(listLicenceSigningKeysEndpoint, ({ db }) => listSigningKeyViews(db)),
  route(rotateLicenceSigningKeyEndpoint, async (asked) =>
    answered(await rotateDeskSigningKey(asked.db, asked.body.isStolen, callOf(asked))),
  ),
  route(listSoldLicencesEndpoint, ({ db, query: { userId = null, productId = null, before = null } }) =>
    listSoldLicenceViews(db, { userId, productId, before }),
  ),
  route(revokeLicenceEndpoint, async (asked) => {
    const { answer, replayed } = await revokeDeskLicence(asked.db, asked.params.id, callOf(asked));
    return answered({ answer: { id: answer.id }, replayed });
  }),
];
