import { markDeletions } from '@diorama/shared/scene/mark-deletions.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import * as Y from 'yjs';
import { Manager } from './manager.ts';

/**
 * Save state of this user's edits. `edits` counts the session's edits that are only in this browser; `unkept`
 * is offline without local storage.
 */
export type SaveState =
  | { kind: 'connecting' }
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'offline'; edits: number }
  | { kind: 'unkept' }
  | { kind: 'refused'; code: Refusal };

/**
 * Why the server rejected an edit: no room in the scene, invalid content, a read-only installation, or the user
 * lost edit permission.
 */
export type Refusal = 'document.too-large' | 'document.invalid' | 'server.read-only' | 'readOnly';

type Vector = ReadonlyMap<number, number>;

/** The origin of empty writes; see {@link SavingManager} for what they are written for. */
const TICK = 'tick';

/**
 * Tracks whether all edits of this user are durable. After each commit the server sends the state vector of
 * the stored document; edits that it covers are saved. State vectors do not cover deletions. Each edit that
 * only deletes is followed by an empty write, which the vector covers together with the deletion.
 */
export class SavingManager extends Manager {
  readonly #ydoc: Y.Doc;
  readonly #state = signal<SaveState>({ kind: 'connecting' });
  readonly state: ReadonlySignal<SaveState> = this.#state;
  /** State to be covered: earlier edits stored in this browser, and each edit since. */
  #kept: Vector = new Map();
  #edits: number[] = [];
  #durable: Vector | null = null;
  #refusal: Refusal | null = null;
  /** False until the browser has confirmed storage, as a hanging database stores nothing. */
  #isKept = false;
  #isReadOnly = false;
  #isConnected = false;
  #wasConnected = false;

  constructor(ydoc: Y.Doc) {
    super();
    this.#ydoc = ydoc;
    // Not in `afterTransaction`, where a write would join the update of the edit before it.
    ydoc.on('afterAllTransactions', this.#handleTransactions);
    this.register(() => ydoc.off('afterAllTransactions', this.#handleTransactions));
  }

  /** Whether leaving the page would leave edits that are not on the server. */
  get hasUnsaved(): boolean {
    return !this.#isCovered();
  }

  /** Whether this browser stores edits that the server does not have yet. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Called when this browser does not store edits, or no longer; unsent edits are lost with the page. */
  markUnkept(): void {
    this.#isKept = false;
    this.#refresh();
  }

  /**
   * Called when the local copy has been read into the document. It may be newer than the server, and edits
   * are stored locally from now on.
   */
  markKept(): void {
    this.#isKept = true;
    this.#kept = Y.decodeStateVector(Y.encodeStateVector(this.#ydoc));
    this.#forgetStored();
    this.#refresh();
  }

  /** Called when the server has stored everything that this state vector covers. */
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
   * Called when the server rejected an edit. An edit without room stays in this browser until it is stored
   * after all. An invalid edit was reverted, and the message ends with the next edit.
   */
  markRefused(code: Refusal): void {
    this.#refusal = code;
    this.#refresh();
  }

  /** Sets whether the user lacks edit permission, in which case the server accepts no edits. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#refresh();
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#wasConnected ||= isConnected;
    if (!isConnected) {
      // After a reconnect the server sends its state again.
      this.#durable = null;
      if (this.#refusal === 'server.read-only') {
        this.#refusal = null;
      }
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
    this.#ydoc.transact(() => markDeletions(this.#ydoc), TICK);
  }

  /** Drops covered edits, which remain stored even while the server is offline. */
  #forgetStored(): void {
    const isStored = ([client, clock]: [number, number]) => (this.#durable?.get(client) ?? 0) >= clock;
    this.#kept = new Map([...this.#kept].filter((entry) => !isStored(entry)));
  }

  #isCovered(): boolean {
    return this.#edits.length === 0 && this.#kept.size === 0;
  }

  #refresh(): void {
    const next = this.#next();
    if (JSON.stringify(next) !== JSON.stringify(this.state.value)) {
      this.#state.value = next;
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
