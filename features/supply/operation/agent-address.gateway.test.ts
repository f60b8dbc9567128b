import { expect, it } from "vitest";
import { checkSupplierAddress } from "#features/supply/operation/agent-address.gateway.ts";

const check = (address: string | null, found: readonly string[] = ["8.8.8.8"], mayBePrivate = false) =>
  checkSupplierAddress("agent", address, mayBePrivate, async () => found);

it("an agent is taken at a public https address", async () => {
  expect(await check("https://agent.example/api#part")).toBe("https://agent.example/api");
});

it.each([
  null,
  "agent.example",
  "http://agent.example/",
  "ftp://agent.example/",
  "https://me:secret@agent.example/",
  "https://127.0.0.1/",
  "https://10.0.0.8/agent",
  "https://[::1]/",
  "https://169.254.169.254/",
])("an agent at %s is refused", async (address) => {
  await expect(check(address)).rejects.toMatchObject({ code: "SUPPLIER_ADDRESS_REFUSED" });
});

it("an agent whose name leads to a private address is refused", async () => {
  await expect(check("https://agent.example/", ["8.8.8.8", "10.0.0.8"])).rejects.toMatchObject({
    code: "SUPPLIER_ADDRESS_REFUSED",
  });
});

it("an agent on this machine and by plain http is taken where the setting allows it", async () => {
  expect(await check("http://127.0.0.1:9/agent", [], true)).toBe("http://127.0.0.1:9/agent");
});

it("own stock has no address, and one that is given is refused", async () => {
  expect(await checkSupplierAddress("own", null, false)).toBeNull();
  await expect(checkSupplierAddress("own", "https://bank.example/", false)).rejects.toMatchObject({
    code: "SUPPLIER_HAS_NO_ADDRESS",
  });
});
