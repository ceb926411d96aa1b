import { beforeEach } from 'vitest';
import type { Answer, Harness, Person } from '../../test/harness.ts';
import { type LiveStream, openLiveStream } from '../../test/live-stream.ts';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

export const ANCHOR = { node: 'vase', position: [0, 1.5, 0], normal: [0, 1, 0] };

/** A thread, with the members that the tests read. */
export type Thread = {
  uuid: string;
  text: string;
  unread: boolean;
  unreadNumber: number;
  repliesNumber: number;
  scene: { uuid: string; name: string };
  lastReply: { text: string } | null;
};

/** JSON of which each test knows what to expect. */
type Parsed = ReturnType<typeof JSON.parse>;

/** A scene that people talk about, new for each test; all of them have confirmed their addresses. */
export interface CommentsFixture {
  readonly harness: Harness;
  readonly owner: Person;
  /** May change the scene. */
  readonly editor: Person;
  /** May look at it. */
  readonly viewer: Person;
  /** Does not know it. */
  readonly stranger: Person;
  /** The scene's uuid; it is called Hall. */
  readonly scene: string;
  named(name: string): string;
  join(name: string): Promise<Person>;
  call(person: Person, method: string, path: string, body?: unknown): Promise<Answer>;
  /** @returns the uuid of a further scene. */
  createScene(person: Person, name: string): Promise<string>;
  /** Posts a comment on the scene, or another one. */
  say(person: Person, body: object, scene?: string): Promise<Answer>;
  patch(person: Person, id: unknown, body: object): Promise<Answer>;
  get(person: Person, path: string): Promise<Parsed>;
  threads(person: Person, state?: string): Promise<Thread[]>;
  /** Mails about comments to a user. */
  mails(person: Person): Promise<Parsed[]>;
  listen(person: Person): Promise<LiveStream>;
}

/** Starts the gateway before a file's tests, and makes the scene and its people before each. */
export function useComments(): CommentsFixture {
  const workspace = useWorkspace();
  const { callAs: call, named, join } = workspace;
  let editor: Person;
  let viewer: Person;
  let stranger: Person;
  let scene: string;
  const joinConfirmed = (name: string) => workspace.harness.signUpConfirmed(named(name));
  beforeEach(async () => {
    const { harness, owner } = workspace;
    // Comments are mailed to confirmed addresses only.
    [editor, viewer, stranger] = await Promise.all([
      joinConfirmed('editor'),
      joinConfirmed('viewer'),
      joinConfirmed('outsider'),
      harness.confirmEmail(owner),
    ]);
    scene = await fixture.createScene(owner, 'Hall');
    await workspace.shareScene(scene, editor, 0);
    await workspace.shareScene(scene, viewer, 1);
  });

  const fixture: CommentsFixture = {
    get harness() {
      return workspace.harness;
    },
    get owner() {
      return workspace.owner;
    },
    get editor() {
      return editor;
    },
    get viewer() {
      return viewer;
    },
    get stranger() {
      return stranger;
    },
    get scene() {
      return scene;
    },
    named,
    join,
    call,
    createScene: async (person, name) => idOf(await workspace.createScene({ name }, person)),
    say: (person, body, about = scene) => call(person, 'POST', `/api/compositions/${about}/comments`, body),
    patch: (person, id, body) => call(person, 'PATCH', `/api/comments/${id}`, body),
    get: async (person, path) => JSON.parse((await call(person, 'GET', path)).text),
    threads: async (person, state = '') =>
      (await fixture.get(person, `/api/comments${state && `?state=${state}`}`)).member,
    mails: (person) =>
      workspace.harness
        .db('emails')
        .where({ recipient: person.email })
        .whereLike('template', 'comment-%')
        .orderBy('created_at'),
    listen: ({ token }) => openLiveStream(workspace.harness.url, { authorization: `Bearer ${token}` }),
  };
  return fixture;
}
