import type { InputPorts, ModemReport, ReceivedSms } from "#app/_partner-agent/inputs/input.ts";

/** What an input did with its ports. A full disk is played by `isDiskFull`. */
export type SeenPorts = InputPorts & {
  readonly seen: [modem: string, report: ModemReport][];
  readonly lost: [modem: string, why: string][];
  readonly taken: ReceivedSms[];
  readonly warnings: string[];
  isDiskFull: boolean;
};

/** Ports that keep what they were told. */
export function givenPorts(): SeenPorts {
  const ports: SeenPorts = {
    ...{ seen: [], lost: [], taken: [], warnings: [], isDiskFull: false },
    takeSms: async (sms) => {
      if (ports.isDiskFull) throw new Error("no space left on device");
      ports.taken.push(sms);
    },
    seeModem: (modem, report) => void ports.seen.push([modem, report]),
    loseModem: (modem, why) => void ports.lost.push([modem, why]),
    log: { info: () => {}, warn: (message) => void ports.warnings.push(message) },
  };
  return ports;
}
