import { randomUUID } from "node:crypto";
import {
  finishActivation,
  getNumber,
  getServices,
  type NumberAnswer,
  type ServiceCount,
} from "#features/supply/agent.gateway.ts";
import { type Agent, AgentFault } from "#features/supply/agent-call.gateway.ts";
import { Exchange, type Fault } from "#features/supply/health/exchange.gateway.ts";
import type { ExchangeAction } from "#features/supply/health/unusable-answers.rules.ts";
import {
  failed,
  prefixesOf,
  SANDBOX_SERVICE,
  type TestName,
  testsOf,
  type Verdict,
} from "#features/supply/self-test/self-test.rules.ts";
import { type TestPorts, TestRun } from "#features/supply/self-test/test-run.gateway.ts";
import {
  CURRENCY_RUB,
  type FinishOutcome,
  finishOutcomes,
  phoneProblem,
} from "#features/supply/supply.rules.ts";
import { monotonicMs, nowMs } from "#lib/clock.ts";
import { kopecks } from "#lib/money/kopecks.ts";

export type AgentTestPorts = TestPorts & {
  /** How many numbers may be held at once. */
  readonly numbersMax: number;
  /** The dialling code of the country that the agent means; null: nobody knows the word. */
  readonly dialCodeOf: (countryWord: string) => string | null;
  /** A number is ours from now on; what is not returned by the tests is returned after the run. */
  readonly lent: (supplierRef: string, number: number) => Promise<void>;
  readonly returned: (supplierRef: string) => Promise<void>;
};

/** A number in hand, as the agent spelled it. */
type Lent = { readonly ref: bigint | string; readonly number: number };
/** Where the agent has sandbox numbers. */
type Shelf = ServiceCount & { readonly dialCode: string };

/** The tests cannot go on; what is wrong has been judged. */
class CannotGoOn extends Error {}

/**
 * Runs the acceptance tests of the agent protocol against an agent's address, by the calls that buyers' orders make. Returns whether all
 * of them passed; numbers that were taken are returned. Throws when the run was ended from outside, or when a port throws.
 */
export async function runAgentTests(agent: Agent, ports: AgentTestPorts): Promise<boolean> {
  const run = new AgentRun(agent, ports);
  try {
    await run.all();
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
  }
  await run.giveAllBack();
  return run.conclude(testsOf("agent"));
}

class AgentRun extends TestRun<AgentTestPorts> {
  readonly #agent: Agent;
  readonly #inHand = new Map<string, Lent>();
  #shelf: Shelf | null = null;

  constructor(agent: Agent, ports: AgentTestPorts) {
    super(ports);
    this.#agent = agent;
  }

  async all(): Promise<void> {
    const shelf = await this.#testServices();
    const first = await this.#testNumber(shelf);
    await this.#testGzip();
    await this.testSms();
    const taken = await this.#testCounts(shelf, first);
    await this.#testFinish(first);
    await this.giveAllBack();
    // Prefixes of numbers that are no numbers, or that cannot come back, show nothing.
    if (["numeric", "finish"].every((test) => this.verdicts.get(test as TestName)?.outcome === "passed"))
      await this.#testPrefixes(shelf, taken);
    await this.judgeManners();
    await this.pass("types");
    if (this.verdicts.get("sms")?.outcome === "passed") await this.pass("userAgent");
  }

  async #testServices(): Promise<Shelf> {
    await this.begin("services");
    const exchange = new Exchange();
    const counts = await this.#ask("services", "GET_SERVICES", exchange, (agent) =>
      getServices(agent, exchange),
    );
    if (counts instanceof AgentFault) return this.#cannotRead("services", exchange);
    const offered = counts.filter(({ service, count }) => service === SANDBOX_SERVICE && count > 0);
    const shelves = offered.flatMap((line) => {
      const dialCode = this.ports.dialCodeOf(line.country);
      return dialCode === null ? [] : [{ ...line, dialCode }];
    });
    const [shelf] = shelves.toSorted((one, other) => other.count - one.count);
    if (!shelf) {
      const [stranger] = offered;
      const verdict = stranger
        ? failed("unknown-country", stranger.country)
        : failed("no-sandbox", SANDBOX_SERVICE);
      return this.#stop("services", verdict);
    }
    this.#shelf = shelf;
    await this.pass("services");
    return shelf;
  }

  async #testNumber(shelf: Shelf): Promise<Lent> {
    await this.begin("number");
    const { answer, tookMs, fault } = await this.#take("number", []);
    if (answer.kind === "no-numbers") return this.#stop("number", failed("no-numbers", shelfText(shelf)));
    if (answer.kind !== "number") {
      // It said SUCCESS, but not with a number that can be read.
      if (fault?.reason === "wrong-shape") await this.judge("types", failed("text-types", fault.detail));
      return this.#stop("number", verdictOf(fault, answer.error));
    }
    const lent = { ref: answer.supplierRef, number: Number(answer.number) };
    await this.judge("number", this.#isLate(tookMs) ? failed("late", `${tookMs} ms`) : { outcome: "passed" });
    if (answer.isLoose) await this.judge("types", failed("text-types", "GET_NUMBER"));
    const problem = phoneProblem(lent.number, { dialCode: shelf.dialCode });
    if (problem === null) await this.pass("numeric");
    else
      await this.judge(
        "numeric",
        failed(problem === "wrong-country" ? problem : "not-a-number", String(lent.number)),
      );
    return lent;
  }

  /** The same question packed, when it went plain before, and the other way round: an agent reads both. */
  async #testGzip(): Promise<void> {
    await this.begin("gzip");
    const { dialect } = this.#agent;
    const other = { ...this.#agent, dialect: { ...dialect, gzipRequests: !dialect.gzipRequests } };
    const exchange = new Exchange();
    const answer = await this.#ask("gzip", "GET_SERVICES", exchange, () => getServices(other, exchange));
    if (!(answer instanceof AgentFault)) return this.pass("gzip");
    const fault = exchange.takeFault();
    await this.judge(
      "gzip",
      failed(fault?.reason === "bad-encoding" ? "bad-encoding" : "gzip-refused", fault?.detail ?? null),
    );
  }

  /** As many numbers as it claims, up to a few, must be there at once, each of them once. */
  async #testCounts(shelf: Shelf, first: Lent): Promise<readonly number[]> {
    await this.begin("counts");
    const wanted = Math.min(shelf.count, this.ports.numbersMax);
    const numbers = [first.number];
    while (numbers.length < wanted) {
      const { answer, fault } = await this.#take("counts", []);
      if (answer.kind !== "number") {
        const got = `${numbers.length} / ${shelf.count}`;
        await this.judge(
          "counts",
          answer.kind === "no-numbers" ? failed("overclaimed", got) : verdictOf(fault, answer.error),
        );
        return numbers;
      }
      const number = Number(answer.number);
      if (numbers.includes(number)) {
        await this.judge("counts", failed("same-number", String(number)));
        return numbers;
      }
      numbers.push(number);
    }
    await this.pass("counts");
    return numbers;
  }

  /** The number that had an SMS is sold, and told so twice; it was in use for a while, so an agent that ends by itself shows here. */
  async #testFinish(first: Lent): Promise<void> {
    await this.begin("finish");
    const outcome =
      this.verdicts.get("sms")?.outcome === "passed" ? finishOutcomes.sold : finishOutcomes.cancelled;
    const refused = await this.#finish(first, outcome);
    if (refused) return this.judge("finish", failed("finish-refused", refused));
    const refusedAgain = await this.#finish(first, outcome);
    await this.judge("finish", refusedAgain ? failed("not-repeatable", refusedAgain) : { outcome: "passed" });
  }

  async #testPrefixes({ dialCode }: Shelf, numbers: readonly number[]): Promise<void> {
    await this.begin("prefixes");
    const prefixes = prefixesOf(numbers, dialCode);
    const { answer, fault } = await this.#take("prefixes", prefixes);
    if (answer.kind === "number") {
      const digits = String(answer.number);
      const ignored = prefixes.find((prefix) => digits.startsWith(prefix));
      return this.judge(
        "prefixes",
        ignored ? failed("prefix-ignored", `${ignored}: ${digits}`) : { outcome: "passed" },
      );
    }
    if (answer.kind !== "no-numbers") return this.judge("prefixes", verdictOf(fault, answer.error));
    // No other number is there: then one without the condition must be, or nothing has been shown.
    const control = await this.#take("prefixes", []);
    if (control.answer.kind === "number") return this.pass("prefixes");
    await this.judge("prefixes", failed("not-lent-again"));
  }

  /** Ends what is still in hand; what the agent does not take in is repeated after the run. */
  async giveAllBack(): Promise<void> {
    for (const lent of [...this.#inHand.values()]) await this.#finish(lent, finishOutcomes.cancelled);
  }

  /** Asks for a sandbox number; a number that came is in hand. */
  async #take(test: TestName, exceptPrefixes: readonly string[]) {
    const { country, operator } = this.#shelf as Shelf;
    const price = { sumRoubles: 1, costKopecks: kopecks(100), currency: CURRENCY_RUB };
    const wanted = { country, operator, service: SANDBOX_SERVICE, ...price };
    const exchange = new Exchange();
    const startedMs = monotonicMs();
    let fault: Fault | null = null;
    const answer = await this.#ask(test, "GET_NUMBER", exchange, async (agent) => {
      const request = { ...wanted, exceptPrefixes, clientId: randomUUID() };
      const given: NumberAnswer = await getNumber(agent, request, this.ports.times.lateMs, exchange);
      fault = exchange.takeFault();
      return given;
    });
    if (answer instanceof AgentFault) throw answer;
    const tookMs = Math.round(monotonicMs() - startedMs);
    if (answer.kind === "number")
      await this.#hold({ ref: answer.supplierRef, number: Number(answer.number) });
    if (answer.kind === "failed" && answer.strayRef !== undefined)
      await this.#hold({ ref: answer.strayRef, number: 0 });
    return { answer, tookMs, fault: fault as Fault | null };
  }

  async #hold(lent: Lent): Promise<void> {
    this.#inHand.set(String(lent.ref), lent);
    await this.ports.lent(String(lent.ref), lent.number);
  }

  /** Says how an activation ended. Returns why the agent did not take it in, or null. */
  async #finish({ ref }: Lent, outcome: FinishOutcome): Promise<string | null> {
    const exchange = new Exchange();
    const answer = await this.#ask("finish", "FINISH_ACTIVATION", exchange, (agent) =>
      finishActivation(agent, ref, outcome, exchange),
    );
    this.#inHand.delete(String(ref));
    if (answer instanceof AgentFault) return exchange.takeFault()?.detail ?? answer.message;
    await this.ports.returned(String(ref));
    return null;
  }

  /** Makes a call and keeps it as it went over the wire. A fault of the agent is an answer. */
  async #ask<Answer>(
    test: TestName,
    action: ExchangeAction,
    exchange: Exchange,
    call: (agent: Agent) => Promise<Answer>,
  ): Promise<Answer | AgentFault> {
    this.ports.signal.throwIfAborted();
    const [askedAtMs, startedMs] = [nowMs(), monotonicMs()];
    const answer = await call(this.#agent).catch((error: unknown) => {
      if (error instanceof AgentFault) return error;
      throw error;
    });
    const tookMs = Math.round(monotonicMs() - startedMs);
    await this.ports.keep({
      ...{ test, action, askedAtMs, tookMs, httpStatus: exchange.httpStatus, request: exchange.request },
      answer: await exchange.answer(),
      fault: answer instanceof AgentFault ? answer.message : null,
    });
    return answer;
  }

  #isLate(tookMs: number): boolean {
    return tookMs > this.ports.times.numberMs;
  }

  /** An answer in other types fails the test of types; whatever else, the test in which it was asked. */
  async #cannotRead(test: TestName, exchange: Exchange): Promise<never> {
    const fault = exchange.takeFault();
    if (fault?.reason === "wrong-shape") return this.#stop("types", failed("text-types", fault.detail));
    if (fault?.reason === "bad-encoding") return this.#stop("gzip", failed("bad-encoding", fault.detail));
    return this.#stop(test, verdictOf(fault, null));
  }

  async #stop(test: TestName, verdict: Verdict): Promise<never> {
    await this.judge(test, verdict);
    throw new CannotGoOn(test);
  }
}

function verdictOf(fault: Fault | null, otherwise: string | null): Verdict {
  return failed(fault?.reason ?? "refused", fault?.detail ?? otherwise);
}

const shelfText = ({ country, operator, count }: ServiceCount) => `${country}, ${operator}: ${count}`;
