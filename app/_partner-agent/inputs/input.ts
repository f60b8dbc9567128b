import type { Log } from "#app/_partner-agent/print.ts";

/** An SMS, or one part of one, as an input got it. */
export type ReceivedSms = {
  /** The input's own name of this event: the same event that comes again has the same one, and is one SMS. */
  readonly eventId: string;
  readonly modem: string;
  /** IMSI or ICCID of the card that was in the modem, where the input knows it. */
  readonly sim?: string;
  readonly from: string;
  readonly text: string;
  readonly receivedAt: Date;
  readonly part?: SmsPart;
};

export type SmsPart = {
  /** The same for all parts of one SMS. */
  readonly reference: string;
  /** From 1. */
  readonly at: number;
  readonly of: number;
};

/** What an input knows about a modem that is there. What is left out stays as it was; null means unknown. */
export type ModemReport = {
  readonly imsi?: string | null;
  readonly iccid?: string | null;
  readonly signalPercent?: number | null;
  /** False: it is not in a network, so its number is off sale. */
  readonly isRegistered?: boolean | null;
};

/** What inputs are given. */
export type InputPorts = {
  /** Returns when the SMS is on the disk: only then may an input acknowledge it. */
  takeSms(sms: ReceivedSms): Promise<void>;
  /** The modem is there. */
  seeModem(modem: string, report: ModemReport): void;
  /** The modem is gone: its number goes off sale at once. */
  loseModem(modem: string, why: string): void;
  readonly log: Log;
};

/** A kind of modem or SIM bank. */
export type Input = {
  readonly name: string;
  /** Begins to listen; throws a Problem when it cannot. */
  start(): Promise<void>;
  stop(): Promise<void>;
};
