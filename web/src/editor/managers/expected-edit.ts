import type * as Y from 'yjs';
import type { recordChange } from '../kernels/recorded-edit.ts';

/** The last write of an edit: its author's client id, and the clock right after it. */
export type LastWrite = { client: number; clock: number };

type Change = Parameters<typeof recordChange>[1];

/**
 * An edit that the server makes for this user. It arrives among the edits of others, before or after the answer that
 * identifies it.
 */
export class ExpectedEdit {
  readonly #onFound: (change: Change) => void;
  readonly #arrived: { change: Change; before: Map<number, number>; after: Map<number, number> }[] = [];
  #wanted: LastWrite | null = null;

  constructor(onFound: (change: Change) => void) {
    this.#onFound = onFound;
  }

  /** Registers an edit of another user. */
  note(change: Change, { beforeState, afterState }: Y.Transaction): void {
    this.#arrived.push({ change, before: beforeState, after: afterState });
    this.#find();
  }

  /** Sets the identity of the edit. */
  identify(write: LastWrite): void {
    this.#wanted = write;
    this.#find();
  }

  #find(): void {
    const wanted = this.#wanted;
    const found = wanted && this.#arrived.find((one) => contains(one, wanted));
    if (found) {
      this.#wanted = null;
      this.#onFound(found.change);
    }
  }
}

function contains(
  { before, after }: { before: Map<number, number>; after: Map<number, number> },
  { client, clock }: LastWrite,
): boolean {
  return (before.get(client) ?? 0) < clock && (after.get(client) ?? 0) >= clock;
}
