import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { type GroupedThread, groupThreads } from '../../../../comments/group-threads.ts';
import { Manager } from '../../../managers/manager.ts';

/** Change of a comment in this scene; null for a deleted one. */
export type CommentEvent = { iri: string; comment: Comment | null };

/** Content of a new comment. */
export type NewComment = {
  text: string;
  mentions: readonly string[];
  parent: string | null;
  anchor: Comment['anchor'];
  picture: Blob | null;
};

/** Editable fields: the text, by its author, and the resolved state of the thread. */
type CommentPatch = { text?: string; mentions?: readonly string[]; resolved?: boolean };

/** Reads and writes the comments of a scene; each method throws an `ApiError`. */
export type CommentPort = {
  /** A page of complete threads from 1, latest activity first; `hasMore` if another page follows. */
  list: (page: number) => Promise<{ comments: readonly Comment[]; hasMore: boolean }>;
  /** The thread of a comment; empty if it was deleted. */
  thread: (id: string) => Promise<readonly Comment[]>;
  create: (comment: NewComment) => Promise<Comment>;
  patch: (id: string, patch: CommentPatch) => Promise<Comment>;
  remove: (id: string) => Promise<void>;
  /** Marks a thread as read. */
  read: (id: string) => Promise<void>;
  people: () => Promise<readonly UserRef[]>;
  /** Reports changes; null if some may have been missed. @returns function that unsubscribes */
  subscribe: (listener: (event: CommentEvent | null) => void) => () => void;
};

/** First comment of a thread with its replies, oldest first. */
export type Thread = GroupedThread<Comment> & {
  /** Number of the thread in the scene, by creation. */
  number: number;
  unread: number;
  /** Time of the last comment. */
  activeAt: string;
};

type CommentsState =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  /** `hasMore` while threads with earlier activity are not loaded. */
  | { kind: 'ready'; threads: readonly Thread[]; hasMore: boolean };

/** Delay before a failed reload is retried, in milliseconds. */
const RETRY_MS = 5_000;
/** Cache time of the users who can be mentioned, in milliseconds. */
const PEOPLE_MS = 60_000;

/**
 * Comments of the open scene, kept up to date from the first use. Threads with the latest activity are loaded
 * first; others by {@link more} or individually by {@link find}.
 */
export class CommentsManager extends Manager {
  readonly #state = signal<CommentsState>({ kind: 'loading' });
  readonly state: ReadonlySignal<CommentsState> = this.#state;
  readonly #port: CommentPort;
  #comments = new Map<string, Comment>();
  /** Changes received while the list was loading; they are newer than the list. */
  #meanwhile: CommentEvent[] | null = null;
  /** Number of loaded pages, and whether another one follows. */
  #pages = 0;
  #hasMore = false;
  #isLoadingMore = false;
  #isStarted = false;
  #isDisposed = false;
  /** Whether changes may have been missed since the list was requested. */
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #people: Promise<readonly UserRef[]> | null = null;
  #peopleAskedAt = Number.NEGATIVE_INFINITY;

  constructor(port: CommentPort) {
    super();
    this.#port = port;
    this.register(() => {
      this.#isDisposed = true;
      clearTimeout(this.#timer);
    });
  }

  /** Loads the comments and subscribes to changes; also retries after a failure. */
  start(): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.register(
        this.#port.subscribe((event) => {
          if (event) {
            this.#apply(event);
          } else {
            void this.#load();
          }
        }),
      );
      void this.#load();
    } else if (this.state.value.kind === 'failed') {
      this.#state.value = { kind: 'loading' };
      void this.#load();
    }
  }

  /** Loaded thread of a comment. */
  threadOf(id: string): Thread | undefined {
    const state = this.state.value;
    const isOf = ({ first, replies }: Thread) => first.uuid === id || replies.some(({ uuid }) => uuid === id);
    return state.kind === 'ready' ? state.threads.find(isOf) : undefined;
  }

  /** Loads the next page of threads, unless one is loading. */
  async more(): Promise<void> {
    if (!this.#hasMore || this.#isLoadingMore || this.#meanwhile) {
      return;
    }
    this.#isLoadingMore = true;
    try {
      await this.#readPage(this.#pages + 1, this.#comments);
    } catch (error) {
      // Loaded threads stay; the next request for more retries.
      this.#hasMore = false;
      this.#fail(error);
    } finally {
      this.#isLoadingMore = false;
    }
    this.#publish();
  }

  /** Thread of a comment, loaded if needed; `undefined` if it was deleted. @throws ApiError */
  async find(id: string): Promise<Thread | undefined> {
    if (!this.threadOf(id)) {
      const comments = await this.#port.thread(id);
      for (const comment of comments) {
        this.#comments.set(comment['@id'], comment);
      }
      if (comments.length > 0) {
        this.#publish();
      }
    }
    return this.threadOf(id);
  }

  /** Users whom a comment can mention; refreshed periodically, as users are invited. */
  people(): Promise<readonly UserRef[]> {
    if (Date.now() - this.#peopleAskedAt > PEOPLE_MS) {
      this.#people = null;
      this.#peopleAskedAt = Date.now();
    }
    this.#people ??= this.#port.people().catch((error: unknown) => {
      this.#people = null;
      throw error;
    });
    return this.#people;
  }

  /** Adds a comment. @returns the new comment */
  async say(comment: NewComment): Promise<Comment> {
    return this.#take(await this.#port.create(comment));
  }

  /** Edits a text, or resolves or reopens a thread. */
  async change(id: string, patch: CommentPatch): Promise<void> {
    this.#take(await this.#port.patch(id, patch));
  }

  /** Removes a comment; the first one with its thread. */
  async remove(comment: Comment): Promise<void> {
    await this.#port.remove(comment.uuid);
    this.#apply({ iri: comment['@id'], comment: null });
  }

  /** Marks a thread as read. */
  async read({ first, replies }: Thread): Promise<void> {
    await this.#port.read(first.uuid);
    for (const { '@id': iri } of [first, ...replies]) {
      const known = this.#comments.get(iri);
      if (known?.unread) {
        this.#comments.set(iri, { ...known, unread: false });
      }
    }
    this.#publish();
  }

  #take(comment: Comment): Comment {
    this.#apply({ iri: comment['@id'], comment });
    return comment;
  }

  #apply(event: CommentEvent): void {
    this.#meanwhile?.push(event);
    const { iri, comment } = event;
    if (comment) {
      this.#comments.set(iri, comment);
      if (comment.parent !== null && this.#hasMore && !this.#comments.has(comment.parent)) {
        // Loads the thread of a reply that would otherwise not be displayed.
        this.find(comment.uuid).catch(() => undefined);
      }
    } else {
      this.#comments.delete(iri);
    }
    this.#publish();
  }

  /** Loads the list, once more if requested meanwhile. A failure keeps the loaded threads. */
  async #load(): Promise<void> {
    this.#isStale = true;
    if (this.#meanwhile) {
      return;
    }
    while (this.#isStale && !this.#isDisposed) {
      this.#isStale = false;
      this.#meanwhile = [];
      try {
        const comments = await this.#readLoaded();
        const meanwhile = this.#meanwhile;
        this.#meanwhile = null;
        this.#comments = comments;
        this.#state.value = { kind: 'ready', threads: [], hasMore: this.#hasMore };
        for (const event of meanwhile) {
          this.#apply(event);
        }
        this.#publish();
      } catch (error) {
        this.#meanwhile = null;
        this.#fail(error);
      }
    }
  }

  /** Reads as many pages as were loaded before, at least one. */
  async #readLoaded(): Promise<Map<string, Comment>> {
    const comments = new Map<string, Comment>();
    const wanted = Math.max(1, this.#pages);
    this.#pages = 0;
    do {
      await this.#readPage(this.#pages + 1, comments);
    } while (this.#hasMore && this.#pages < wanted && !this.#isDisposed);
    return comments;
  }

  async #readPage(page: number, into: Map<string, Comment>): Promise<void> {
    const answer = await this.#port.list(page);
    for (const comment of answer.comments) {
      into.set(comment['@id'], comment);
    }
    this.#pages = page;
    this.#hasMore = answer.hasMore;
  }

  #fail(error: unknown): void {
    if (this.state.value.kind !== 'ready') {
      this.#state.value = { kind: 'failed', error };
    } else if (!this.#isDisposed) {
      this.#timer = setTimeout(() => void this.#load(), RETRY_MS);
    }
  }

  #publish(): void {
    if (this.state.value.kind === 'ready' && !this.#isDisposed) {
      this.#state.value = {
        kind: 'ready',
        threads: threadsOf([...this.#comments.values()]),
        hasMore: this.#hasMore,
      };
    }
  }
}

/** Groups comments into threads by creation; replies to deleted comments are left out. */
function threadsOf(comments: readonly Comment[]): Thread[] {
  const ordered = comments.toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.uuid.localeCompare(b.uuid),
  );
  return groupThreads(ordered, (comment) => comment['@id']).map(({ first, replies }, index) => ({
    number: first.number ?? index + 1,
    first,
    replies,
    unread: [first, ...replies].filter(({ unread }) => unread).length,
    activeAt: replies.at(-1)?.createdAt ?? first.createdAt,
  }));
}
