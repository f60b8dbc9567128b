import { createServer, type Server } from "node:http";
import { AgentServer } from "#app/_processes/simulator/agent-server.ts";
import { Bank, type BankEntry } from "#app/_processes/simulator/bank.ts";
import { deliverSms, rest } from "#app/_processes/simulator/deliveries.ts";
import type { Profile } from "#app/_processes/simulator/fortune.ts";
import { Journal } from "#app/_processes/simulator/journal.ts";
import { runOwnPartner } from "#app/_processes/simulator/own-partner.ts";
import { BANKS, type BankProfile, planOffers } from "#app/_processes/simulator/plan.ts";
import { planRentNumbers, RentedLines } from "#app/_processes/simulator/rents.ts";
import { bankKey, bankPath } from "#app/_processes/simulator/suppliers.ts";
import type { Health } from "#lib/api/health.ts";
import { nowMs } from "#lib/clock.ts";
import { log } from "#lib/log.ts";

export type SimulatorSettings = {
  readonly apiUrl: string;
  readonly secret: string;
  readonly seed: string;
  readonly speed: number;
  readonly behaviour: Profile;
  /** Where the banks remember what they lent. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly health?: Health;
  /** Fewer banks, for tests. */
  readonly banks?: readonly BankProfile[];
};

export type Simulator = {
  readonly url: string;
  readonly banks: ReadonlyMap<string, Bank>;
  close(): Promise<void>;
};

const STOCK_MOVES_EVERY_MS = 20_000;

/** Opens the SIM banks: their servers, their SMS, their reports. Resolves when the port answers. */
export async function startSimulator(settings: SimulatorSettings): Promise<Simulator> {
  const stopping = new AbortController();
  const banks = new Map<string, Bank>();
  const agents = new Map<string, AgentServer>();
  const work: Promise<void>[] = [];
  for (const profile of settings.banks ?? BANKS) {
    const bank = openBank(profile, settings);
    const platform = { apiUrl: settings.apiUrl, key: bankKey(settings.secret, profile) };
    banks.set(profile.code, bank);
    work.push(deliverSms(bank, platform, stopping.signal));
    if (profile.kind === "own") {
      const supply = { numbers: planRentNumbers(profile, settings.seed), lines: new RentedLines(settings) };
      work.push(runOwnPartner(bank, supply, platform, stopping.signal));
    } else {
      agents.set(bankPath(profile), new AgentServer(bank, platform.key));
      work.push(keepMoving(bank, stopping.signal));
    }
  }
  const server = await listen(agents, settings);
  const { port } = server.address() as { port: number };
  return {
    url: `http://${settings.host}:${port}`,
    banks,
    close: async () => {
      stopping.abort();
      server.closeAllConnections();
      await Promise.all([...work, new Promise((resolve) => server.close(resolve))]);
    },
  };
}

function openBank(profile: BankProfile, settings: SimulatorSettings): Bank {
  const { seed, speed, behaviour, folder } = settings;
  const journal = new Journal<BankEntry>(folder, profile.code);
  const bank = new Bank(
    { profile, offers: planOffers(profile, seed), seed, speed, behaviour, nowMs },
    journal,
  );
  bank.compact();
  return bank;
}

async function keepMoving(bank: Bank, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await rest(STOCK_MOVES_EVERY_MS, signal);
    bank.moveStock();
  }
}

function listen(agents: ReadonlyMap<string, AgentServer>, settings: SimulatorSettings): Promise<Server> {
  const server = createServer((request, response) => {
    if (settings.health?.handle(request, response)) return;
    const agent = agents.get(request.url ?? "");
    if (!agent) {
      response.writeHead(404).end();
      return;
    }
    agent.handle(request, response).catch((error: Error) => {
      log.warn({ error: error.message }, "the SIM bank stumbled");
      response.destroy();
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, () => resolve(server));
  });
}
