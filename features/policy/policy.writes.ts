import sql from "sql-template-tag";
import { listServicesOfCategories } from "#features/catalogue/catalogue.reads.ts";
import type { ServiceCategory } from "#features/catalogue/catalogue.rules.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import {
  type PolicyEffect,
  type PolicySelectors,
  refusedCategories,
  russiaCountryIds,
  russiaReason,
} from "#features/policy/policy.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notify } from "#lib/jobs/events.ts";

export type NewBlock = Partial<PolicySelectors> & {
  readonly effect: PolicyEffect;
  readonly reasonCode: string;
  readonly reasonText: string;
  /** Who decides: "staff:12", "seed". */
  readonly actor: string;
};

/** Locks out others who set a block only where there is none, until the transaction ends: the second of two at once sees the first. */
export async function claimBlocks(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('policy_blocks'))`);
}

/** Stops a sale, everywhere within 5 s of the commit. Selectors left out mean "any"; none at all stops every sale. */
export async function blockSale(tx: Tx, block: NewBlock): Promise<{ blockId: number }> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into policy_blocks (service_id, country_id, supplier_id, mode, channel, effect, reason_code, reason_text,
          blocked_by)
        values (${block.serviceId ?? null}, ${block.countryId ?? null}, ${block.supplierId ?? null},
          ${block.mode ?? null}, ${block.channel ?? null}, ${block.effect}, ${block.reasonCode}, ${block.reasonText},
          ${block.actor})
        returning id`,
  );
  await recordChange(tx, { blockId: id, action: "blocked", actor: block.actor, reason: block.reasonText });
  await announce(tx);
  return { blockId: id };
}

/** Ends a block. Throws BLOCK_NOT_FOUND, BLOCK_ALREADY_LIFTED, or BLOCK_PERMANENT for what the law forbids. */
export async function liftBlock(
  tx: Tx,
  lift: { blockId: number; actor: string; reason: string },
): Promise<void> {
  const block = await maybeOne<{ permanent: boolean; isLifted: boolean }>(
    tx,
    sql`select permanent, lifted_at is not null as "isLifted" from policy_blocks where id = ${lift.blockId}`,
  );
  if (!block) throw new AppError(policyErrors.BLOCK_NOT_FOUND);
  if (block.permanent) throw new AppError(policyErrors.BLOCK_PERMANENT);
  const lifted = await execute(
    tx,
    sql`update policy_blocks set lifted_at = app_now(), lifted_by = ${lift.actor}, lift_reason = ${lift.reason}
        where id = ${lift.blockId} and lifted_at is null`,
  );
  if (lifted === 0) throw new AppError(policyErrors.BLOCK_ALREADY_LIFTED);
  await recordChange(tx, { blockId: lift.blockId, action: "lifted", actor: lift.actor, reason: lift.reason });
  await announce(tx);
}

type Change = { blockId: number; action: "blocked" | "lifted"; actor: string; reason: string };

async function recordChange(tx: Tx, change: Change): Promise<void> {
  await execute(
    tx,
    sql`insert into policy_history (block_id, action, actor, reason)
        values (${change.blockId}, ${change.action}, ${change.actor}, ${change.reason})`,
  );
}

/** Both notices go out with the commit: snapshots are read again, cached pages that list offers are dropped. */
async function announce(tx: Tx): Promise<void> {
  await notify(tx, "policy_changed", "");
  await notify(tx, "page_tags", "catalogue");
}

type SeededBlock = {
  seed_key: string;
  effect?: PolicyEffect;
  service_id: number | null;
  country_id: number | null;
  mode: string | null;
  reason_code: string;
  reason_text: string;
  permanent: boolean;
};

/** Sets the blocks that the product starts with. Needs the catalogue; run as often as you like: lifted ones stay lifted. */
export async function seedPolicy(tx: Tx): Promise<void> {
  const blocks = [...russiaBlocks(), ...(await serviceBlocks(tx))];
  const added = await execute(
    tx,
    sql`with added as (
          insert into policy_blocks (seed_key, service_id, country_id, mode, effect, reason_code, reason_text, permanent,
            blocked_by)
          select d.seed_key, d.service_id, d.country_id, d.mode, coalesce(d.effect, 'deny'), d.reason_code, d.reason_text, d.permanent, 'seed'
          from jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) as d(seed_key text, effect text, service_id int, country_id int,
            mode text, reason_code text, reason_text text, permanent bool)
          on conflict (seed_key) do nothing
          returning id, reason_text)
        insert into policy_history (block_id, action, actor, reason)
        select id, 'blocked', 'seed', reason_text from added order by id`,
  );
  if (added > 0) await announce(tx);
}

function russiaBlocks(): SeededBlock[] {
  return russiaCountryIds.map((id) => ({
    seed_key: `country:${id}`,
    service_id: null,
    country_id: id,
    mode: null,
    reason_code: russiaReason,
    reason_text: "Russian numbers are not sold for legal reasons",
    permanent: true,
  }));
}

async function serviceBlocks(tx: Tx): Promise<SeededBlock[]> {
  const categories = Object.keys(refusedCategories) as ServiceCategory[];
  const services = await listServicesOfCategories(tx, categories);
  const refused = services.map((service) => ({
    seed_key: `service:${service.code}`,
    service_id: service.id,
    country_id: null,
    mode: null,
    reason_code: refusedCategories[service.category]!.code,
    reason_text: refusedCategories[service.category]!.text,
    permanent: false,
  }));
  // A block of their own: whoever lets numbers be sold for such a service has not let anybody sell accounts of it.
  const accounts = refused.map((block) => ({
    ...block,
    seed_key: `mode:readyAccounts:${block.seed_key}`,
    mode: "readyAccounts",
    reason_text: accountsRefusal,
  }));
  return [...refused, ...accounts, ...(await othersBlocks(tx))];
}

const accountsRefusal = "Accounts at banks, government, payment services, brokers and exchanges are not sold";

/** "Full rent" is a whole number for a while: there is no code to wait for. "Any other" in the USA is for programs alone. */
async function othersBlocks(tx: Tx): Promise<SeededBlock[]> {
  const others = await listServicesOfCategories(tx, ["other"]);
  return others.flatMap(({ code, id }): SeededBlock[] => {
    if (code === "full") {
      return [
        {
          ...{ seed_key: "mode:activation:full", service_id: id, country_id: null, mode: "activation" },
          reason_code: "RENT_ONLY",
          reason_text: "Full rent is sold as a rental only",
          permanent: false,
        },
      ];
    }
    if (code !== "ot") return [];
    return [
      {
        ...{ seed_key: "api-only:ot:187", effect: "api_only", service_id: id, country_id: usaId, mode: null },
        reason_code: "API_ONLY",
        reason_text: "Numbers of the USA for any other service are sold to programs alone",
        permanent: false,
      },
    ];
  });
}

/** The USA in the protocol's list of countries. */
const usaId = 187;
