import { answerPartner, readPartnerCall } from "#features/supply/authenticate-partner.gate.ts";
import { makeIntake, type SmsSinks } from "#features/supply/intake/batch-intake.writes.ts";
import { recordOwnContact } from "#features/supply/inventory/inventory.writes.ts";
import { recordLooseTypes } from "#features/supply/polling/polling.writes.ts";
import { type CallSink, receiveCall } from "#features/supply/rent/rent.writes.ts";
import { answerWatched } from "#features/supply/self-test/watched-calls.writes.ts";
import {
  PushCall,
  PushSms,
  pingPartner,
  pingPartnerByPost,
  pushCall,
  pushSms,
  TakenSms,
} from "#features/supply/supply.contract.ts";
import { type Route, route } from "#lib/api/route.ts";
import { now } from "#lib/clock.ts";

const maxValues = 200;

const shape = {
  schema: TakenSms,
  exact: PushSms,
  actions: ["PUSH_SMS"],
  // An SMS of 255 parts, every letter of it escaped.
  limits: { packedBytes: 131_072, unpackedBytes: 131_072 },
  maxValues,
};

const callShape = {
  schema: PushCall,
  actions: ["PUSH_CALL"],
  limits: { packedBytes: 16_384, unpackedBytes: 65_536 },
  maxValues,
};

/** PUSH_SMS, PUSH_CALL and the ping. The sinks are the orders' side; supply itself knows of no orders. */
export function makeIntakeRoutes(sinks: SmsSinks, callSink: CallSink): Route[] {
  const takeIn = makeIntake(sinks);
  return [
    route(pushSms, ({ db, request, requestId }) =>
      answerWatched({ db, request, requestId }, async () => {
        const { supplier, body, isExact } = await readPartnerCall(db, request, shape);
        const { smsId, phone, phoneFrom: sender, text } = body;
        const said = { sender: clean(sender), text: clean(text) };
        await takeIn(db, { supplierId: supplier.id, smsId, phone, ...said });
        if (!isExact) await recordLooseTypes(db, supplier.id, "PUSH_SMS");
        await recordOwnContact(db, supplier);
        return {};
      }),
    ),
    route(pingPartner, ({ requestId }) => answerPartner(requestId, async () => ({}))),
    route(pingPartnerByPost, ({ requestId }) => answerPartner(requestId, async () => ({}))),
    route(pushCall, ({ db, request, requestId }) =>
      answerWatched({ db, request, requestId }, async () => {
        const { supplier, body } = await readPartnerCall(db, request, callShape);
        const { callId, phone, phoneFrom, at } = body;
        const calledAt = at === undefined ? now() : new Date(at);
        await receiveCall(
          db,
          { supplierId: supplier.id, callId, phone, caller: clean(phoneFrom), calledAt },
          callSink,
        );
        await recordOwnContact(db, supplier);
        return {};
      }),
    ),
  ];
}

/** PostgreSQL holds no U+0000, and half a surrogate pair is no text. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
