import { askForStockEndpoint } from "#features/community/stock-alerts/stock-alerts.contract.ts";
import { askForStock } from "#features/community/stock-alerts/stock-alerts.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const stockAlertRoutes = [
  route(askForStockEndpoint, async ({ db, actor, body, ip, locale, idempotencyKey }) => {
    const { captcha, ...wanted } = body;
    const userId = actor.kind === "user" ? actor.userId : null;
    const { replayed } = await askForStock(
      db,
      { email: undefined, ...wanted, userId, idempotencyKey },
      { ip, locale, captcha },
    );
    return reply({ status: "accepted" as const }, { headers: replayHeader(replayed) });
  }),
];
