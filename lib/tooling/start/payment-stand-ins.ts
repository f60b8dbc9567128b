import { journeyStandIns, pageStandIns } from "#lib/payment-stand-ins/registry.ts";
import type { ProviderStandIn } from "#lib/payment-stand-ins/stand-in.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/** The port of every stand-in by its provider's code, and that of the Tron chain. */
export type StandInPorts = Readonly<Record<string, number>>;
type WithSettings = Pick<ProviderStandIn | TronStandIn, "settingsAt">;

const withTron = (standIns: readonly (readonly [string, WithSettings])[]) => [
  ...standIns,
  ["tron", new TronStandIn()] as const,
];

/** Ports that the journeys' stand-ins will listen on: chosen before the product starts, which is told them. */
export async function chooseStandInPorts(): Promise<StandInPorts> {
  const names = withTron(journeyStandIns()).map(([name]) => name);
  const ports = new Set<number>();
  while (ports.size < names.length) ports.add(await findFreePort());
  const chosen = [...ports];
  return Object.fromEntries(names.map((name, index) => [name, chosen[index] as number]));
}

/** The product's settings with which it takes the journeys' stand-ins for the providers. */
export function standInSettings(ports: StandInPorts): Record<string, string> {
  return Object.assign(
    {},
    ...withTron(journeyStandIns()).map(([name, standIn]) =>
      standIn.settingsAt(`http://127.0.0.1:${ports[name]}`),
    ),
  );
}

/**
 * The settings with which the product takes the stand-ins that the default start serves below `url` for the providers, so that
 * every way to pay can be tried at once. A provider of which the caller's environment names anything is left to the caller.
 */
export function defaultStartSettings(
  url: string,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const isNamed = (settings: Record<string, string>) =>
    Object.keys(settings).some((name) => given[name] !== undefined);
  return Object.assign(
    {},
    ...withTron(pageStandIns())
      .map(([name, standIn]) => standIn.settingsAt(`${url}/${name}`))
      .filter((settings) => !isNamed(settings)),
  );
}
