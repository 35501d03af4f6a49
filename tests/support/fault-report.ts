/** Gathers what each fault led to into one table: on the console, and in `.output/faults.md`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { table } from './table.ts';

/** Type of the annotation that carries one line of the table, as JSON. */
export const FAULT = 'fault';

export interface FaultRow {
  readonly fault: string;
  /** Where the visitor ends. */
  readonly state: string;
  readonly rows: number;
  /** Calls that the browser made. */
  readonly webhooks: number;
  /** Whether the fault was then lifted and the visitor sent again: confirmation, one row in all, one webhook call. */
  readonly again: boolean;
}

const FILE = fileURLToPath(new URL('../.output/faults.md', import.meta.url));

const NOTE = 'Two webhook calls: Chromium itself tries again when a connection it has used before breaks.';

export default class FaultReport implements Reporter {
  readonly #rows = new Map<string, FaultRow>();

  onTestEnd(test: TestCase, { annotations, status }: TestResult): void {
    const found = annotations.find(({ type }) => type === FAULT)?.description;
    if (found && status === 'passed') this.#rows.set(test.id, JSON.parse(found) as FaultRow);
  }

  onEnd(): void {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()].toSorted((one, other) => one.fault.localeCompare(other.fault));
    const lines = rows.map(({ fault, state, rows: stored, webhooks, again }) => ({
      Fault: fault,
      'Ends in': state,
      Rows: stored,
      Webhooks: webhooks,
      'Sent again': again ? 'confirmation, 1 row in all, 1 webhook' : '',
    }));
    const text = `${table(lines)}\n\n${NOTE}\n`;
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, text);
    console.log(`\n${text}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
