import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import type { KeptThreads, ThreadQuery } from '../kernels/thread-list.ts';
import { Store } from '../store.ts';

/** A comment that is being written: where it is to hang, null for the scene as a whole, and what was seen there. */
export type CommentDraft = {
  anchor: CommentAnchor | null;
  /** What the person saw when they began; null where no picture could be taken. */
  picture: Promise<Blob | null>;
};

/** The thread that is open; `isLeading` until the view has gone to where it hangs. */
export type OpenThread = { id: string; isLeading: boolean };

/** What of the comments of a scene is open, so that tools, links and lists can open it. */
export class CommentingManager {
  readonly draft = new Store<CommentDraft | null>(null);
  readonly open = new Store<OpenThread | null>(null);
  /** What is written in the draft: kept when it is moved elsewhere, and while another tool is in use. */
  readonly text = new Store('');
  /** What is written below threads, by their ids: kept while one is closed or resolved. */
  readonly answers = new Store<ReadonlyMap<string, string>>(new Map());
  /** Who was chosen to be mentioned, in whichever words: as long as these say the name, wherever they are kept. */
  readonly called = new Store<readonly UserRef[]>([]);
  /** Which threads the list and the scene show. */
  readonly query = new Store<ThreadQuery>({ state: 'open', search: '', order: 'newest' });
  /** Which unread threads the list has shown since it was opened: reading one takes it from under nobody's eyes. */
  readonly kept = new Store<KeptThreads>(new Set());

  /** Asks for other threads, or for the same ones anew. */
  ask(query: ThreadQuery): void {
    if (query.state !== this.query.get().state) {
      this.forget();
    }
    this.query.set(query);
  }

  /** Notes what a list shows, which it goes on showing until it is opened again. */
  keep(ids: readonly string[]): void {
    const kept = this.kept.get();
    if (ids.some((id) => !kept.has(id))) {
      this.kept.set(new Set([...kept, ...ids]));
    }
  }

  /** The list was closed. */
  forget(): void {
    this.kept.set(new Set());
  }

  /** Begins a comment, or puts the one that was begun elsewhere. */
  begin(draft: CommentDraft): void {
    this.open.set(null);
    this.draft.set(draft);
  }

  /** Opens a thread; with `isLeading` the view goes there. What was begun stays. */
  show(id: string, { isLeading }: { isLeading: boolean }): void {
    this.draft.set(null);
    this.open.set({ id, isLeading });
  }

  /** Somebody was chosen to be mentioned; of several of one name, the last one is meant. */
  call(person: UserRef): void {
    this.called.update((before) => [...before.filter(({ name }) => name !== person.name), person]);
  }

  /** Keeps what is being written below a thread. */
  answer(id: string, text: string): void {
    this.answers.update((answers) => new Map(answers).set(id, text));
  }

  /**
   * A thread that was open is there no more. What was written below it goes into a comment on the whole scene.
   * @returns whether there was anything
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

  /** The view has gone to where the open thread hangs. */
  arrive(): void {
    this.open.update((open) => open && { ...open, isLeading: false });
  }

  /** Closes the draft, whose words are there again in the next one, else the thread; false when nothing was open. */
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

  /** The draft was sent, or given up with its words. */
  finish(): void {
    this.draft.set(null);
    this.text.set('');
  }
}
