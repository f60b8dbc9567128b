import { journeyStandIns } from "#lib/payment-stand-ins/registry.ts";
import type { ProviderStandIn } from "#lib/payment-stand-ins/stand-in.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import type { StandInPorts } from "#lib/tooling/start/payment-stand-ins.ts";

/** The stand-ins of all providers but the test gateway, on the ports that the product was told. */
export class JourneyStandIns {
  readonly providers: readonly (readonly [string, ProviderStandIn])[] = journeyStandIns();
  readonly tron = new TronStandIn();

  async start(ports: StandInPorts): Promise<void> {
    for (const [name, standIn] of this.providers) await standIn.start(ports[name]);
    await this.tron.start(ports.tron);
  }

  /** Resolves when all ports are free again: the next journey's stand-ins listen on the same. */
  async stop(): Promise<void> {
    await Promise.all([...this.providers.map(([, standIn]) => standIn.stop()), this.tron.stop()]);
  }

  /** The provider whose page is at an address. */
  at(origin: string): readonly [string, ProviderStandIn] | undefined {
    return this.providers.find(([, standIn]) => standIn.url === origin);
  }
}
