import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import type { RetainedThreads, ThreadQuery } from '../kernels/thread-list.ts';
import { Store } from '../store.ts';

/** Comment that is being written: its anchor, null for the whole scene, and a picture of the view. */
export type CommentDraft = {
  anchor: CommentAnchor | null;
  /** Picture of the view at the start; null if none could be taken. */
  picture: Promise<Blob | null>;
};

/** The open thread; `isLeading` until the camera has reached its anchor. */
export type OpenThread = { id: string; isLeading: boolean };

/** Open comment state of a scene, so that tools, links and lists can open comments. */
export class CommentingManager {
  readonly draft = new Store<CommentDraft | null>(null);
  readonly open = new Store<OpenThread | null>(null);
  /** Text of the draft; kept when the draft is moved, and while another tool is active. */
  readonly text = new Store('');
  /** Reply drafts by thread id; kept while a thread is closed or resolved. */
  readonly answers = new Store<ReadonlyMap<string, string>>(new Map());
  /** Users chosen as mentions in any draft; each counts while a text contains the name. */
  readonly called = new Store<readonly UserRef[]>([]);
  /** Filter of the threads in the list and in the scene. */
  readonly query = new Store<ThreadQuery>({ state: 'open', search: '', order: 'newest' });
  /** Unread threads that the list has shown since it was opened; a thread stays listed when it is read. */
  readonly kept = new Store<RetainedThreads>(new Set());

  /** Sets the thread filter; also reloads an unchanged one. */
  ask(query: ThreadQuery): void {
    if (query.state !== this.query.get().state) {
      this.forget();
    }
    this.query.set(query);
  }

  /** Adds listed threads, which stay in the list until it is reopened. */
  keep(ids: readonly string[]): void {
    const kept = this.kept.get();
    if (ids.some((id) => !kept.has(id))) {
      this.kept.set(new Set([...kept, ...ids]));
    }
  }

  /** Called when the list is closed. */
  forget(): void {
    this.kept.set(new Set());
  }

  /** Starts a comment, or moves the current draft. */
  begin(draft: CommentDraft): void {
    this.open.set(null);
    this.draft.set(draft);
  }

  /** Opens a thread; `isLeading` moves the camera to it. Drafts are kept. */
  show(id: string, { isLeading }: { isLeading: boolean }): void {
    this.draft.set(null);
    this.open.set({ id, isLeading });
  }

  /** Adds a chosen mention; the last user of a name replaces earlier ones. */
  call(person: UserRef): void {
    this.called.update((before) => [...before.filter(({ name }) => name !== person.name), person]);
  }

  /** Stores the reply draft of a thread. */
  answer(id: string, text: string): void {
    this.answers.update((answers) => new Map(answers).set(id, text));
  }

  /**
   * Closes a deleted thread. Its reply draft moves into a comment on the whole scene.
   * @returns whether there was a draft
   */
  lose(id: string): boolean {
    const words = this.answers.get().get(id)?.trim() ?? '';
    this.open.set(null);
    if (words === '') {
      return false;
    }
    this.answer(id, '');
    this.text.update((text) => [text, words].filter((part) => part !== '').join('\n\n'));
    this.begin({ anchor: null, picture: Promise.resolve(null) });
    return true;
  }

  /** Called when the camera has reached the open thread. */
  arrive(): void {
    this.open.update((open) => open && { ...open, isLeading: false });
  }

  /**
   * Closes the draft, whose text the next draft restores, else the thread; returns false if neither was open.
   */
  close(): boolean {
    if (this.draft.get() !== null) {
      this.draft.set(null);
      return true;
    }
    if (this.open.get() !== null) {
      this.open.set(null);
      return true;
    }
    return false;
  }

  /** Called when the draft was sent, or discarded with its text. */
  finish(): void {
    this.draft.set(null);
    this.text.set('');
  }
}
