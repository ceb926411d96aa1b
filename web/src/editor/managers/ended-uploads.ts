import type { ImportRecords } from '../import/import-records.ts';

/** What was made for a node, and the file that it had when that was there. */
type Ended = { made: string; over: string | null };

/**
 * What came of uploads that ended while this page might write nothing, until it may again. What was sent for a placeholder
 * is kept with the record of its import, so that a reload, which may be what it takes to write again, loses nothing.
 */
export class EndedUploads {
  readonly #records: ImportRecords;
  readonly #ended = new Map<string, Ended>();

  constructor(records: ImportRecords) {
    this.#records = records;
    for (const [nodeId, { made }] of Object.entries(records.all())) {
      if (made !== undefined) {
        this.#ended.set(nodeId, { made, over: null });
      }
    }
  }

  note(nodeId: string, ended: Ended): void {
    this.#ended.set(nodeId, ended);
    this.#record(nodeId, ended.over === null ? ended.made : undefined);
  }

  has(nodeId: string): boolean {
    return this.#ended.has(nodeId);
  }

  /**
   * Takes out what nodes are to get: none that is not there, and none that was given something else since.
   * @param fileOf - what a node has now; undefined where there is no such node
   */
  take(fileOf: (nodeId: string) => string | null | undefined): [nodeId: string, made: string][] {
    const found = [...this.#ended].filter(([nodeId]) => fileOf(nodeId) !== undefined);
    for (const [nodeId] of found) {
      this.forget(nodeId);
    }
    return found.flatMap(([nodeId, { made, over }]) => (fileOf(nodeId) === over ? [[nodeId, made]] : []));
  }

  forget(nodeId: string): void {
    if (this.#ended.delete(nodeId)) {
      this.#record(nodeId, undefined);
    }
  }

  #record(nodeId: string, made: string | undefined): void {
    const record = this.#records.all()[nodeId];
    if (record && record.made !== made) {
      this.#records.add(nodeId, { name: record.name, ...(made !== undefined && { made }) });
    }
  }
}
