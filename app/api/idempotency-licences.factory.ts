import type { Input } from "#app/api/idempotency-accounts.factory.ts";
import {
  givenLicence,
  givenProduct,
  givenVersion,
  newProductCode,
  productTerms,
} from "#features/licences/licences.factory.ts";
import type { Db } from "#lib/db/pool.ts";

type Asker = { readonly userId: number };

/** Two inputs of each endpoint of licences that takes a key, both of which could be carried out. */
export function licenceWishes(db: Db): Record<string, (actor: Asker) => Promise<[Input, Input]>> {
  const reason = "a new tool";
  const product = async () => (await givenProduct(db)).productId;
  const licence = async (userId: number) => (await givenLicence(db, { userId })).licenceId;
  const of = (id: number, body: object): Input => ({ params: { id }, body });
  const release = (version: string) => ({
    ...{ version, notes: "", url: "https://files.example/tool.zip", sha256: "c".repeat(64), reason },
  });
  return {
    buyLicence: async () => [
      { body: { productId: await product() } },
      { body: { productId: await product() } },
    ],
    renewLicence: async ({ userId }) => [of(await licence(userId), {}), of(await licence(userId), {})],
    deskAddLicenceProduct: async () => [
      { body: { ...productTerms(), code: newProductCode(), reason } },
      { body: { ...productTerms(), code: newProductCode(), reason } },
    ],
    deskEditLicenceProduct: async () => {
      const id = await product();
      return [
        of(id, { ...productTerms({ name: "First" }), reason }),
        of(id, { ...productTerms({ name: "Second" }), reason }),
      ];
    },
    deskStepLicenceProduct: async () => [
      of(await product(), { step: "stop", reason }),
      of(await product(), { step: "stop", reason }),
    ],
    deskAddLicenceVersion: async () => {
      const id = await product();
      return [of(id, release("1")), of(id, release("2"))];
    },
    deskWithdrawLicenceVersion: async () => {
      const inputs: Input[] = [];
      for (const _ of [1, 2]) {
        const { productId, versionId } = await givenVersion(db);
        inputs.push({ params: { id: productId, versionId }, body: { reason } });
      }
      return inputs as [Input, Input];
    },
    deskRevokeLicence: async ({ userId }) => [
      of(await licence(userId), { reason }),
      of(await licence(userId), { reason }),
    ],
    deskApproveLicenceAgent: async ({ userId }) => [
      of(userId, { shareBasisPoints: 1_000, reason }),
      of(userId, { shareBasisPoints: 2_000, reason }),
    ],
    deskPublishSaleAgreement: async () => [
      { body: { text: "Sell honestly.", reason } },
      { body: { text: "Sell kindly.", reason } },
    ],
    deskRotateLicenceSigningKey: async () => [
      { body: { isStolen: false, reason } },
      { body: { isStolen: true, reason } },
    ],
  };
}
