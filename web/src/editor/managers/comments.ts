import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** A change of a comment of this scene that somebody made; null for what is gone. */
export type CommentEvent = { iri: string; comment: Comment | null };

/** What is said in a new comment. */
export type NewComment = {
  text: string;
  mentions: readonly string[];
  parent: string | null;
  anchor: Comment['anchor'];
  picture: Blob | null;
};

/** What may be changed of a comment: its words by its author, and whether its thread is settled. */
export type CommentPatch = { text?: string; mentions?: readonly string[]; resolved?: boolean };

/** How comments of one scene are read and written; each method throws an `ApiError`. */
export type CommentPort = {
  /** A page of whole threads, what happened last first, from 1; `hasMore` when another one follows. */
  list: (page: number) => Promise<{ comments: readonly Comment[]; hasMore: boolean }>;
  /** The thread that a comment begins or belongs to; empty where it is gone. */
  thread: (id: string) => Promise<readonly Comment[]>;
  create: (comment: NewComment) => Promise<Comment>;
  patch: (id: string, patch: CommentPatch) => Promise<Comment>;
  remove: (id: string) => Promise<void>;
  /** Notes that all of a thread is read. */
  read: (id: string) => Promise<void>;
  people: () => Promise<readonly UserRef[]>;
  /** Hears of changes; null when some may have been missed. Returns the undoing. */
  subscribe: (listener: (event: CommentEvent | null) => void) => () => void;
};

/** A comment that begins a thread, with its answers, oldest first. */
export type Thread = {
  /** Counts the threads of the scene in the order in which they began. */
  number: number;
  first: Comment;
  replies: readonly Comment[];
  unread: number;
  /** When something was last said in it. */
  activeAt: string;
};

export type CommentsState =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  /** `hasMore` while threads in which less happened are not loaded. */
  | { kind: 'ready'; threads: readonly Thread[]; hasMore: boolean };

/** After which a list that could not be read anew is asked for again, in milliseconds. */
const RETRY_MS = 5_000;
/** For how long those who can be mentioned are taken for all. */
const PEOPLE_MS = 60_000;

/**
 * Comments of the open scene, kept up to date from when they are first asked for. The threads in which something happened last
 * are loaded first; others follow by {@link more} or, one by one, by {@link find}.
 */
export class CommentsManager extends Manager implements Readable<CommentsState> {
  readonly #state = new Store<CommentsState>({ kind: 'loading' });
  readonly #port: CommentPort;
  #comments = new Map<string, Comment>();
  /** Changes that came while the list was read: they are newer than what it holds. */
  #meanwhile: CommentEvent[] | null = null;
  /** Pages that are loaded, and whether another one follows. */
  #pages = 0;
  #hasMore = false;
  #isLoadingMore = false;
  #isStarted = false;
  #isDisposed = false;
  /** Changes may have been missed since the list was asked for. */
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

  readonly get = (): CommentsState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Reads what was said and follows it from then on; again after it failed. */
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
    } else if (this.get().kind === 'failed') {
      this.#state.set({ kind: 'loading' });
      void this.#load();
    }
  }

  /** The thread that a comment begins or belongs to. */
  threadOf(id: string): Thread | undefined {
    const state = this.get();
    const isOf = ({ first, replies }: Thread) => first.uuid === id || replies.some(({ uuid }) => uuid === id);
    return state.kind === 'ready' ? state.threads.find(isOf) : undefined;
  }

  /** Loads the next page of threads, unless one is on its way. */
  async more(): Promise<void> {
    if (!this.#hasMore || this.#isLoadingMore || this.#meanwhile) {
      return;
    }
    this.#isLoadingMore = true;
    try {
      await this.#readPage(this.#pages + 1, this.#comments);
    } catch (error) {
      // What is loaded stays; the next reason to look for more tries again.
      this.#hasMore = false;
      this.#fail(error);
    } finally {
      this.#isLoadingMore = false;
    }
    this.#publish();
  }

  /** The thread of a comment, loaded if need be; `undefined` where it is gone. @throws ApiError */
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

  /** Everybody whom a comment can mention; asked for anew now and then, as people are invited. */
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

  /** Says something. @returns the new comment */
  async say(comment: NewComment): Promise<Comment> {
    return this.#take(await this.#port.create(comment));
  }

  /** Changes words, or settles a thread and opens it again. */
  async change(id: string, patch: CommentPatch): Promise<void> {
    this.#take(await this.#port.patch(id, patch));
  }

  /** Removes a comment; its thread with the first. */
  async remove(comment: Comment): Promise<void> {
    await this.#port.remove(comment.uuid);
    this.#apply({ iri: comment['@id'], comment: null });
  }

  /** Notes that the person has read a thread. */
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
        // A reply in a thread that is not loaded yet; without it the reply shows nowhere.
        this.find(comment.uuid).catch(() => undefined);
      }
    } else {
      this.#comments.delete(iri);
    }
    this.#publish();
  }

  /** Reads the list; asked again meanwhile, once more after it. What is known stays in sight while that fails. */
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
        this.#state.set({ kind: 'ready', threads: [], hasMore: this.#hasMore });
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

  /** Reads as many pages as were loaded before, at least the first. */
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
    if (this.get().kind !== 'ready') {
      this.#state.set({ kind: 'failed', error });
    } else if (!this.#isDisposed) {
      this.#timer = setTimeout(() => void this.#load(), RETRY_MS);
    }
  }

  #publish(): void {
    if (this.get().kind === 'ready' && !this.#isDisposed) {
      this.#state.set({
        kind: 'ready',
        threads: threadsOf([...this.#comments.values()]),
        hasMore: this.#hasMore,
      });
    }
  }
}

/** The threads of comments in the order in which they began; answers to what is gone are left out. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const ordered = comments.toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.uuid.localeCompare(b.uuid),
  );
  const replies = Map.groupBy(ordered, ({ parent }) => parent);
  return (replies.get(null) ?? []).map((first, index) => {
    const answers = replies.get(first['@id']) ?? [];
    return {
      number: first.number ?? index + 1,
      first,
      replies: answers,
      unread: [first, ...answers].filter(({ unread }) => unread).length,
      activeAt: answers.at(-1)?.createdAt ?? first.createdAt,
    };
  });
}
