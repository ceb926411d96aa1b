import type { Reporter as PlaywrightReporter, TestCase as PlaywrightTest } from '@playwright/test/reporter';
import type { TestCase, TestRunEndReason, Reporter as VitestReporter } from 'vitest/node';

/** A test that runs for longer than this is named, in milliseconds, and again after each such time. */
const LONG_MS = 30_000;

/** Names tests that have been running for long, so that a hanging test is seen before its limit. */
export default class HeartbeatReporter implements VitestReporter, PlaywrightReporter {
  readonly #startedAt = new Map<string, number>();
  readonly #timer = setInterval(() => this.#print(), LONG_MS).unref();

  onTestCaseReady({ fullName, module }: TestCase): void {
    this.#start(`${module.relativeModuleId} > ${fullName}`);
  }

  onTestCaseResult({ fullName, module }: TestCase): void {
    this.#startedAt.delete(`${module.relativeModuleId} > ${fullName}`);
  }

  onTestRunEnd(_modules: unknown, _errors: unknown, _reason: TestRunEndReason): void {
    clearInterval(this.#timer);
  }

  onTestBegin(test: PlaywrightTest): void {
    this.#start(test.titlePath().filter(Boolean).join(' > '));
  }

  onTestEnd(test: PlaywrightTest): void {
    this.#startedAt.delete(test.titlePath().filter(Boolean).join(' > '));
  }

  onEnd(): void {
    clearInterval(this.#timer);
  }

  /** Playwright's other reporters print to the terminal. */
  printsToStdio(): boolean {
    return false;
  }

  #start(name: string): void {
    this.#startedAt.set(name, performance.now());
  }

  #print(): void {
    for (const [name, startedAt] of this.#startedAt) {
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      if (seconds * 1_000 >= LONG_MS) {
        console.log(`running for ${seconds} s: ${name}`);
      }
    }
  }
}
