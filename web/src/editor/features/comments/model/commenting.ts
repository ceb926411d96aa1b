import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { signal } from '@preact/signals-core';
import type { RetainedThreads, ThreadQuery } from './thread-list.ts';

/** Comment that is being written: its anchor, null for the whole scene, and a picture of the view. */
export type CommentDraft = {
  anchor: CommentAnchor | null;
  /** Picture of the view at the start; null if none could be taken. */
  picture: Promise<Blob | null>;
};

/** The open thread; `isLeading` until the camera has reached its anchor. */
type OpenThread = { id: string; isLeading: boolean };

/** Open comment state of a scene, so that tools, links and lists can open comments. */
export class CommentingManager {
  readonly draft = signal<CommentDraft | null>(null);
  readonly open = signal<OpenThread | null>(null);
  /** Text of the draft; kept when the draft is moved, and while another tool is active. */
  readonly text = signal('');
  /** Reply drafts by thread id; kept while a thread is closed or resolved. */
  readonly answers = signal<ReadonlyMap<string, string>>(new Map());
  /** Users chosen as mentions in any draft; each counts while a text contains the name. */
  readonly called = signal<readonly UserRef[]>([]);
  /** Filter of the threads in the list and in the scene. */
  readonly query = signal<ThreadQuery>({ state: 'open', search: '', order: 'newest' });
  /** Unread threads that the list has shown since it was opened; a thread stays listed when it is read. */
  readonly kept = signal<RetainedThreads>(new Set());

  /** Sets the thread filter; also reloads an unchanged one. */
  ask(query: ThreadQuery): void {
    if (query.state !== this.query.value.state) {
      this.forget();
    }
    this.query.value = query;
  }

  /** Adds listed threads, which stay in the list until it is reopened. */
  keep(ids: readonly string[]): void {
    const kept = this.kept.value;
    if (ids.some((id) => !kept.has(id))) {
      this.kept.value = new Set([...kept, ...ids]);
    }
  }

  /** Called when the list is closed. */
  forget(): void {
    this.kept.value = new Set();
  }

  /** Starts a comment, or moves the current draft. */
  begin(draft: CommentDraft): void {
    this.open.value = null;
    this.draft.value = draft;
  }

  /** Opens a thread; `isLeading` moves the camera to it. Drafts are kept. */
  show(id: string, { isLeading }: { isLeading: boolean }): void {
    this.draft.value = null;
    this.open.value = { id, isLeading };
  }

  /** Adds a chosen mention; the last user of a name replaces earlier ones. */
  call(person: UserRef): void {
    this.called.value = [...this.called.value.filter(({ name }) => name !== person.name), person];
  }

  /** Stores the reply draft of a thread. */
  answer(id: string, text: string): void {
    this.answers.value = new Map(this.answers.value).set(id, text);
  }

  /**
   * Closes a deleted thread. Its reply draft moves into a comment on the whole scene.
   * @returns whether there was a draft
   */
  lose(id: string): boolean {
    const words = this.answers.value.get(id)?.trim() ?? '';
    this.open.value = null;
    if (words === '') {
      return false;
    }
    this.answer(id, '');
    this.text.value = [this.text.value, words].filter((part) => part !== '').join('\n\n');
    this.begin({ anchor: null, picture: Promise.resolve(null) });
    return true;
  }

  /** Called when the camera has reached the open thread. */
  arrive(): void {
    const { value } = this.open;
    this.open.value = value && { ...value, isLeading: false };
  }

  /**
   * Closes the draft, whose text the next draft restores, else the thread; returns false if neither was open.
   */
  close(): boolean {
    if (this.draft.value !== null) {
      this.draft.value = null;
      return true;
    }
    if (this.open.value !== null) {
      this.open.value = null;
      return true;
    }
    return false;
  }

  /** Called when the draft was sent, or discarded with its text. */
  finish(): void {
    this.draft.value = null;
    this.text.value = '';
  }
}
