import { writeNothing } from '@diorama/shared/scene/empty-write.ts';
import * as Y from 'yjs';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/**
 * Where this person's edits are. `edits` counts those of this session that only lie in this browser; `unkept` is offline
 * in a browser that keeps none.
 */
export type SaveState =
  | { kind: 'connecting' }
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'offline'; edits: number }
  | { kind: 'unkept' }
  | { kind: 'refused'; code: Refusal };

/**
 * Why the server did not take an edit: there is no room for it in a scene, it is nothing that a scene can hold, or who
 * made it may only look by now.
 */
export type Refusal = 'document.too-large' | 'document.invalid' | 'readOnly';

type Vector = ReadonlyMap<number, number>;

/** The origin of empty writes; see {@link SavingManager} for what they are written for. */
const TICK = 'tick';

/**
 * Knows whether everything this person did is durable. The server tells, after each commit, the state vector of all
 * that is stored; saved is what it covers. A state vector does not count removals, so each edit that only removes
 * something is followed by an empty write, whose place in the vector tells of the removal before it.
 */
export class SavingManager extends Manager implements Readable<SaveState> {
  readonly #ydoc: Y.Doc;
  readonly #state = new Store<SaveState>({ kind: 'connecting' });
  /** What must be covered: what this browser had kept from before, and each edit since. */
  #kept: Vector = new Map();
  #edits: number[] = [];
  #durable: Vector | null = null;
  #refusal: Refusal | null = null;
  /** Not before the browser has shown that it does: one that never answers keeps nothing. */
  #isKept = false;
  #isReadOnly = false;
  #isConnected = false;
  #wasConnected = false;

  constructor(ydoc: Y.Doc) {
    super();
    this.#ydoc = ydoc;
    // Not at `afterTransaction`: a write there would still get into the update of the edit before it.
    ydoc.on('afterAllTransactions', this.#handleTransactions);
    this.register(() => ydoc.off('afterAllTransactions', this.#handleTransactions));
  }

  readonly get = (): SaveState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Whether leaving now would leave edits in this browser only. */
  get hasUnsaved(): boolean {
    return !this.#isCovered();
  }

  /** Whether this browser keeps what the server does not have yet. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** This browser does not keep edits, or not any more: what is not on the server goes with the page. */
  markUnkept(): void {
    this.#isKept = false;
    this.#refresh();
  }

  /**
   * What this browser had kept is in the document, and may not be on the server yet; from now on edits are kept as well.
   */
  markKept(): void {
    this.#isKept = true;
    this.#kept = Y.decodeStateVector(Y.encodeStateVector(this.#ydoc));
    this.#forgetStored();
    this.#refresh();
  }

  /** The server has stored everything that this state vector covers. */
  markStored(vector: Uint8Array): void {
    this.#durable = Y.decodeStateVector(vector);
    const own = this.#durable.get(this.#ydoc.clientID) ?? 0;
    this.#edits = this.#edits.filter((clock) => clock > own);
    this.#forgetStored();
    if (this.#refusal === 'document.too-large' && this.#isCovered()) {
      this.#refusal = null;
    }
    this.#refresh();
  }

  /**
   * The server did not take an edit. What it has no room for stays in this browser, until all of it is stored after all;
   * what no scene can hold it has undone, and nothing more is to be said once the person goes on.
   */
  markRefused(code: Refusal): void {
    this.#refusal = code;
    this.#refresh();
  }

  /** Whether this person may only look: the server takes no more edits then. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#refresh();
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#wasConnected ||= isConnected;
    if (!isConnected) {
      // After a pause the server says anew what it has.
      this.#durable = null;
    }
    this.#refresh();
  }

  readonly #handleTransactions = (_ydoc: Y.Doc, transactions: Y.Transaction[]): void => {
    const own = transactions.filter(({ local, origin }) => local && origin !== TICK);
    const wrote = own.map((transaction) => this.#kindOf(transaction)).filter((kind) => kind !== 'nothing');
    if (wrote.length === 0) {
      return;
    }
    if (this.#refusal === 'document.invalid') {
      this.#refusal = null;
    }
    if (wrote.at(-1) === 'removals') {
      this.#tick();
    }
    const clock = Y.getState(this.#ydoc.store, this.#ydoc.clientID);
    this.#edits.push(...wrote.map(() => clock));
    this.#refresh();
  };

  #kindOf({ beforeState, afterState, deleteSet }: Y.Transaction): 'nothing' | 'removals' | 'values' {
    const { clientID } = this.#ydoc;
    if ((afterState.get(clientID) ?? 0) > (beforeState.get(clientID) ?? 0)) {
      return 'values';
    }
    return deleteSet.clients.size > 0 ? 'removals' : 'nothing';
  }

  #tick(): void {
    this.#ydoc.transact(() => writeNothing(this.#ydoc), TICK);
  }

  /** What is stored stays so, also while the server cannot say it. */
  #forgetStored(): void {
    const isStored = ([client, clock]: [number, number]) => (this.#durable?.get(client) ?? 0) >= clock;
    this.#kept = new Map([...this.#kept].filter((entry) => !isStored(entry)));
  }

  #isCovered(): boolean {
    return this.#edits.length === 0 && this.#kept.size === 0;
  }

  #refresh(): void {
    const next = this.#next();
    if (JSON.stringify(next) !== JSON.stringify(this.get())) {
      this.#state.set(next);
    }
  }

  #next(): SaveState {
    if (this.#refusal !== null) {
      return { kind: 'refused', code: this.#refusal };
    }
    if (!this.#isConnected) {
      if (!this.#wasConnected && this.#edits.length === 0) {
        return { kind: 'connecting' };
      }
      return this.#isKept ? { kind: 'offline', edits: this.#edits.length } : { kind: 'unkept' };
    }
    if (this.#durable === null) {
      return this.#edits.length > 0 ? { kind: 'saving' } : { kind: 'connecting' };
    }
    if (this.#isCovered()) {
      return { kind: 'saved' };
    }
    return this.#isReadOnly ? { kind: 'refused', code: 'readOnly' } : { kind: 'saving' };
  }
}
