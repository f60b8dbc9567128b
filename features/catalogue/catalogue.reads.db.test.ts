import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { givenServicePicture } from "#features/catalogue/catalogue.factory.ts";
import {
  findCountry,
  findCountryBySlug,
  findService,
  findServiceByCode,
  findServiceBySlug,
  forgetCatalogue,
  listCountries,
  listOperators,
  listPopularServices,
  listServices,
  listServicesOfCategories,
  readCatalogue,
} from "#features/catalogue/catalogue.reads.ts";
import { serviceIconPath } from "#features/catalogue/catalogue.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { listen } from "#lib/db/listen.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();

beforeAll(() => withTransaction(db, seedCatalogue));

const counts = () =>
  one<{ countries: number; services: number; operators: number; systemTime: string }>(
    db,
    sql`select (select count(*) from catalogue_countries) as countries, (select count(*) from catalogue_services) as services,
          (select count(*) from catalogue_operators) as operators,
          (select max(xmin::text::bigint) from (select xmin from catalogue_countries union all
            select xmin from catalogue_services union all select xmin from catalogue_operators) as every_row)::text
            as "systemTime"`,
  );

describe("seeding", () => {
  it("fills the tables once, and a second time touches no row", async () => {
    const before = await counts();
    expect(before.countries).toBe(205);
    expect(before.services).toBeGreaterThanOrEqual(300);
    expect(before.operators).toBeGreaterThan(150);
    await withTransaction(db, seedCatalogue);
    expect(await counts()).toEqual(before);
  });

  it("brings a changed row back to the data file", async () => {
    await execute(owner, sql`update catalogue_services set name = 'Something else' where code = 'tg'`);
    await execute(owner, sql`insert into catalogue_operators values (6, 'no_such_operator', 99)`);
    await withTransaction(db, seedCatalogue);
    forgetCatalogue(db);
    expect((await findServiceByCode(db, "tg"))?.name).toBe("Telegram");
    expect(await listOperators(db, 6)).not.toContain("no_such_operator");
  });

  it("may run in two processes at once", async () => {
    await Promise.all([withTransaction(db, seedCatalogue), withTransaction(db, seedCatalogue)]);
    expect((await counts()).countries).toBe(205);
  });

  it("cannot lose a country or a service", async () => {
    await expect(execute(db, sql`delete from catalogue_services where id = 52`)).rejects.toThrow(
      "permission denied",
    );
    await expect(execute(db, sql`delete from catalogue_countries where id = 6`)).rejects.toThrow(
      "permission denied",
    );
  });
});

describe("looking things up", () => {
  it("finds a country by id and slug", async () => {
    expect((await findCountry(db, 95))?.names.en).toBe("United Arab Emirates");
    expect((await findCountryBySlug(db, "usa-virtual"))?.id).toBe(12);
    expect(await findCountry(db, 99_999)).toBeNull();
    expect(await findCountryBySlug(db, "'; drop table catalogue_countries; --")).toBeNull();
  });

  it("finds a service by id, code and slug", async () => {
    for (const service of [
      await findService(db, 52),
      await findServiceByCode(db, "tg"),
      await findServiceBySlug(db, "telegram"),
    ]) {
      expect(service).toMatchObject({ id: 52, code: "tg", slug: "telegram" });
    }
    expect(await findService(db, -1)).toBeNull();
    expect(await findServiceByCode(db, "%")).toBeNull();
    expect(await findServiceBySlug(db, "__proto__")).toBeNull();
  });

  it("lists all countries in each language's own order", async () => {
    expect(await listCountries(db, "en")).toHaveLength(205);
    expect((await listCountries(db, "hi"))[0]?.id).toBe(6);
  });

  it("pages through services without losing or doubling one", async () => {
    const first = await listServices(db, { page: 1, perPage: 40 });
    const all = new Set<number>();
    for (let page = 1; page <= first.pageCount; page += 1) {
      for (const { id } of (await listServices(db, { page, perPage: 40 })).items) all.add(id);
    }
    expect(all.size).toBe(first.totalCount);
    expect(first.items[0]?.code).toBe("tg");
  });

  it("has 12 popular services, and counts without what is not shown", async () => {
    expect(await listPopularServices(db)).toHaveLength(12);
    const shown = await listServices(db, { page: 1, perPage: 5, isShown: ({ code }) => code === "wa" });
    expect(shown).toMatchObject({ totalCount: 1, pageCount: 1 });
  });

  it("knows operators in their order, and none for an unknown country", async () => {
    expect((await listOperators(db, 6)).slice(0, 2)).toEqual(["telkomsel", "indosat"]);
    expect(await listOperators(db, 99_999)).toEqual([]);
  });

  it("lists the services of categories for those who decide about them", async () => {
    const banks = await listServicesOfCategories(db, ["bank"]);
    expect(banks.length).toBeGreaterThan(5);
    expect(banks.every(({ category }) => category === "bank")).toBe(true);
  });
});

describe("the catalogue in memory", () => {
  it("is the same object until something changes, and new after that", async () => {
    const before = await readCatalogue(db);
    expect(await readCatalogue(db)).toBe(before);
    await execute(owner, sql`update catalogue_services set popularity_rank = 5000 where code = 'wa'`);
    forgetCatalogue(db);
    const after = await readCatalogue(db);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.serviceByCode.get("wa")?.popularityRank).toBe(5000);
  });
});

describe("a picture that stands for a service", () => {
  const PICTURE = `${"a".repeat(64)}-480.webp`;
  const shownOf = async (slug: string) => {
    const service = await findServiceBySlug(db, slug);
    return service && [service.picture, serviceIconPath(service)];
  };

  it("is shown in the place of its mark or letter without a restart, and kept pages are told; so is its end", async () => {
    const heard: string[] = [];
    const notices = listen(url, { channels: { page_tags: (tags) => heard.push(tags) } });
    await notices.ready;
    expect(await shownOf("telegram")).toEqual([null, "/icons/services/telegram.svg"]);
    expect(await shownOf("amazon")).toEqual([null, null]);
    await givenServicePicture(owner, "telegram", PICTURE);
    await givenServicePicture(owner, "telegram", PICTURE);
    await givenServicePicture(owner, "amazon", "b.webp");
    await eventually(async () => {
      expect(await shownOf("telegram")).toEqual([PICTURE, `/api/storage/image/${PICTURE}`]);
      expect(await shownOf("amazon")).toEqual(["b.webp", "/api/storage/image/b.webp"]);
    });
    await givenServicePicture(owner, "telegram", null);
    await givenServicePicture(owner, "amazon", null);
    await givenServicePicture(owner, "amazon", null);
    await eventually(async () => {
      expect(await shownOf("telegram")).toEqual([null, "/icons/services/telegram.svg"]);
      expect(await shownOf("amazon")).toEqual([null, null]);
    });
    await eventually(() => expect(heard).toEqual(Array(4).fill("catalogue")));
    await notices.close();
  });

  it("has a name that leads nowhere else, and is none of the product's own to change", async () => {
    await expect(givenServicePicture(owner, "telegram", "../secrets.webp")).rejects.toThrow(
      "check constraint",
    );
    await expect(givenServicePicture(db, "telegram", PICTURE)).rejects.toThrow("permission denied");
    await expect(
      execute(
        db,
        sql`insert into catalogue_service_pictures (slug, picture) values ('telegram', ${PICTURE})`,
      ),
    ).rejects.toThrow("permission denied");
  });
});
