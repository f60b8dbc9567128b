import sql from "sql-template-tag";
import countries from "#features/catalogue/data/countries.json" with { type: "json" };
import services from "#features/catalogue/data/services.json" with { type: "json" };
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * Brings countries, services and operators of the data files into the tables. Run as often as you like: rows that
 * are as they should be are left alone, nothing is ever removed but operators that the file no longer names.
 */
export async function seedCatalogue(tx: Tx): Promise<void> {
  await seedCountries(tx);
  await seedOperators(tx);
  await seedServices(tx);
}

async function seedCountries(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`insert into catalogue_countries as c
          (id, iso2, dial_code, slug, flag_code, names, popular_position, visible, retry, rent, multi_service)
        select d.id, d.iso2, d."dialCode", d.slug, d."flagCode", d.names, d."popularPosition", d.visible, d.retry, d.rent,
          d."multiService"
        from jsonb_to_recordset(${JSON.stringify(countries)}::jsonb) as d(id int, iso2 text, "dialCode" text, slug text,
          "flagCode" text, names jsonb, "popularPosition" smallint, visible bool, retry bool, rent bool,
          "multiService" bool)
        on conflict (id) do update set iso2 = excluded.iso2, dial_code = excluded.dial_code, slug = excluded.slug,
          flag_code = excluded.flag_code, names = excluded.names, popular_position = excluded.popular_position,
          visible = excluded.visible, retry = excluded.retry, rent = excluded.rent,
          multi_service = excluded.multi_service
        where c is distinct from excluded`,
  );
}

async function seedOperators(tx: Tx): Promise<void> {
  const operators = countries.flatMap((country) =>
    country.operators.map((token, index) => ({ country_id: country.id, token, position: index + 1 })),
  );
  const list = JSON.stringify(operators);
  await execute(
    tx,
    sql`delete from catalogue_operators o where not exists (
          select 1 from jsonb_to_recordset(${list}::jsonb) as d(country_id int, token text)
          where d.country_id = o.country_id and d.token = o.token)`,
  );
  await execute(
    tx,
    sql`insert into catalogue_operators as o (country_id, token, position)
        select country_id, token, position
        from jsonb_to_recordset(${list}::jsonb) as d(country_id int, token text, position smallint)
        on conflict (country_id, token) do update set position = excluded.position
        where o is distinct from excluded`,
  );
}

async function seedServices(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`insert into catalogue_services as s (id, code, slug, name, names, category, popularity_rank,
          name_transcription_en_ru, name_transcription_ru_en, icon, icon_color)
        select d.id, d.code, d.slug, d.name, d.names, d.category, d."popularityRank", d."nameTranscriptionEnRu",
          d."nameTranscriptionRuEn", d.icon, d."iconColor"
        from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as d(id int, code text, slug text, name text,
          names jsonb, category text, "popularityRank" int, "nameTranscriptionEnRu" text, "nameTranscriptionRuEn" text,
          icon text, "iconColor" text)
        on conflict (id) do update set code = excluded.code, slug = excluded.slug, name = excluded.name,
          names = excluded.names, category = excluded.category, popularity_rank = excluded.popularity_rank,
          name_transcription_en_ru = excluded.name_transcription_en_ru,
          name_transcription_ru_en = excluded.name_transcription_ru_en, icon = excluded.icon,
          icon_color = excluded.icon_color
        where s is distinct from excluded`,
  );
}
