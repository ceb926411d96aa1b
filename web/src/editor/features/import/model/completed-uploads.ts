import type { ImportRecords } from './import-records.ts';

/** Uploaded asset for a node, and the node's file at that time. */
type Ended = { made: string; over: string | null };

/**
 * Results of uploads that ended while the scene was read-only, until it can be edited. The asset of a
 * placeholder is stored with its import record, so that it survives a reload.
 */
export class CompletedUploads {
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
   * Removes and returns pending results, without those of deleted nodes or of nodes with a newer file.
   * @param fileOf - current file of a node; undefined if the node does not exist
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
